/** The texts of a language, or a part of them. */
export type Nested = { readonly [key: string]: string | Nested };

/** Every text by its dotted key. */
export function textsOf(texts: Nested, prefix = ''): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[`${prefix}${key}`, text]] : textsOf(text, `${prefix}${key}.`),
  );
}
