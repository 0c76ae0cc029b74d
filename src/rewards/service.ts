import type { Member } from '../member.ts';
import type { Secret } from '../secret.ts';
import { BusyError } from '../work/errors.ts';
import { newId } from '../work/ids.ts';
import type { Log } from '../work/log.ts';
import { type AllowedHosts, type BadAddress, checkAddress } from './hook-address.ts';
import { type Hook, type HookKind, type Outcome, type TestVote, writeOutcome } from './hook.ts';
import { createHookSecret, rewardMessage, testMessage } from './message.ts';
import { TRY_LASTS_MS } from './schedule.ts';
import type { Sender } from './sender.ts';
import type { TestVotes } from './store/decisions.ts';
import type { Hooks, RepeatDelivered, SentAgain, Target } from './store/hooks.ts';
import { voteName } from './vote-name.ts';
import { readToken } from './votifier.ts';

/** The limit of a process; each guild has one test at a time. */
const TESTS_AT_ONCE = 64;

/** The claims that a manager can have a hook told of. */
export type WantedClaims = 'all' | 'of-current-token';

/** A webhook's secret is made by us, the token of a game server with NuVotifier by that. */
type NewHook = { kind: 'webhook'; address: string } | { kind: 'votifier'; address: string; token: string };

/** A hook as a manager sees it. `claims`: those that it is told of */
export type ShownHook = Omit<Hook, 'credentialId'> & { claims: WantedClaims | 'of-other-token' };

/** `duplicate`: the game server gets votes for the same claims already. Nothing was changed. */
export type RefusedAddress = { kind: 'bad-address'; of: HookKind; problem: BadAddress } | { kind: 'duplicate' };

/** Of an address, which was saved. `unreached`: why nothing would arrive there now */
export type AddressTry = { isTried: boolean; unreached: Outcome | undefined };

export type AddOutcome =
  | ({ kind: 'added'; hook: ShownHook; secret: Secret } & AddressTry)
  | RefusedAddress
  | { kind: 'bad-token' }
  | { kind: 'full' }
  | { kind: 'no-token' };

export type ChangedAddress =
  | ({ kind: 'changed'; hook: ShownHook } & AddressTry)
  | (RefusedAddress & { hook: Pick<Hook, 'id' | 'kind' | 'number'> });

/** What managers do with the hooks of their guild, and moderators with its messages. */
export function createRewards(options: {
  hooks: Hooks;
  testVotes: TestVotes;
  sender: Sender;
  allowedHosts: AllowedHosts;
  /** finds the credential that claims votes for a guild now */
  credentialIdOf: (guildId: string) => Promise<string | undefined>;
  now: () => number;
  log: Log;
}) {
  const { hooks, testVotes, sender, allowedHosts, credentialIdOf, now, log } = options;

  /** when each guild's test ends at the latest, the oldest test first */
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

  /** @returns undefined when there is no credential to restrict a hook to */
  async function restrictionTo(guildId: string, claims: WantedClaims): Promise<Pick<Hook, 'credentialId'> | undefined> {
    if (claims === 'all') return { credentialId: undefined };
    const credentialId = await credentialIdOf(guildId);
    return credentialId === undefined ? undefined : { credentialId };
  }

  /** Whether a game server gets a vote for the same claims already: with NuVotifier it would hand out both. */
  async function getsClaimsOf(
    guildId: string,
    { address, credentialId }: Pick<Hook, 'address' | 'credentialId'>,
    itself?: string,
  ) {
    // Also those that an earlier version stored by another name.
    const isSame = (hook: Hook) => {
      const checked = checkAddress(hook.kind, hook.address ?? '', allowedHosts);
      return 'address' in checked && checked.address === address;
    };
    const others = (await hooks.list(guildId)).filter(
      (hook) => hook.kind === 'votifier' && hook.id !== itself && isSame(hook),
    );
    const credentials = others.map((hook) => hook.credentialId);
    return credentials.some((other) => other === undefined || credentialId === undefined || other === credentialId);
  }

  /** @returns when there is room for a test; undefined when there is now */
  function busyUntil(guildId: string): number | undefined {
    const [firstEnds = now()] = tests.values();
    return tests.get(guildId) ?? (tests.size >= TESTS_AT_ONCE ? firstEnds : undefined);
  }

  async function testing<T>(guildId: string, work: () => Promise<T>): Promise<T> {
    tests.set(guildId, now() + TRY_LASTS_MS);
    try {
      return await work();
    } finally {
      tests.delete(guildId);
    }
  }

  /**
   * Tries the address that a hook was given just now, unless a test is under way. Where nothing would arrive, the hook
   * counts as failing.
   */
  async function tryAddress(id: string, target: Target): Promise<AddressTry> {
    const { guildId } = target;
    const isTried = busyUntil(guildId) === undefined;
    const missed = isTried ? await testing(guildId, () => sender.look(target)) : undefined;
    await hooks.noteLook(id, target, missed?.outcome);
    if (missed) {
      const { outcome, reason } = missed;
      log.info(
        { guildId, outcome: writeOutcome(outcome), reason },
        'nothing would arrive at a new address for rewards',
      );
    }
    return { isTried, unreached: missed?.outcome };
  }

  async function find(guildId: string, id: string): Promise<ShownHook | undefined> {
    return (await list(guildId)).find((hook) => hook.id === id);
  }

  const thenFind = (change: (guildId: string, id: string) => Promise<void>) => async (guildId: string, id: string) => {
    await change(guildId, id);
    return find(guildId, id);
  };

  return {
    list,
    find,

    /** @param typed - as it was typed. @returns with the secret, which is never shown again */
    async add(guildId: string, typed: NewHook, claims: WantedClaims): Promise<AddOutcome> {
      const { kind } = typed;
      const checked = checkAddress(kind, typed.address, allowedHosts);
      if ('problem' in checked) return { kind: 'bad-address', of: kind, ...checked };
      const secret = typed.kind === 'webhook' ? createHookSecret() : readToken(typed.token);
      if (!secret) return { kind: 'bad-token' };
      const restriction = await restrictionTo(guildId, claims);
      if (!restriction) return { kind: 'no-token' };
      if (kind === 'votifier' && (await getsClaimsOf(guildId, { ...checked, ...restriction })))
        return { kind: 'duplicate' };
      const id = await hooks.add(guildId, { kind, address: checked.address, secret, ...restriction });
      const hook = id === undefined ? undefined : await find(guildId, id);
      if (!hook) return { kind: 'full' };
      const tried = await tryAddress(hook.id, { guildId, kind, address: checked.address, secrets: [secret] });
      return { kind: 'added', hook, secret, ...tried };
    },

    /** Sends to another address from now on, by the same secret or token. @returns undefined when there is no such hook */
    async changeAddress(guildId: string, id: string, typed: string): Promise<ChangedAddress | undefined> {
      const before = (await hooks.list(guildId)).find((hook) => hook.id === id);
      if (!before) return undefined;
      const { kind, credentialId } = before;
      const checked = checkAddress(kind, typed, allowedHosts);
      if ('problem' in checked) return { kind: 'bad-address', of: kind, ...checked, hook: before };
      const { address } = checked;
      if (kind === 'votifier' && (await getsClaimsOf(guildId, { address, credentialId }, id))) {
        return { kind: 'duplicate', hook: before };
      }
      await hooks.readdress(guildId, id, address);
      const [hook, target] = [await find(guildId, id), await hooks.target(guildId, id)];
      const tried = target ? await tryAddress(id, target) : { isTried: false, unreached: undefined };
      return hook && { kind: 'changed', hook, ...tried };
    },

    /** Makes a new secret; the former one signs too for a day. @returns undefined when there is no such hook */
    async rotate(guildId: string, id: string): Promise<{ hook: ShownHook; secret: Secret } | undefined> {
      const secret = createHookSecret();
      await hooks.rotate(guildId, id, secret);
      const hook = await find(guildId, id);
      return hook && { hook, secret };
    },

    /** Replaces the token of a game server with NuVotifier. @returns undefined when there is no such hook */
    async replaceToken(guildId: string, id: string, typed: string): Promise<ShownHook | 'bad-token' | undefined> {
      const token = readToken(typed);
      if (!token) return 'bad-token';
      await hooks.rotate(guildId, id, token);
      return find(guildId, id);
    },

    /**
     * Sends a webhook a message for which nothing is handed over, or a game server with NuVotifier a vote for a player,
     * once, and after it is on record who does: something is handed over for it.
     *
     * @param playername - of the vote
     * @returns undefined when there is no such hook
     * @throws {@link BusyError} during another test of the guild, or too many of others
     */
    async test(
      member: Member,
      id: string,
      playername = '',
    ): Promise<{ hook: ShownHook; outcome: Outcome } | undefined> {
      const { guildId, userId } = member;
      const until = busyUntil(guildId);
      if (until !== undefined) throw new BusyError(until, 'tests');
      return testing(guildId, async () => {
        const hook = await find(guildId, id);
        if (!hook) return undefined;
        const target = await hooks.target(guildId, id);
        if (!target) return { hook, outcome: { kind: 'unreadable' } };
        const testId = newId();
        const vote = { id: testId, reference: '', playername: playername.trim(), guildId, claimedAt: now() };
        if (hook.kind === 'votifier') {
          const inVote = voteName(vote.playername);
          if (inVote === undefined) return { hook, outcome: { kind: 'bad-name' } };
          await testVotes.record(member, { hookNumber: hook.number, playername: inVote });
          log.info({ guildId, userId }, 'a test vote is sent');
        }
        const message = hook.kind === 'webhook' ? testMessage(testId, guildId, now()) : rewardMessage(vote);
        const sent = await sender.send(target, message);
        if (sent) await hooks.noteLook(id, target, sent.outcome);
        return sent && { hook, outcome: sent.outcome };
      });
    },

    pause: thenFind(hooks.pause),
    resume: thenFind(hooks.resume),

    /** Changes which claims a hook is told of from now on. @returns undefined when there is no such hook */
    async restrict(guildId: string, id: string, claims: WantedClaims): Promise<ShownHook | 'no-token' | undefined> {
      const restriction = await restrictionTo(guildId, claims);
      if (!restriction) return 'no-token';
      await hooks.restrict(guildId, id, restriction.credentialId);
      return find(guildId, id);
    },

    remove: hooks.remove,

    testVotes: (guildId: string): Promise<TestVote[]> => testVotes.newest(guildId),

    async sendAgain(member: Member, claimId: string, delivered: RepeatDelivered): Promise<SentAgain> {
      const result = await hooks.sendAgain(member, claimId, delivered);
      if (result === 'sent')
        log.info({ guildId: member.guildId, userId: member.userId, claimId }, 'a reward is sent again');
      return result;
    },

    async markArrived(member: Member, claimId: string): Promise<boolean> {
      const isMarked = await hooks.markArrived(member, claimId);
      if (isMarked)
        log.info({ guildId: member.guildId, userId: member.userId, claimId }, 'a reward is said to have arrived');
      return isMarked;
    },
  };
}
