/** A change of the bot's source, made as it is bundled: the text to be replaced has to be in the file exactly once. */
export type Patch = readonly [file: string, find: string, replaceWith: string];

/** @throws when the text to be replaced is not there exactly once */
export function apply(source: string, [file, find, replaceWith]: Patch): string {
  const [before, after, ...more] = source.split(find);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`${file} does not contain exactly once: ${find}`);
  }
  return before + replaceWith + after;
}
