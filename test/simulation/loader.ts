import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';

import { LOSABLE } from '../faults/lost-commits.ts';
import { WATCHABLE } from '../faults/parts.ts';
import { apply, type Patch } from '../faults/patches.ts';
import { SHORTENED } from '../faults/timings.ts';

const ROOT = new URL('../../', import.meta.url);
/** What is simulated: files of the bot, and what stands for each. */
const SIMULATED = new Map([
  ['src/work/clock.ts', 'clock.ts'],
  ['src/work/ids.ts', 'ids.ts'],
  ['src/http/exchange.ts', 'network.ts'],
  ['src/discord/incoming/way-in.ts', 'way-in.ts'],
]);
/** The rest of the boundary, and what would only take time: here commands are registered, and nobody changes them. */
const BOUNDARY: readonly Patch[] = [
  ...LOSABLE,
  ...WATCHABLE,
  [
    'src/database/database.ts',
    "import { openSqlite } from './sqlite.ts';",
    "import { openConnection as openSqlite } from '../../test/simulation/store.ts';",
  ],
  ['src/secrets/sealed-values.ts', 'openRing(config, await holdsSecrets(store))', 'openRing(config, false)'],
  ['src/secrets/sealed-values.ts', 'await refuseUnknownKeys(store, sealer, describeKeyRing(config));', ''],
  [
    'src/discord/rest/registration.ts',
    'const registered = (await rest.get(route, { query })) as APIApplicationCommand[];',
    'const registered = definitions.map(({ name }, at) => ({ name, id: String(at + 1) }));',
  ],
  [
    'src/discord/rest/registration.ts',
    'const changed = !isDeepStrictEqual(byName(registered), byName(definitions));',
    'const changed = false;',
  ],
  // What nobody changes need not be frozen, piece by piece, for each query.
  ['node_modules/kysely/dist/util/object-utils.js', 'return Object.freeze(obj);', 'return obj;'],
];
/** Most looks at the database find nothing to do, and take most of the time: here there are fewer of them. */
const RARER: Readonly<Record<string, string>> = {
  'REWARDS_EVERY_MS = 2_000;': 'REWARDS_EVERY_MS = 700;',
  'MESSAGE_EVERY_MS = 2 * SECOND_MS;': 'MESSAGE_EVERY_MS = 700;',
};
/** The durations of the fault proof. A real database on a busy machine needs all of its time; this one has a share of it. */
export const DURATIONS: readonly Patch[] = [
  ...SHORTENED.map(([file, find, replaceWith]): Patch => [file, find, RARER[find] ?? replaceWith]),
  ['src/database/postgres.ts', 'ANSWER_WITHIN_MS = 2_500;', 'ANSWER_WITHIN_MS = 600;'],
];

const VOTE_SENDER = new URL('src/rewards/vote-sender.ts', ROOT).href;
const PACKAGES = new URL('node_modules/', ROOT).href;
/** There is one time, whatever is loaded. */
const TIME = new URL('time.ts', import.meta.url).href;

/**
 * Has Node load the bot with the boundary of the simulation, and in several variants, each with changes of its source: all
 * that a module with `?variant=0` imports is of the first one. Packages are loaded once, which takes most of the time.
 *
 * @throws later, when a file is loaded that does not have a text to be replaced exactly once
 */
export function simulateBoundary(variants: readonly (readonly Patch[])[]): void {
  const byUrl = variants.map((patches) => Map.groupBy([...BOUNDARY, ...patches], ([file]) => new URL(file, ROOT).href));
  const standIns = new Map(
    [...SIMULATED].map(([file, own]) => [new URL(file, ROOT).href, new URL(own, import.meta.url).href]),
  );
  const own = new Set(standIns.values());
  // Variants differ in few files.
  const stripped = new Map<string, string>();
  const withoutTypes = (source: string): string => {
    const known = stripped.get(source) ?? stripTypeScriptTypes(source);
    stripped.set(source, known);
    return known;
  };
  registerHooks({
    resolve(specifier, context, next) {
      const [parent = '', variant] = context.parentURL?.split('?') ?? [];
      const inVariant = (url: string) =>
        variant === undefined || url === TIME || !url.startsWith(ROOT.href) || url.startsWith(PACKAGES)
          ? url
          : `${url}?${variant}`;
      if (specifier === 'node:net' && parent === VOTE_SENDER)
        return { url: inVariant(new URL('network.ts', import.meta.url).href), shortCircuit: true };
      const resolved = next(specifier, context);
      // What stands for a file may take the rest of it from there.
      const url = own.has(parent) ? resolved.url : (standIns.get(resolved.url) ?? resolved.url);
      return { ...resolved, url: inVariant(url) };
    },
    load(asked, context, next) {
      const [url = '', variant = 'variant=0'] = asked.split('?');
      const changes = byUrl[Number(variant.split('=')[1])]?.get(url) ?? [];
      const isOurs = url.startsWith(ROOT.href) && !url.startsWith(PACKAGES) && url.endsWith('.ts');
      if (changes.length === 0 && !isOurs) return next(asked, context);
      const source = changes.reduce(apply, readFileSync(fileURLToPath(url), 'utf8'));
      return { format: 'module', source: isOurs ? withoutTypes(source) : source, shortCircuit: true };
    },
  });
}
