import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { devNull } from 'node:os';
import { createInterface } from 'node:readline';

import { expect, onTestFinished, test } from 'vitest';

import { MAIN } from '../../e2e/program.ts';

/** `npm start` without configuration, once it has printed where the page is. */
async function start(): Promise<{ child: ChildProcessWithoutNullStreams; url: string }> {
  const child = spawn(process.execPath, [MAIN], { env: { PATH: process.env.PATH } });
  onTestFinished(() => void child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/127\.0\.0\.1:\d+\/\?token=\S+/.exec(line)?.[0];
    if (url !== undefined) {
      child.stdout.resume();
      return { child, url };
    }
  }
  throw new Error('no address was printed');
}

test('the start ends well when its input is a file', async () => {
  const file = await open(devNull);
  onTestFinished(() => file.close());
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH },
    stdio: [file.fd, 'ignore', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends the start, with the page open', async (signal) => {
  const { child, url } = await start();
  const page = await fetch(url.replace('/?', '/api/events?'));
  const events = page.body?.getReader();
  await events?.read();
  child.kill(signal);
  expect(await once(child, 'exit')).toEqual([0, null]);
});
