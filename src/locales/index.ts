import type { LocalizationMap } from 'discord.js';
import { createInstance } from 'i18next';
import { LRUCache } from 'lru-cache';

import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es419 from './es-419.json' with { type: 'json' };
import esES from './es-ES.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import type { Placeholders } from './placeholders.ts';
import ptBR from './pt-BR.json' with { type: 'json' };

const SOURCE_LANGUAGE = 'en';

/** Every language, by the name that Discord has for it (its documentation, "Locales"). */
export const LANGUAGES = {
  [SOURCE_LANGUAGE]: en,
  de,
  'es-419': es419,
  'es-ES': esES,
  fr,
  it,
  'pt-BR': ptBR,
} satisfies Record<string, typeof en>;

type PathsOf<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${PathsOf<T[K]>}` }[keyof T & string];

/** Of a text that depends on a `count`, the forms that i18next tells apart (its documentation, "Plurals"). */
type WithoutForm<Path> = Path extends `${infer Name}_${Intl.LDMLPluralRule}` ? Name : Path;

export type TextKey = WithoutForm<PathsOf<typeof en>>;

/** The name of a placeholder: `count` of `count, number`. */
type NameOf<Inside> = Inside extends `${infer Name},${string}` ? Name : Inside;

/** The values for the placeholders: numbers for those that have a format. */
type ValuesFor<P> = {
  readonly [Name in NameOf<P> & string]: Extract<P, `${Name},${string}`> extends never ? string | number : number;
};

/** The values that a text needs beside its key; for several keys, those that any of them needs. */
export type Values<Key extends TextKey> =
  Extract<Key, keyof Placeholders> extends never
    ? []
    : [values: ValuesFor<Placeholders[Extract<Key, keyof Placeholders>]>];

export type PlainTextKey = Exclude<TextKey, keyof Placeholders>;

/** A text in one language, with `{{…}}` replaced by the values as they are: the caller escapes. */
export type Translate = <Key extends TextKey>(key: Key, ...values: Values<Key>) => string;

const languages = createInstance({
  lng: SOURCE_LANGUAGE,
  fallbackLng: SOURCE_LANGUAGE,
  resources: Object.fromEntries(Object.entries(LANGUAGES).map(([name, translation]) => [name, { translation }])),
  interpolation: { escapeValue: false, skipOnVariables: true },
  initAsync: false,
});
void languages.init();

/** Texts before they are filled in, by locale and key: i18next finds one in 4 µs, and the answer to `/plan` has 15. */
const texts = new LRUCache<string, Map<string, string>>({ max: 64, memoMethod: () => new Map() });

/** The ids under which Discord has registered commands, by name. */
export type CommandIds = ReadonlyMap<string, string>;

/** A command as texts name it, with its subcommand if any. Names from people are escaped, so none looks like it. */
const COMMAND = /<\/([a-z -]{1,99})>/g;

/**
 * Commands that a text names can be clicked on where their ids are known (Discord's documentation, "Message Formatting").
 *
 * @param locale - as Discord names it ("en-US", "de")
 */
export function translator(locale: string, commandIds: CommandIds = new Map()): Translate {
  const translate = languages.getFixedT(locale);
  const known = texts.memo(locale);

  /** @param count - chooses between the forms of a text that has several */
  function textOf(key: TextKey, count?: unknown): string {
    if (typeof count === 'number') return translate(key, { count, skipInterpolation: true });
    const text = known.get(key) ?? translate(key, { skipInterpolation: true });
    known.set(key, text);
    return text;
  }

  return (key: TextKey, values?: object) => {
    const text = textOf(key, values && 'count' in values ? values.count : undefined);
    const filled = values ? languages.services.interpolator.interpolate(text, values, locale, {}) : text;
    return filled.replace(COMMAND, (_, name: string) => {
      const id = commandIds.get(name.split(' ', 1).join());
      return id === undefined ? `\`/${name}\`` : `</${name}:${id}>`;
    });
  };
}

export type CommandText = PlainTextKey & `commands.${string}`;

export function named(key: CommandText) {
  return { name: inEnglish(key), name_localizations: inOtherLanguages(key) };
}

export function described(key: CommandText) {
  return { description: inEnglish(key), description_localizations: inOtherLanguages(key) };
}

const inEnglish = translator(SOURCE_LANGUAGE);

function inOtherLanguages(key: CommandText): LocalizationMap {
  const others = Object.keys(LANGUAGES).filter((name) => name !== SOURCE_LANGUAGE);
  return Object.fromEntries(others.map((name) => [name, translator(name)(key)]));
}
