import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A change of the bot's source, made as it is loaded: `find` has to be in the file exactly once. */
export type Patch = { file: string; find: string; replaceWith: string };

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * From now on, modules are loaded with these changes.
 *
 * @throws while a module is loaded, when a text to be replaced is not in it exactly once
 */
export function loadWith(patches: readonly Patch[]): void {
  const byPath = Map.groupBy(patches, ({ file }) => ROOT + file);
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const own = url.startsWith('file:') ? byPath.get(fileURLToPath(url)) : undefined;
      if (!own) return loaded;
      return { ...loaded, source: own.reduce(apply, new TextDecoder().decode(loaded.source as Uint8Array)) };
    },
  });
}

/** @throws when the text to be replaced is not there exactly once */
export function apply(source: string, { file, find, replaceWith }: Patch): string {
  const [before, after, ...more] = source.split(find);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`${file} does not contain exactly once: ${find}`);
  }
  return before + replaceWith + after;
}
