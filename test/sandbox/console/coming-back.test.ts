import { PassThrough } from 'node:stream';

import { expect, onTestFinished, test } from 'vitest';

import { runConsole } from '../../../src/sandbox/console/console.ts';
import { DAY_MS } from '../../../src/work/clock.ts';
import { serveBot } from '../playground/scene.ts';

/** Only for what never comes: a reminder is looked for every two seconds. */
const DEADLINE_MS = 20_000;

/** A console with the bot behind it, for somebody who reads before they type on. */
async function sitDown() {
  // A reminder is due at once where members are reminded after a day.
  const { playground } = await serveBot({ timings: { remindersEarlyMs: DAY_MS } });
  const input = new PassThrough();
  const output = new PassThrough().setEncoding('utf8');
  let printed = '';
  output.on('data', (text: string) => (printed += text));
  const over = runConsole({ playground, input, output });
  onTestFinished(async () => {
    input.end();
    await over;
  });
  /** Types a line, and reads on until all of this was printed since. */
  return async (line: string, ...awaited: string[]): Promise<string> => {
    printed = '';
    input.write(`${line}\n`);
    for (const part of awaited) await expect.poll(() => printed, { timeout: DEADLINE_MS }).toContain(part);
    return printed;
  };
}

test('a reminder is found in the console by a person who was not there when it arrived', async () => {
  const type = await sitDown();
  await type('/settings reminders hours:24', 'Reminders to vote saved');
  await type('/as Alex', 'You are Alex');
  await type('/remind', 'Your reminders to vote');
  await type('/claimvote playername:Steve', '(direct message)', '[1] Stop');
  expect(await type('/as Sam', 'You are Sam')).not.toContain('(direct message)');
  await type('/as Alex', '(direct message)', '[1] Stop');
  await type('1', 'Reminders are off');
});

test('a number clicks what the reply has, also after a post with nothing to click', async () => {
  const type = await sitDown();
  await type('/settings announcements channel:#announcements', 'Announcements saved');
  await type('/claimvote playername:Steve', '[1] Remember this name', '(posted in #announcements)', 'Reference');
  await type('1', 'Name remembered');
});
