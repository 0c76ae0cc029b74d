import { ApplicationCommandType } from 'discord-api-types/v10';
import { expect, it } from 'vitest';

import { describeInBrowser, eventually } from './viewer.ts';

describeInBrowser('mentions on the page', (visit) => {
  it('of a command start it in the line below', async () => {
    const { page, sandbox, post, embed } = await visit();
    const id = sandbox.discord.commands.find(ApplicationCommandType.ChatInput, 'claimvote')?.id ?? '';
    await post('general', { content: `Try </claimvote:${id}> now` });

    await page.getByRole('button', { name: '/claimvote' }).click();
    await page.keyboard.type('playername:Steve');
    await page.keyboard.press('Enter');

    await embed('Reward claimed').waitFor();
  });

  it('of a command that the person may not use, or that is not there, say so', async () => {
    const { page, sandbox, post, become } = await visit();
    await become('Alex');
    const id = sandbox.discord.commands.find(ApplicationCommandType.ChatInput, 'plan')?.id ?? '';
    await post('general', { content: `</plan:${id}> or </gone:12345678901234567>` });

    await page.getByRole('button', { name: '/plan' }).click();
    await page.getByRole('alert').getByText('Alex cannot use /plan').waitFor();
    await page.getByRole('button', { name: '/gone' }).click();

    await page.getByRole('alert').getByText('The bot has no command /gone with the id 12345678901234567.').waitFor();
    await eventually(() => page.locator('.chip').count()).toBe(0);
  });

  it('of a role that is pinged stand out for those who have it', async () => {
    const { page, sandbox, post, become } = await visit();
    const role = sandbox.guild.roles.values().find(({ name }) => name === 'Moderators')?.id ?? '';
    const body = { content: `<@&${role}> Late Lantern ends`, allowed_mentions: { parse: [], roles: [role] } };
    const channel = page.getByRole('button', { name: 'alerts' });
    await become('Mona');

    await post('alerts', body);
    await channel.getByText('unread, pings you').waitFor();
    await channel.click();
    await page.getByRole('article').getByText('Pings @Moderators, and so you').waitFor();
    const forMona = await page.locator('.message.pinged').count();
    await become('Alex');

    await page.getByRole('article').getByText('Pings @Moderators', { exact: true }).waitFor();
    expect([forMona, await page.locator('.message.pinged').count()]).toEqual([1, 0]);
  });
});
