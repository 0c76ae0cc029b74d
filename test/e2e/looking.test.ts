import { describe, expect, it } from 'vitest';

import { CLAIM_TIMINGS } from '../../src/claims/timings.ts';
import type { Message } from '../../src/sandbox/discord/message.ts';
import { answerTo, buttonsOf, descriptionOf, startBot } from './bot.ts';

const SOON = { claims: { ...CLAIM_TIMINGS, firstLookMs: 300, recoveryEveryMs: 50 } };
const LATER = { claims: { ...CLAIM_TIMINGS, recoveryEveryMs: 50 } };
const OFFERED = ['Vote', 'Check again', 'Keep looking', 'Another name'];

/** What a message shows once it is so. */
async function shown(next: () => Promise<Message>, isSo: (message: Message) => boolean): Promise<Message> {
  for (;;) {
    const message = await next();
    if (isSo(message)) return message;
  }
}

describe('a vote that was not found', () => {
  it('is looked for in the same message, until it is there', async () => {
    const { main, member } = await startBot({ app: { timings: SOON } });
    const { message } = await answerTo(member.command('claimvote', { playername: 'Steve' }));

    const look = member.click(message, 'Keep looking');
    const looking = await look.reply();
    expect(looking.id).toBe(message.id);
    expect(descriptionOf(looking)).toMatch(/looks again by itself <t:\d+:R>, and for the last time <t:\d+:R>/);
    expect(buttonsOf(looking)).toEqual(['Vote', 'Stop']);

    main.castVote('Steve');
    const granted = await shown(
      () => look.nextEdit(),
      ({ embeds }) => embeds[0]?.title === 'Reward claimed',
    );
    expect(granted.id).toBe(message.id);
    expect(main.claims.at(-1)).toMatchObject({ playername: 'Steve', claimed: 1 });
  });

  it('is looked for no more after Stop, which the message says by its buttons', async () => {
    const { main, member } = await startBot({ app: { timings: LATER } });
    const { message } = await answerTo(member.command('claimvote', { playername: 'Steve' }));
    const look = member.click(message, 'Keep looking');

    await member.click(await look.reply(), 'Stop').acknowledged();
    const stopped = await shown(
      () => look.nextEdit(),
      (edited) => !buttonsOf(edited).includes('Stop'),
    );

    expect(buttonsOf(stopped)).toEqual(OFFERED);
    expect(main.claims).toHaveLength(1);
  });
});
