/** The texts of a language, or a part of them. */
export type Nested = { readonly [key: string]: string | Nested };

/** How the key of a text ends that has several forms (i18next's documentation, "Plurals"). */
export const PLURAL_FORM = /_(zero|one|two|few|many|other)$/;

/** Every text by its dotted key. */
export function textsOf(texts: Nested, prefix = ''): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[`${prefix}${key}`, text]] : textsOf(text, `${prefix}${key}.`),
  );
}

/** The content of the placeholders of a text: `player` of `{{player}}`, `count, number` of `{{count, number}}`. */
export const placeholdersOf = (text: string): string[] =>
  Array.from(text.matchAll(/\{\{([^}]*)\}\}/g), ([, inside = '']) => inside);
