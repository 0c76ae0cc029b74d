import { expect, test } from 'vitest';

import type { ReviewOutcome } from '../../src/claims/states.ts';
import { CLAIM_TIMINGS } from '../../src/claims/timings.ts';
import { MESSAGE_EVERY_MS, REMINDER_LEASE_MS, SENT_AGAIN_WITHIN_MS } from '../../src/reminders/reminder.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/work/clock.ts';
import { describeOnEachDatabase } from '../database/databases.ts';
import { ADA, BOB, createScene } from '../reminders/reminder-scene.ts';
import { admit, GUILD, requestsIn } from './store/ledger-scene.ts';

const LATER_MS = CLAIM_TIMINGS.replyEditableMs + MINUTE_MS;

describeOnEachDatabase('what a moderator decided', (open) => {
  /** Ada wants reminders, and her claim was parked long ago. */
  async function createParked() {
    const scene = await createScene(open, { hours: undefined });
    const { reminders, ledger, clock, discord } = scene;
    await reminders.turnOn(ADA, 'en');
    const expire = async () => {
      await clock.advance(LATER_MS);
      await ledger.wipeExpiredReplies();
    };
    const park = async (member: typeof ADA, playername: string) => {
      const { claim } = await admit(ledger, { ...member, playername });
      await ledger.close(claim, { kind: 'pending' });
      return claim.id;
    };
    const claimId = await park(ADA, 'Steve');
    await expire();
    const decide = (outcome: ReviewOutcome = 'claimed', id = claimId) =>
      ledger.resolve({ guildId: GUILD, claimId: id }, { by: 'mona', note: 'seen', outcome });
    const texts = () => discord.shown.map(({ reply }) => reply.embeds[0]?.description ?? '');
    const told = async () => (await requestsIn(scene.store)).map((request) => request.told);
    const late = (member = ADA) => ledger.lateAnswersFor(member);
    return { ...scene, park, expire, decide, texts, told, late };
  }

  test('reaches a member who wants reminders by a direct message, once', async () => {
    const { decide, live, clock, texts, discord, told, late } = await createParked();
    await decide();
    await live(MINUTE_MS);
    expect(texts()).toEqual([
      expect.stringMatching(/About your claim for \*\*Steve\*\* in Castle.*the vote was claimed/s),
    ]);
    expect(JSON.stringify(discord.shown[0]?.reply.components)).toContain('https://discord.com/channels/1');
    expect([await told(), await late()]).toEqual([['reviewed'], []]);
    await clock.advance(HOUR_MS);
    await live(MINUTE_MS);
    expect(texts()).toHaveLength(1);
  });

  test('waits for the next command of a member who wants none', async () => {
    const { park, expire, decide, live, sentTo, late } = await createParked();
    const other = await park(BOB, 'Alex');
    await expire();
    await decide('not-claimed', other);
    await live(MINUTE_MS);
    expect(sentTo()).toEqual([]);
    expect(await late(BOB)).toMatchObject([{ verdict: { kind: 'reviewed', outcome: 'not-claimed' } }]);
  });

  test('is told in the reply as long as that can be edited', async () => {
    const { park, decide, live, sentTo, ledger } = await createParked();
    const claimId = await park(ADA, 'Alex');
    await decide('claimed', claimId);
    await live(MINUTE_MS);
    expect(sentTo()).toEqual([]);
    expect(await ledger.untold()).toHaveLength(1);
  });

  test('is sent again by another process with the same nonce, as long as Discord knows that', async () => {
    const { decide, live, discord, sentTo, late, told } = await createParked();
    discord.answers = 'unknown';
    await decide();
    await live(MESSAGE_EVERY_MS);
    // Whether she has it is not known, so that no command may tell her as well.
    expect([sentTo(), await late()]).toEqual([[ADA.userId], []]);
    discord.answers = undefined;
    await live(MINUTE_MS);
    expect([sentTo(), await told()]).toEqual([[ADA.userId], ['reviewed']]);
  });

  test('counts as told when nobody can find out whether the message arrived', async () => {
    const { decide, live, discord, sentTo, clock, told } = await createParked();
    discord.answers = 'unknown';
    await decide();
    await live(MESSAGE_EVERY_MS);
    discord.answers = undefined;
    await clock.advance(SENT_AGAIN_WITHIN_MS + REMINDER_LEASE_MS);
    await live(MINUTE_MS);
    expect([sentTo(), await told()]).toEqual([[ADA.userId], ['reviewed']]);
  });

  test.each(['closed', 'left', 'no-guild', 'refused'] as const)(
    'waits for the next command when Discord lets nothing be sent: %s',
    async (problem) => {
      const { decide, live, clock, discord, sentTo, late, store } = await createParked();
      discord.refuses = problem;
      await decide();
      await live(MINUTE_MS);
      discord.refuses = undefined;
      await clock.advance(HOUR_MS);
      await live(MINUTE_MS);
      expect([sentTo(), (await late()).length]).toEqual([[], 1]);
      expect(await requestsIn(store)).toMatchObject([{ direct_at: null }]);
    },
  );

  test('is not sent to a member who has stopped reminders, or had their data deleted', async () => {
    const { decide, live, reminders, sentTo, late, store } = await createParked();
    await decide();
    await reminders.turnOff(ADA);
    await live(MINUTE_MS);
    expect([sentTo(), (await late()).length]).toEqual([[], 1]);
    expect(await requestsIn(store)).toMatchObject([{ direct_at: null }]);
  });
});
