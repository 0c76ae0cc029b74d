import { PermissionFlagsBits } from 'discord-api-types/v10';
import { expect, test } from 'vitest';

import type { AllowedMentions } from '../../../src/sandbox/discord/mentions.ts';
import type { OpenPlayground } from './open-playground.ts';
import { post, servePlayground } from './scene.ts';

/** Posts as the application. @returns by each name whom the newest message pings */
async function pingsOf(
  { sandbox, playground }: OpenPlayground,
  content: string,
  allowed?: AllowedMentions,
): Promise<Record<string, string[]>> {
  await post(sandbox, 'general', { content, allowed_mentions: allowed });
  const pings = playground.state().messages.at(-1)?.pings ?? [];
  const nameOf = (id: string): string => sandbox.guild.members.get(id)?.name ?? '';
  return Object.fromEntries(pings.map(({ name, personIds }) => [name, personIds.map(nameOf)]));
}

test('nothing is pinged that is not allowed, not mentioned, or only quoted as code', async () => {
  const opened = await servePlayground();
  const { guild, people } = opened.sandbox;
  const id = guild.roles.values().find(({ name }) => name === 'Moderators')?.id ?? '';
  const max = people.get('max')?.id ?? '';
  expect(await pingsOf(opened, `<@&${id}> <@${max}> @everyone`, { parse: [] })).toEqual({});
  expect(await pingsOf(opened, 'look', { parse: [], roles: [id] })).toEqual({});
  expect(await pingsOf(opened, `\`<@&${id}>\``)).toEqual({});
});

test('a role that is closed to pings, and everyone, are pinged by an application that may mention everyone', async () => {
  const opened = await servePlayground();
  const { guild, people } = opened.sandbox;
  const staff = guild.addRole('Staff');
  people.get('sam')?.roles.add(staff.id);
  const content = `<@&${staff.id}> @everyone`;
  expect(await pingsOf(opened, content)).toEqual({});
  guild.channel.appPermissions |= PermissionFlagsBits.MentionEveryone;
  expect(await pingsOf(opened, content)).toMatchObject({ '@Staff': ['Sam'], '@everyone': { length: 5 } });
});
