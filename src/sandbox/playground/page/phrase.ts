/** A text with more than text in it, such as a key to press: its pieces in order, for a template of lit. */
export function phrase(texts: TemplateStringsArray, ...things: unknown[]): unknown[] {
  return texts.flatMap((text, index) => (index < things.length ? [text, things[index]] : [text]));
}
