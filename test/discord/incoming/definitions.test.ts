import { expect, test } from 'vitest';

import { givenRole } from '../../../src/discord/incoming/definitions.ts';

const GUILD = '100000000000000001';
const ROLE = '500000000000000001';
const OTHER = '500000000000000002';

const chosen = (value: string, role?: { id: string }) =>
  givenRole({ guildId: GUILD, options: { get: () => ({ value, role }) } }, 'role');

test('a role counts only as Discord has resolved it, and only where not everyone has it', () => {
  expect(chosen(ROLE)).toBe('unusable');
  expect(chosen(ROLE, { id: OTHER })).toBe('unusable');
  expect(chosen(GUILD, { id: GUILD })).toBe('unusable');
  expect(chosen(ROLE, { id: ROLE })).toEqual({ id: ROLE });
});

test('a role that is left out is no role', () => {
  expect(givenRole({ guildId: GUILD, options: { get: () => null } }, 'role')).toBeUndefined();
});
