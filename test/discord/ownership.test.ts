import { expect, test } from 'vitest';

import { CONFIRMED_FOR_MS, createOwnership } from '../../src/discord/ownership.ts';
import { apiUser } from '../../src/sandbox/discord/application.ts';
import { openDiscord } from '../sandbox/discord/bots.ts';
import { openRest } from './open-rest.ts';

const HOME = '123456789012345678';
const TEAM = '323456789012345678';
const PARTNER = '423456789012345678';

async function openOwnership() {
  const discord = await openDiscord();
  let now = 0;
  const ownership = createOwnership({ rest: openRest(discord), homeGuildId: HOME, now: () => now });
  return { discord, ownership, later: (ms: number) => (now += ms) };
}

test('nobody is an operator before Discord said who is', async () => {
  const { discord, ownership } = await openOwnership();
  expect(ownership.isOperator(discord.ownerId)).toBe(false);
});

test('whoever leaves the team loses the right when Discord is asked again', async () => {
  const { discord, ownership } = await openOwnership();
  discord.application.giveToTeam(TEAM, [apiUser(PARTNER, 'Pia')]);
  await ownership.reread();
  expect(ownership.isOperator(PARTNER)).toBe(true);

  discord.application.giveToTeam(TEAM, []);
  await ownership.reread();

  expect(ownership.isOperator(PARTNER)).toBe(false);
  expect(ownership.isOperator(discord.ownerId)).toBe(true);
});

test('a right outlasts answers that are missing, but not for long', async () => {
  const { discord, ownership, later } = await openOwnership();
  await ownership.reread();
  discord.server.inject({ kind: 'status', status: 503 });
  later(CONFIRMED_FOR_MS - 1);
  await expect(ownership.reread()).rejects.toThrow();
  expect(ownership.isOperator(discord.ownerId)).toBe(true);

  later(1);
  expect(ownership.isOperator(discord.ownerId)).toBe(false);

  discord.server.heal();
  await ownership.reread();
  expect(ownership.isOperator(discord.ownerId)).toBe(true);
});

test('a bot that became public, but has a home guild, is not refused', async () => {
  const { discord, ownership } = await openOwnership();
  discord.application.botPublic = true;

  await expect(ownership.reread()).resolves.toBeUndefined();
});
