import { expect, it } from 'vitest';

import { LIST_LASTS_MS } from '../../src/ui/paged-lists.ts';
import { systemClock } from '../../src/work/clock.ts';
import { answerTo, link, startBot } from './bot.ts';

/** A bot whose clock the test can set forward. */
async function startWithClock() {
  let ahead = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + ahead };
  const bot = await startBot({ app: { clock } });
  return { ...bot, later: (ms: number) => (ahead += ms) };
}

it('a list of plans closes after half an hour', async () => {
  const { manager, moderator, later } = await startWithClock();
  await link(manager, { id: 'ent_active' });
  const report = moderator.command('plans');
  let message = await report.reply();
  while (message.embeds[0]?.footer === undefined) message = await report.nextEdit();
  const button = message.components[0]?.components?.[0]?.custom_id ?? '';
  const open = await answerTo(moderator.click(message, button));

  later(LIST_LASTS_MS + 1);

  expect(open.title).not.toBe('This list is closed');
  expect(await answerTo(moderator.click(message, button))).toMatchObject({ title: 'This list is closed' });
});

it('a list of claims closes after half an hour', async () => {
  const { member, moderator, later } = await startWithClock();
  for (let index = 0; index < 21; index += 1)
    await answerTo(member.command('claimvote', { playername: `Steve${index}` }));
  const { message } = await answerTo(moderator.command('claims'));
  const next = async () => answerTo(moderator.click(message, 'Next page'));
  expect((await next()).title).not.toBe('This list is closed');

  later(LIST_LASTS_MS + 1);

  expect(await next()).toMatchObject({ title: 'This list is closed' });
});
