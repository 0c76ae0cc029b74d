import { expect, it } from 'vitest';

import { answerTo, startBot } from './bot.ts';
import { buttonsOf, descriptionOf, titleOf } from './reading.ts';
import { OFTEN } from './reward-scene.ts';

const OFFERED = ['Vote', 'Check again', 'Keep looking', 'Another name'];

it('a vote that was not found is looked for in the same message, until it is there, or Stop', async () => {
  const { main, member, moderator } = await startBot({ app: { timings: { claims: { ...OFTEN, firstLookMs: 300 } } } });
  const { message } = await answerTo(member.command('claimvote', { playername: 'Steve' }));

  const look = member.click(message, 'Keep looking');
  const looking = await look.reply();
  expect(looking.id).toBe(message.id);
  expect(descriptionOf(looking)).toMatch(/looks again by itself <t:\d+:R>, and for the last time <t:\d+:R>/);
  expect(buttonsOf(looking)).toEqual(['Vote', 'Stop']);

  main.castVote('Steve');
  let granted = await look.nextEdit();
  while (titleOf(granted) !== 'Reward claimed') granted = await look.nextEdit();
  expect(granted.id).toBe(message.id);
  expect(main.claims.at(-1)).toMatchObject({ playername: 'Steve', claimed: 1 });

  const none = await answerTo(moderator.command('claimvote', { playername: 'Alex' }));
  const inVain = moderator.click(none.message, 'Keep looking');
  let stopped = await inVain.reply();
  await moderator.click(stopped, 'Stop').acknowledged();
  while (buttonsOf(stopped).includes('Stop')) stopped = await inVain.nextEdit();
  expect(buttonsOf(stopped)).toEqual(OFFERED);
});
