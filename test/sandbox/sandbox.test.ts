import { expect, onTestFinished, test } from 'vitest';

import { readSandboxConfig } from '../../src/config.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';

test('the bot in the sandbox may reach both ports of the game server', async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const { webhookAllowedHosts } = readSandboxConfig(sandbox.environment, {});
  expect(webhookAllowedHosts).toEqual(new Set([new URL(sandbox.game.url).host, sandbox.game.votifier.address]));
});
