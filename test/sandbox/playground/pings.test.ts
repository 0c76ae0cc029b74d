import { PermissionFlagsBits } from 'discord-api-types/v10';
import { expect, onTestFinished, test } from 'vitest';

import type { AllowedMentions } from '../../../src/sandbox/discord/mentions.ts';
import { createPlayground } from '../../../src/sandbox/playground/playground.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';

async function openSandbox(): Promise<Sandbox> {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  return sandbox;
}

const roleId = ({ guild }: Sandbox, name: string): string =>
  guild.roles.values().find((role) => role.name === name)?.id ?? '';

/** Posts as the application. @returns by each name whom the newest message pings */
async function pingsOf(
  sandbox: Sandbox,
  content: string,
  allowed?: AllowedMentions,
): Promise<Record<string, string[]>> {
  const { discord, guild } = sandbox;
  await fetch(`${discord.apiUrl}/v10/channels/${guild.channel.id}/messages`, {
    method: 'POST',
    headers: { authorization: `Bot ${discord.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ content, ...(allowed === undefined ? {} : { allowed_mentions: allowed }) }),
  });
  const pings = createPlayground(sandbox).state().messages.at(-1)?.pings ?? [];
  const nameOf = (id: string): string => guild.members.get(id)?.name ?? '';
  return Object.fromEntries(pings.map(({ name, personIds }) => [name, personIds.map(nameOf)]));
}

test('nothing is pinged that is not allowed, not mentioned, or only quoted as code', async () => {
  const sandbox = await openSandbox();
  const id = roleId(sandbox, 'Moderators');
  const max = sandbox.people.get('max')?.id ?? '';
  expect(await pingsOf(sandbox, `<@&${id}> <@${max}> @everyone`, { parse: [] })).toEqual({});
  expect(await pingsOf(sandbox, 'look', { parse: [], roles: [id] })).toEqual({});
  expect(await pingsOf(sandbox, `\`<@&${id}>\``)).toEqual({});
});

test('a role that is closed to pings, and everyone, are pinged by an application that may mention everyone', async () => {
  const sandbox = await openSandbox();
  const { guild } = sandbox;
  const staff = guild.addRole('Staff');
  sandbox.people.get('sam')?.roles.add(staff.id);
  const content = `<@&${staff.id}> @everyone`;
  expect(await pingsOf(sandbox, content)).toEqual({});
  guild.channel.appPermissions |= PermissionFlagsBits.MentionEveryone;
  expect(await pingsOf(sandbox, content)).toMatchObject({ '@Staff': ['Sam'], '@everyone': { length: 5 } });
});
