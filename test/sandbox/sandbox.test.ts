import { describe, expect, onTestFinished, test } from 'vitest';

import { readSandboxConfig } from '../../src/config.ts';
import type { HookKind } from '../../src/rewards/hook.ts';
import { checkAddress } from '../../src/rewards/hook-address.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';

describe('rewards in the sandbox', () => {
  async function check(kind: HookKind, address: string) {
    const sandbox = await startSandbox();
    onTestFinished(() => sandbox.close());
    return checkAddress(kind, address, readSandboxConfig(sandbox.environment, {}).webhookAllowedHosts);
  }

  test.each([
    ['webhook', 'http://127.0.0.1:8080/rewards'],
    ['webhook', 'http://localhost:8080/rewards'],
    ['webhook', 'http://[::1]:8080/rewards'],
    ['votifier', '127.0.0.1:8192'],
    ['votifier', 'localhost:25565'],
    ['votifier', '[::1]:8192'],
  ] as const)('may go by %s to %s', async (kind, address) => {
    expect(await check(kind, address)).toEqual({ address });
  });

  test('may go to no other private address', async () => {
    expect(await check('webhook', 'http://10.0.0.5:8080/rewards')).toEqual({ problem: 'https' });
    expect(await check('votifier', '10.0.0.5:8192')).toEqual({ problem: 'private' });
  });
});
