import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
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
  {
    file: 'src/database/database.ts',
    find: "import { openSqlite } from './sqlite.ts';",
    replaceWith: "import { openConnection as openSqlite } from '../../test/simulation/store.ts';",
  },
  {
    file: 'src/secrets/sealed-values.ts',
    find: 'openRing(config, await holdsSecrets(store))',
    replaceWith: 'openRing(config, false)',
  },
  {
    file: 'src/secrets/sealed-values.ts',
    find: 'await refuseUnknownKeys(store, sealer, describeKeyRing(config));',
    replaceWith: '',
  },
  {
    file: 'src/discord/rest/registration.ts',
    find: 'const registered = (await rest.get(route, { query })) as APIApplicationCommand[];',
    replaceWith: 'const registered = definitions.map(({ name }, at) => ({ name, id: String(at + 1) }));',
  },
  {
    file: 'src/discord/rest/registration.ts',
    find: 'const changed = !isDeepStrictEqual(byName(registered), byName(definitions));',
    replaceWith: 'const changed = false;',
  },
  // What nobody changes need not be frozen, piece by piece, for each query.
  {
    file: 'node_modules/kysely/dist/util/object-utils.js',
    find: 'return Object.freeze(obj);',
    replaceWith: 'return obj;',
  },
];
/** Most looks at the database find nothing to do, and take most of the time: here there are fewer of them. */
const RARER: Readonly<Record<string, string>> = {
  'REWARDS_EVERY_MS = 2_000;': 'REWARDS_EVERY_MS = 700;',
  'MESSAGE_EVERY_MS = 2 * SECOND_MS;': 'MESSAGE_EVERY_MS = 700;',
};
/** The durations of the fault proof. A real database on a busy machine needs all of its time; this one has a share of it. */
export const DURATIONS = [
  ...SHORTENED.map((patch) => ({ ...patch, replaceWith: RARER[patch.find] ?? patch.replaceWith })),
  { file: 'src/database/postgres.ts', find: 'ANSWER_WITHIN_MS = 2_500;', replaceWith: 'ANSWER_WITHIN_MS = 600;' },
];

const VOTE_SENDER = new URL('src/rewards/vote-sender.ts', ROOT).href;

/**
 * Has Node load the bot with the boundary of the simulation, and with these changes of its source.
 *
 * @throws later, when a file is loaded that does not have a text to be replaced exactly once
 */
export function simulateBoundary(patches: readonly Patch[]): void {
  const byUrl = Map.groupBy([...BOUNDARY, ...patches], ({ file }) => new URL(file, ROOT).href);
  const standIns = new Map(
    [...SIMULATED].map(([file, own]) => [new URL(file, ROOT).href, new URL(own, import.meta.url).href]),
  );
  const own = new Set(standIns.values());
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'node:net' && context.parentURL === VOTE_SENDER)
        return { url: new URL('network.ts', import.meta.url).href, shortCircuit: true };
      const resolved = next(specifier, context);
      // What stands for a file may take the rest of it from there.
      if (own.has(context.parentURL ?? '')) return resolved;
      return { ...resolved, url: standIns.get(resolved.url) ?? resolved.url };
    },
    load(url, context, next) {
      const changes = byUrl.get(url);
      if (!changes) return next(url, context);
      const source = changes.reduce(apply, readFileSync(fileURLToPath(url), 'utf8'));
      return { format: url.endsWith('.ts') ? 'module-typescript' : 'module', source, shortCircuit: true };
    },
  });
}
