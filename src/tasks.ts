import { DiscordAPIError, REST } from 'discord.js';

import { commands } from '../commands/index.ts';
import type { Config, StorageConfig } from './config.ts';
import { backUp } from './database/backup.ts';
import { openAlone, openStore } from './database/database.ts';
import { copyDatabase } from './database/move.ts';
import { fetchApplication, setInteractionsEndpoint } from './discord/application.ts';
import { asLoginFailure } from './discord/login.ts';
import { definitionsOf } from './discord/command.ts';
import { registerCommands } from './discord/registration.ts';
import { FatalError } from './errors.ts';
import type { Log } from './log.ts';
import type { Secret } from './secret.ts';
import { describeKeyRing, openKeyRing, renewKeyRing } from './secrets/key-ring.ts';
import { openSealedStore } from './secrets/sealed-store.ts';
import { forgetUnopenable, type Forgotten, refuseUnknownKeys, resealAll } from './secrets/sealed-values.ts';
import { createSealer } from './secrets/sealer.ts';

const BAD_REQUEST = 400;

/**
 * Registers the commands and does nothing else.
 *
 * @returns whether they differed from what Discord had
 * @throws FatalError when Discord refuses the token or cannot be reached
 */
export async function register(config: Config, log: Log): Promise<boolean> {
  const rest = restOf(config);
  try {
    const { id } = await fetchApplication(rest);
    return (await registerCommands(rest, id, definitionsOf(commands), log)).changed;
  } catch (error) {
    throw asLoginFailure(error);
  }
}

/**
 * Has Discord post interactions to an address. Discord asks it first, once as it always does and once with a bad
 * signature.
 *
 * @throws FatalError when Discord refuses the address or the token, or cannot be reached
 */
export async function postInteractionsTo(url: string, config: Config): Promise<void> {
  await setInteractionsEndpoint(restOf(config), url).catch((error: unknown) => {
    if (!(error instanceof DiscordAPIError) || error.status !== BAD_REQUEST) throw asLoginFailure(error);
    throw new FatalError(
      `Discord refused ${url}: ${error.message.replaceAll('\n', ': ')} The bot must be running behind that address.`,
      { cause: error },
    );
  });
}

function restOf({ discord }: Config): REST {
  return new REST({ api: discord.apiUrl }).setToken(discord.token.reveal());
}

/**
 * Reseals every secret in the database with the newest key, and does nothing else. The bot may be running.
 *
 * @returns how many were resealed, and how many cannot be opened
 * @throws FatalError when the database or the key ring cannot be used
 */
export async function rotateKeys(config: StorageConfig): Promise<{ resealed: number; failed: number }> {
  const { store, sealer } = await openSealedStore(config, renewKeyRing);
  try {
    return await resealAll(store, sealer);
  } finally {
    await store.close();
  }
}

/**
 * Forgets what is encrypted with a key that is lost, and does nothing else. The bot may be running.
 *
 * @returns how many values of each kind were forgotten
 * @throws FatalError when the database or the key ring cannot be used
 */
export async function forgetSecrets(config: StorageConfig): Promise<Forgotten> {
  const store = await openStore(config.database);
  try {
    const { keys, reread = () => keys } = openKeyRing(config, false);
    return await forgetUnopenable(store, () => createSealer(reread()));
  } finally {
    await store.close();
  }
}

/**
 * Copies the SQLite database to a new file. The bot may be running.
 *
 * @returns where the keys to it are, in words: they are not in the copy
 * @throws FatalError when it cannot be done
 */
export function backUpDatabase(config: StorageConfig, file: string): string {
  const { database } = config;
  if (database.kind === 'postgres') throw new FatalError('Postgres has a tool of its own for this: pg_dump.');
  backUp(database.path, file);
  return describeKeyRing(config);
}

/**
 * Copies everything from the SQLite database to an empty Postgres database. The bot may not be running.
 *
 * @returns how many rows there were, and where the keys to them are, in words: the new database needs the same
 * @throws FatalError when it cannot be done; then nothing was copied
 */
export async function moveToPostgres(config: StorageConfig, url: Secret): Promise<{ rows: number; keys: string }> {
  const { store, sealer } = await openSealedStore(config, openKeyRing, openAlone);
  const keys = describeKeyRing(config);
  try {
    const target = await openStore({ kind: 'postgres', url });
    try {
      const rows = await copyDatabase(store, target);
      await refuseUnknownKeys(target, sealer, keys);
      return { rows, keys };
    } finally {
      await target.close();
    }
  } finally {
    await store.close();
  }
}
