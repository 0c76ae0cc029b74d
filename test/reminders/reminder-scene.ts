import { createLeases } from '../../src/database/leases.ts';
import { directAnswers } from '../../src/claims/direct-answers.ts';
import { createDirectAnswers } from '../../src/claims/store/direct-answers.ts';
import { translator } from '../../src/locales/index.ts';
import type { Member } from '../../src/member.ts';
import {
  type DueLetter,
  type DueReminder,
  MESSAGE_EVERY_MS,
  REMINDER_LEASE_MS,
  type ReminderCalls,
} from '../../src/reminders/reminder.ts';
import { type Answers, createReminderSending } from '../../src/reminders/sending.ts';
import { createReminders } from '../../src/reminders/service.ts';
import { createReminderQueue } from '../../src/reminders/store/queue.ts';
import { createStoredReminders } from '../../src/reminders/store/reminders.ts';
import type { Reply } from '../../src/ui/reply.ts';
import { HOUR_MS } from '../../src/work/clock.ts';
import { createLog } from '../../src/work/log.ts';
import { grant, GUILD, ledgerOn, sealer } from '../claims/store/ledger-scene.ts';
import { type OpenTestStore } from '../database/databases.ts';
import { rowsIn } from '../database/rows.ts';
import { onClock } from '../database/store-on-clock.ts';
import { createManualClock } from '../manual-clock.ts';

export const HOURS = 24;
export const NOON = Date.parse('2026-03-01T12:00:00.000Z');
export const ADA: Member = { guildId: GUILD, userId: 'ada' };
export const BOB: Member = { guildId: GUILD, userId: 'bob' };
export const log = createLog({ level: 'silent', secrets: [] });
const stopping = new AbortController().signal;

type Sent = { guildId: string; userId: string; nonce: string; at: number; reply: Reply };

/** One whose hours are over at the millisecond. */
export const dueReminder = (changes: Partial<DueReminder> = {}): DueReminder => ({
  ...{ id: 1, guildId: 'guild', userId: 'ada', locale: 'fr', claimedAt: NOON - HOURS * HOUR_MS, hours: HOURS },
  ...{ quiet: undefined, begunAt: undefined, tries: 0, takenAt: NOON, heldUntil: NOON + REMINDER_LEASE_MS },
  ...changes,
});

/** Where nobody decides about claims. */
export const NO_ANSWERS: Answers<DueLetter> = {
  isDue: () => Promise.resolve(false),
  take: () => Promise.resolve(undefined),
  letterOf: () => {
    throw new Error('no answer is due');
  },
  begin: () => Promise.resolve(false),
  record: () => Promise.resolve(),
};

/** Discord as the bot sees it: whom it lets us write to, and what it forgets of a nonce after five minutes. */
function createDiscord(now: () => number) {
  const shown: Sent[] = [];
  const discord = {
    shown,
    /** what opening a channel comes to instead */
    refuses: undefined as Exclude<Awaited<ReturnType<ReminderCalls['open']>>['kind'], 'ready'> | undefined,
    /** what a message comes to instead */
    answers: undefined as Awaited<ReturnType<ReminderCalls['send']>> | undefined,
    /** whether a message is shown although its answer is lost */
    takes: true,
  };
  const calls: ReminderCalls = {
    open: ({ guildId, userId }) =>
      Promise.resolve(
        discord.refuses
          ? { kind: discord.refuses }
          : { kind: 'ready', channelId: JSON.stringify([guildId, userId]), guildName: 'Castle' },
      ),
    send(channelId, { nonce, words }) {
      const [guildId, userId] = JSON.parse(channelId) as [string, string];
      const isKnown = shown.some((one) => one.nonce === nonce && now() - one.at < 300_000);
      const isShown = discord.answers === undefined || (discord.answers === 'unknown' && discord.takes);
      if (isShown && !isKnown) shown.push({ guildId, userId, nonce, at: now(), reply: words(translator('en')) });
      return Promise.resolve(discord.answers ?? 'sent');
    },
  };
  return { discord, calls };
}

/** Two processes that share a database, and a member who wants to be reminded. */
export async function createScene(open: OpenTestStore, { hours = HOURS }: { hours?: number | undefined } = {}) {
  const clock = createManualClock();
  const store = onClock(await open(), clock.now);
  const { discord, calls } = createDiscord(clock.now);
  const stored = createStoredReminders(store);
  const queue = createReminderQueue(store);
  const leases = createLeases(store);
  const ended: string[] = [];
  const reminders = createReminders({
    stored,
    ofGuild: async (guildId) => {
      const guild = (await rowsIn(store, 'guilds')).find(({ id }) => id === guildId);
      return { hours: guild?.reminder_hours ?? undefined };
    },
    log,
  });
  const ledger = ledgerOn(store);
  const processes = [1, 2].map(() =>
    createReminderSending({
      queue,
      answers: directAnswers(createDirectAnswers(store, sealer), ({ playername, reference, createdAt }) =>
        Promise.resolve({ playername, reference, lateSince: createdAt }),
      ),
      calls,
      leases,
      detailsOf: () =>
        Promise.resolve({ voteLinks: [], playername: 'Steve', claimUrl: 'https://discord.com/channels/1' }),
      count: (_, result) => ended.push(result),
      clock,
      log,
    }),
  );
  await stored.setHours(GUILD, hours);

  /** What both processes do when they look at once. */
  const look = () => Promise.all(processes.map((one) => one.round(stopping)));
  /** What they do for so long, looking as often as they do. */
  async function live(ms: number) {
    const until = clock.now() + ms;
    while (clock.now() < until) {
      await look();
      await clock.advance(MESSAGE_EVERY_MS);
    }
  }
  const claim = ({ guildId, userId } = ADA, playername = 'Steve') => grant(ledger, { guildId, userId, playername });
  const rows = () => rowsIn(store, 'reminders', 'id');
  const sentTo = () => discord.shown.map(({ userId }) => userId);
  return { clock, store, discord, stored, queue, leases, ended, reminders, ledger, look, live, claim, rows, sentTo };
}
