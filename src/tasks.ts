import { REST } from 'discord.js';

import { commands } from '../commands/index.ts';
import type { Config } from './config.ts';
import { openStore } from './database/database.ts';
import { fetchApplication } from './discord/application.ts';
import { asLoginFailure } from './discord/login.ts';
import { definitions, registerCommands } from './discord/registration.ts';
import type { Log } from './log.ts';
import { openKeyRing, renewKeyRing } from './secrets/key-ring.ts';
import { openSealedStore } from './secrets/sealed-store.ts';
import { forgetUnopenable, type Forgotten, resealAll } from './secrets/sealed-values.ts';
import { createSealer } from './secrets/sealer.ts';

/**
 * Registers the commands and does nothing else.
 *
 * @returns whether they differed from what Discord had
 * @throws FatalError when Discord refuses the token or cannot be reached
 */
export async function register(config: Config, log: Log): Promise<boolean> {
  const rest = new REST({ api: config.discord.apiUrl }).setToken(config.discord.token.reveal());
  try {
    const { id } = await fetchApplication(rest);
    return (await registerCommands(rest, id, definitions(commands), log)).changed;
  } catch (error) {
    throw asLoginFailure(error);
  }
}

/**
 * Reseals every secret in the database with the newest key, and does nothing else. The bot may be running.
 *
 * @returns how many were resealed, and how many cannot be opened
 * @throws FatalError when the database or the key ring cannot be used
 */
export async function rotateKeys(config: Config): Promise<{ resealed: number; failed: number }> {
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
export async function forgetSecrets(config: Config): Promise<Forgotten> {
  const store = await openStore(config.database);
  try {
    const { keys, reread = () => keys } = openKeyRing(config, false);
    return await forgetUnopenable(store, () => createSealer(reread()));
  } finally {
    await store.close();
  }
}
