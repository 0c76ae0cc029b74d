import { describe, expect, it } from 'vitest';

import { OPENED_FOR_MS } from '../../src/discord/incoming/access.ts';
import { systemClock } from '../../src/work/clock.ts';
import { answerTo, startBot } from './bot.ts';
import { footerOf, read } from './reading.ts';

describe('who may use what', () => {
  it('declares who may use what', async () => {
    const { discord } = await startBot();

    const [claimvote, plan] = discord.commands.all;

    expect(claimvote).toMatchObject({
      default_member_permissions: null,
      contexts: [0],
      options: [{ name: 'playername', autocomplete: true }],
    });
    expect(plan).toMatchObject({
      default_member_permissions: String(1n << 40n),
      contexts: [0],
      options: [{ name: 'entity', autocomplete: true }],
    });
  });

  it('trusts Discord on a command that an admin has opened, and on the buttons of its answer alone', async () => {
    const { guild, member } = await startBot();
    guild.allow('plan', member.id);

    const card = await answerTo(member.command('plan', { entity: 'ent_1' }));

    expect(card.colour).toBe('95A5A6');
    expect(await answerTo(member.click(card.message, 'Refresh'))).toMatchObject({ title: card.title });
    const forged = read(await member.forge('plan:refresh:ent_2', card.message).reply());
    expect(forged).toMatchObject({ title: "You can't use this here" });
  });

  it('refuses the button of an old answer to whoever has lost the permission since', async () => {
    const { guild, moderator, member, identity } = await startBot();
    const card = await answerTo(moderator.command('plan', { entity: 'ent_1' }));
    const asked = identity.server.requests.length;

    moderator.permissions = member.permissions;
    const refused = read(await moderator.click(card.message, 'Refresh').reply());

    expect(refused).toMatchObject({ title: "You can't use this here" });
    expect(identity.server.requests).toHaveLength(asked);
    expect(guild.allows('plan', moderator.id)).toBe(false);
  });

  it('forgets after half an hour that a person was given a command, until they use it again', async () => {
    let now = Date.now();
    const { guild, member } = await startBot({ app: { clock: { ...systemClock, now: () => now } } });
    guild.allow('plan', member.id);
    const card = await answerTo(member.command('plan', { entity: 'ent_1' }));

    now += OPENED_FOR_MS;
    expect(await answerTo(member.click(card.message, 'Refresh'))).toMatchObject({ title: card.title });
    now += 1;
    expect(read(await member.click(card.message, 'Refresh').reply()).title).toBe("You can't use this here");

    const again = await answerTo(member.command('plan', { entity: 'ent_1' }));
    expect(await answerTo(member.click(again.message, 'Refresh'))).toMatchObject({ title: card.title });
  });

  it('answers a button which we never write with a reference that is also in the log', async () => {
    const { log, moderator } = await startBot();

    const answer = read(await moderator.forge('nobody:knows').reply());

    expect(answer).toMatchObject({ title: 'This is no longer here', colour: '95A5A6' });
    const [reference = ''] = /\w{6}$/.exec(footerOf(answer.message)) ?? [];
    expect(reference).toHaveLength(6);
    expect(log.some((line) => line.includes(`"reference":"${reference}"`))).toBe(true);
  });
});
