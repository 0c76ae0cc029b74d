import { expect, onTestFinished, test } from 'vitest';

import { readSandboxConfig } from '../../src/config.ts';
import type { HookKind } from '../../src/rewards/hook.ts';
import { checkAddress } from '../../src/rewards/hook-address.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';

test('rewards in the sandbox may go to this machine, and to no other private address', async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const { webhookAllowedHosts } = readSandboxConfig(sandbox.environment, {});
  const check = (kind: HookKind, address: string) => checkAddress(kind, address, webhookAllowedHosts);
  for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
    const [webhook, votifier] = [`http://${host}:8080/rewards`, `${host}:8192`];
    expect(check('webhook', webhook)).toEqual({ address: webhook });
    expect(check('votifier', votifier)).toEqual({ address: votifier });
  }
  expect(check('webhook', 'http://10.0.0.5:8080/rewards')).toEqual({ problem: 'https' });
  expect(check('votifier', '10.0.0.5:8192')).toEqual({ problem: 'private' });
});
