import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';

import { createHookSecret, rewardMessage, signedHeaders, testMessage } from '../../src/rewards/message.ts';

/** Standard Webhooks 1.0.0, "Payload size". */
const MAX_BODY_BYTES = 20_000;

const REWARD = {
  id: '6f1f2a52-6f0d-4b8f-9d2e-0c1a2b3c4d5e',
  reference: 'K7QX2MAB',
  playername: 'Zoë "§" 🦊',
  guildId: '100000000000000001',
  claimedAt: Date.parse('2026-03-01T12:00:00.123Z'),
};

test('a reward is told as the contract has it', () => {
  const { id, body } = rewardMessage(REWARD);
  expect(id).toBe(REWARD.id);
  expect(JSON.parse(body)).toEqual({
    type: 'vote.claimed',
    timestamp: '2026-03-01T12:00:00.123Z',
    data: {
      claim: REWARD.id,
      reference: 'K7QX2MAB',
      player: 'Zoë "§" 🦊',
      guild: '100000000000000001',
      claimed_at: '2026-03-01T12:00:00.123Z',
    },
  });
});

test('the longest name leaves a message below what a receiver must take', () => {
  const { body } = rewardMessage({ ...REWARD, playername: '"'.repeat(100) });
  expect(Buffer.byteLength(body)).toBeLessThan(MAX_BODY_BYTES / 10);
});

test('a test is of another type, and never has the id of a claim', () => {
  const { id, body } = testMessage('1', '100000000000000001', REWARD.claimedAt);
  expect([id, JSON.parse(body)]).toEqual([
    'test_1',
    { type: 'webhook.test', timestamp: '2026-03-01T12:00:00.123Z', data: { guild: '100000000000000001' } },
  ]);
});

test('a secret is 32 random bytes in the form of Standard Webhooks', () => {
  const [one, other] = [createHookSecret().reveal(), createHookSecret().reveal()];
  expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(one).not.toBe(other);
});

test('the reference library verifies what we sign', () => {
  const secret = createHookSecret();
  const { id, body } = rewardMessage(REWARD);
  const headers = signedHeaders({ id, body }, [secret], Date.now());
  expect(new Webhook(secret.reveal()).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(secret.reveal()).verify(`${body} `, headers)).toThrow();
  expect(() => new Webhook(createHookSecret().reveal()).verify(body, headers)).toThrow();
});
