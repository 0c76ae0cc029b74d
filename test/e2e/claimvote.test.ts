import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import type { MemberLimits } from '../../src/work/limits.ts';
import { createSqlite } from '../database/databases.ts';
import { answerTo, startBot } from './bot.ts';
import { requestsIn, startOn } from './crowd-scene.ts';
import { idOf, read } from './reading.ts';

const ONE_CLAIM: MemberLimits = { perPerson: { uses: 1, seconds: 60 }, perGuild: { uses: 600, seconds: 60 } };
const TWO_CLAIMS: MemberLimits = { ...ONE_CLAIM, perPerson: { uses: 2, seconds: 60 } };

describe('/claimvote', () => {
  it('writes nothing more of the older claim into a reply that was checked again', async () => {
    const { main, member, store } = await startOn(createSqlite());
    // The record that somebody was shown their answer is lost.
    await store.write((db) =>
      sql`create trigger lost before update of told on claim_requests begin select raise(fail, 'lost'); end`.execute(
        db,
      ),
    );
    const none = await answerTo(member.command('claimvote', { playername: 'Steve' }));
    expect(await requestsIn(store, sql`sealed_reply_token is not null`)).toBe(1);

    main.castVote('Steve');
    const again = member.click(none.message, 'Check again');
    let told = await answerTo(again);
    // What was not put on record is shown again until the reply belongs to the new claim.
    while (told.title === none.title) told = read(await again.nextEdit());
    expect(told).toMatchObject({ title: 'Reward claimed' });

    expect(await requestsIn(store, sql`sealed_reply_token is null`)).toBe(1);
  });

  it('leaves a granted claim on show when the click that got it was a double click', async () => {
    const { main, member } = await startBot({ app: { limits: { claim: TWO_CLAIMS } } });
    const none = await answerTo(member.command('claimvote', { playername: 'Steve' }));
    main.castVote('Steve');

    const first = member.click(none.message, 'Check again');
    const granted = await first.reply();
    const second = member.forge(idOf(none.message, 'Check again'), none.message);

    const patience = await second.reply();
    expect(read(patience).title).toBe('Please wait');
    expect(patience.id).not.toBe(granted.id);
    expect(read(granted).title).toBe('Reward claimed');
    expect(first.message).toEqual(granted);
  });
});
