import { randomUUID } from 'node:crypto';

import { BusyError } from '../errors.ts';
import type { Secret } from '../secret.ts';
import type { Hook, Outcome } from './hook.ts';
import { type AllowedHosts, type BadAddress, checkAddress } from './hook-address.ts';
import { testMessage } from './message.ts';
import { TRY_LASTS_MS } from './schedule.ts';
import type { Sender } from './sender.ts';
import { createHookSecret } from './signature.ts';
import type { Hooks } from './store/hooks.ts';

/** How many guilds a process has a test under way for, each of which has one at a time. */
export const TESTS_AT_ONCE = 64;

/** Of which claims a manager can have a hook told. */
export type WantedClaims = 'all' | 'of-current-token';

/** A hook as a manager sees it. `claims`: of which it is told */
export type ShownHook = Omit<Hook, 'credentialId'> & { claims: WantedClaims | 'of-other-token' };

/** No access token claims votes for the guild now, so there is none that a hook could be limited to. */
type NoToken = { kind: 'no-token' };

export type AddOutcome =
  | { kind: 'added'; hook: ShownHook; secret: Secret }
  | { kind: 'bad-address'; problem: BadAddress }
  | { kind: 'full' }
  | NoToken;

/** What managers do with the hooks of their guild, and moderators with what is sent there. */
export type Rewards = {
  list(guildId: string): Promise<ShownHook[]>;
  find(guildId: string, id: string): Promise<ShownHook | undefined>;
  /** @param typed - the address. The secret is shown now and never again. */
  add(guildId: string, typed: string, claims: WantedClaims): Promise<AddOutcome>;
  /** Makes a new secret; the one before signs too for a day. @returns undefined when there is no such hook */
  rotate(guildId: string, id: string): Promise<{ hook: ShownHook; secret: Secret } | undefined>;
  /**
   * Sends a message for which nothing is handed over, once.
   *
   * @returns undefined when there is no such hook
   * @throws {@link BusyError} while one of the guild's is under way, or too many are
   */
  test(guildId: string, id: string): Promise<{ hook: ShownHook; outcome: Outcome } | undefined>;
  pause(guildId: string, id: string): Promise<ShownHook | undefined>;
  resume(guildId: string, id: string): Promise<ShownHook | undefined>;
  /** Changes of which claims a hook is told from now on. @returns undefined when there is no such hook */
  limit(
    guildId: string,
    id: string,
    claims: WantedClaims,
  ): Promise<{ kind: 'limited'; hook: ShownHook } | NoToken | undefined>;
  /** Forgets a hook. @returns the ones that are left */
  remove(guildId: string, id: string): Promise<ShownHook[]>;
  /** Sends a claim's reward at once, with the id that it always had. @returns whether there is anything to send */
  sendAgain(guildId: string, claimId: string): Promise<boolean>;
};

/** @param options.credentialIdOf - the credential that claims votes for a guild now */
export function createRewards(options: {
  hooks: Hooks;
  sender: Sender;
  allowedHosts: AllowedHosts;
  credentialIdOf: (guildId: string) => Promise<string | undefined>;
  now: () => number;
}): Rewards {
  const { hooks, sender, allowedHosts, credentialIdOf, now } = options;

  /** until when each guild's is under way at the latest, the first that began before the others */
  const tests = new Map<string, number>();

  async function list(guildId: string): Promise<ShownHook[]> {
    const found = await hooks.list(guildId);
    const isAnyLimited = found.some(({ credentialId }) => credentialId !== undefined);
    const current = isAnyLimited ? await credentialIdOf(guildId) : undefined;
    return found.map(({ credentialId, ...hook }) => {
      const limited = credentialId === current ? 'of-current-token' : 'of-other-token';
      return { ...hook, claims: credentialId === undefined ? 'all' : limited };
    });
  }

  /** @returns undefined when there is no credential to limit a hook to */
  async function limitTo(guildId: string, claims: WantedClaims): Promise<Pick<Hook, 'credentialId'> | undefined> {
    if (claims === 'all') return { credentialId: undefined };
    const credentialId = await credentialIdOf(guildId);
    return credentialId === undefined ? undefined : { credentialId };
  }

  const find = async (guildId: string, id: string) => (await list(guildId)).find((hook) => hook.id === id);

  return {
    list,
    find,

    async add(guildId, typed, claims) {
      const checked = checkAddress(typed, allowedHosts);
      if ('problem' in checked) return { kind: 'bad-address', ...checked };
      const limit = await limitTo(guildId, claims);
      if (!limit) return { kind: 'no-token' };
      const secret = createHookSecret();
      const id = await hooks.add(guildId, { address: checked.address, secret, ...limit });
      const hook = id === undefined ? undefined : await find(guildId, id);
      return hook ? { kind: 'added', hook, secret } : { kind: 'full' };
    },

    async rotate(guildId, id) {
      const secret = createHookSecret();
      if (!(await hooks.rotate(guildId, id, secret))) return undefined;
      const hook = await find(guildId, id);
      return hook && { hook, secret };
    },

    async test(guildId, id) {
      const [firstEnds = now()] = tests.values();
      const busyUntil = tests.get(guildId) ?? (tests.size >= TESTS_AT_ONCE ? firstEnds : undefined);
      if (busyUntil !== undefined) throw new BusyError(busyUntil);
      tests.set(guildId, now() + TRY_LASTS_MS);
      try {
        const hook = await find(guildId, id);
        if (!hook) return undefined;
        const target = await hooks.target(guildId, id);
        if (!target) return { hook, outcome: { kind: 'unreadable' } };
        const message = testMessage(randomUUID(), guildId, now());
        const { outcome } = await sender.send(target.address, message, target.secrets);
        return { hook, outcome };
      } finally {
        tests.delete(guildId);
      }
    },

    async pause(guildId, id) {
      await hooks.pause(guildId, id);
      return find(guildId, id);
    },

    async resume(guildId, id) {
      await hooks.resume(guildId, id);
      return find(guildId, id);
    },

    async limit(guildId, id, claims) {
      const limit = await limitTo(guildId, claims);
      if (!limit) return { kind: 'no-token' };
      await hooks.limit(guildId, id, limit.credentialId);
      const hook = await find(guildId, id);
      return hook && { kind: 'limited', hook };
    },

    async remove(guildId, id) {
      await hooks.remove(guildId, id);
      return list(guildId);
    },

    sendAgain: (guildId, claimId) => hooks.sendAgain(guildId, claimId),
  };
}
