import { createInstance } from 'i18next';

import { en } from './en.ts';

const SOURCE_LANGUAGE = 'en';

type PathsOf<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${PathsOf<T[K]>}` }[keyof T & string];

/** The dotted name of a text in `en.ts`. */
export type TextKey = PathsOf<typeof en>;

/** Gives a text in one language, its `{{…}}` filled in as they are: escaping is up to the caller. */
export type Translate = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

const languages = createInstance({
  lng: SOURCE_LANGUAGE,
  fallbackLng: SOURCE_LANGUAGE,
  resources: { [SOURCE_LANGUAGE]: { translation: en } },
  interpolation: { escapeValue: false, skipOnVariables: true },
  initAsync: false,
});
void languages.init();

/** @param locale - as Discord names it ("en-US", "fr"); a language we do not have falls back to English */
export function translator(locale: string): Translate {
  const translate = languages.getFixedT(locale);
  return (key, values) => translate(key, { ...values });
}
