import { describe, expect, it } from 'vitest';

import { answerTo, link, pick, startBot, startWithExamples } from './bot.ts';
import { buttonsOf, descriptionOf, read } from './reading.ts';

describe('/plan', () => {
  it('answers from the cache with one REST call and none to the identity service', async () => {
    const { discord, identity, moderator } = await startWithExamples();
    await answerTo(moderator.command('plan', { entity: 'ent_active' }));
    const [restBefore, upstreamBefore] = [discord.server.requests.length, identity.server.requests.length];

    const exchange = moderator.command('plan', { entity: 'ent_active' });
    await answerTo(exchange);

    expect((await exchange.acknowledged()).kind).toBe('message');
    expect(discord.server.requests.length - restBefore).toBe(1);
    expect(identity.server.requests.length).toBe(upstreamBefore);
  });

  it('shows a failed refresh beside the plan, not over it', async () => {
    const { identity, moderator } = await startWithExamples();
    const before = await answerTo(moderator.command('plan', { entity: 'ent_active' }));
    identity.keys.set(identity.applicationKey, []);
    const forgedAfterRestart = moderator.forge('plan:refresh:ent_grace', before.message);

    await forgedAfterRestart.acknowledged();
    const notice = forgedAfterRestart.message ?? (await forgedAfterRestart.nextFollowUp());

    expect(read(notice)).toMatchObject({ title: 'Plan lookups need the operator', colour: 'ED4245' });
    expect(notice.id).not.toBe(before.message.id);
  });

  it('can be tried again when the service did not answer', async () => {
    const { identity, moderator } = await startWithExamples();
    identity.server.inject({ kind: 'status', status: 400 }, { times: 1 });
    const failed = await answerTo(moderator.command('plan', { entity: 'ent_active' }));
    expect(failed).toMatchObject({ title: 'Plan service unavailable' });

    const again = await answerTo(moderator.click(failed.message, 'Try again'));

    expect(again).toMatchObject({ title: 'Skyblock Central' });
    expect(again.message.id).toBe(failed.message.id);
  });

  it('tells a manager with which command to link, to be clicked on, and a moderator whom to ask', async () => {
    const { discord, both, moderator } = await startBot();
    const entity = discord.commands.all.find(({ name }) => name === 'entity');

    const [toManager, toModerator] = await Promise.all([
      answerTo(both.command('plan')),
      answerTo(moderator.command('plan')),
    ]);

    expect(descriptionOf(toManager.message)).toContain(`Link one with </entity link:${entity?.id}>.`);
    expect(descriptionOf(toModerator.message)).toContain('Someone with *Manage Server* can link one.');
  });
});

describe('sharing a plan', () => {
  it('is offered to people with Manage Guild, after each change of the reply too', async () => {
    const { both, manager, moderator } = await startWithExamples();
    for (const id of ['ent_active', 'ent_grace']) await link(manager, { id });

    const shown = await answerTo(both.command('plan'));
    const switched = await answerTo(pick(both, shown.message, 1));
    const refreshed = await answerTo(both.click(switched.message, 'Refresh'));

    for (const { message } of [shown, switched, refreshed])
      expect(buttonsOf(message)).toEqual(expect.arrayContaining(['Refresh', 'Share', 'Manage billing']));
    expect(buttonsOf((await answerTo(moderator.command('plan'))).message)).not.toContain('Share');
  });

  it('posts the card for everyone without what it costs and until when, and leaves the reply as it is', async () => {
    const { both } = await startWithExamples();
    const asked = both.command('plan', { entity: 'ent_troubled' });
    const { message } = await answerTo(asked);

    const shared = await both.click(message, 'Share').reply();

    expect(shared).toMatchObject({ ephemeral: false, visibleTo: null, components: [] });
    expect(shared.embeds[0]?.title).toBe('Everything Isle');
    expect(shared.embeds[0]?.fields?.map(({ name }) => name)).toEqual(['Type', 'Subscription since', 'ID']);
    expect(JSON.stringify(shared.embeds)).not.toMatch(/grace|interval|renew|until|due|cancel|change/i);
    expect(asked.history).toHaveLength(1);
  });
});
