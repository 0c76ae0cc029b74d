import { describe, expect, it } from 'vitest';

import type { ClaimRequest } from '../../src/claims/claim.ts';
import type { ClaimLedger } from '../../src/claims/store/ledger.ts';
import type { Message } from '../../src/sandbox/discord/message.ts';
import { StorageUnavailableError } from '../../src/work/errors.ts';
import type { MemberLimits } from '../../src/work/limits.ts';
import { answerTo, buttonsOf, read, startBot } from './bot.ts';

const ONE_CLAIM: MemberLimits = { perPerson: { uses: 1, seconds: 60 }, perGuild: { uses: 600, seconds: 60 } };
const TWO_CLAIMS: MemberLimits = { ...ONE_CLAIM, perPerson: { uses: 2, seconds: 60 } };

/** Storage that refuses the first claim. */
function refuseOnce(ledger: ClaimLedger): ClaimLedger {
  let refusals = 1;
  const admit: ClaimLedger['admit'] = (request) =>
    refusals-- > 0 ? Promise.reject(new StorageUnavailableError('refused by the test')) : ledger.admit(request);
  return { ...ledger, admit };
}

function checkAgainId({ components }: Message): string {
  const buttons = components.flatMap((row) => row.components ?? []);
  return buttons.find(({ label }) => label === 'Check again')?.custom_id ?? '';
}

describe('/claimvote', () => {
  it('says once that a waiting vote is claimed, and then that it already was: to whoever claimed it, and to others', async () => {
    const { main, member, moderator } = await startBot();
    main.castVote('Steve');

    const first = await answerTo(member.command('claimvote', { playername: 'Steve' }));
    const second = await answerTo(member.command('claimvote', { playername: 'Steve' }));
    const another = await answerTo(moderator.command('claimvote', { playername: 'Steve' }));

    expect(first).toMatchObject({ title: 'Reward claimed', colour: '57F287' });
    expect(second).toMatchObject({ title: 'Already claimed', colour: '95A5A6' });
    const [reference = ''] = /[2-9A-Z]{8}/.exec(first.message.embeds[0]?.footer?.text ?? '') ?? [];
    expect(second.message.embeds[0]?.description).toMatch(
      new RegExp(
        `: you claimed \\*\\*Steve\\*\\*'s vote <t:\\d+:R>, .* tell a moderator the reference \`${reference}\`\\.$`,
      ),
    );
    expect(second.message.embeds[0]?.footer?.text).toMatch(/^Reference of this request: /);
    expect(another.message.embeds[0]?.description).toMatch(
      /This bot recorded the earlier claim on <t:\d+:F> \(<t:\d+:R>\)/,
    );
    expect(JSON.stringify(another.message.embeds)).not.toContain(reference);
  });

  it('says that there is no vote yet, where to vote, and claims when asked to check again after voting', async () => {
    const { main, member } = await startBot();

    const none = await answerTo(member.command('claimvote', { playername: 'Steve' }));
    expect(none).toMatchObject({ title: 'No vote found yet', colour: '5865F2' });
    expect(buttonsOf(none.message)).toEqual(['Vote', 'Check again']);

    main.castVote('Steve');
    expect(await answerTo(member.click(none.message, 'Check again'))).toMatchObject({ title: 'Reward claimed' });
  });

  it('writes nothing more of the older claim into a reply that was checked again', async () => {
    const shown: ClaimRequest[] = [];
    const lost = Promise.withResolvers<ClaimLedger>();
    const { main, member } = await startBot({
      app: {
        wraps: {
          messenger: (messenger) => ({
            ...messenger,
            tellClaim(request, ...rest) {
              shown.push(request);
              return messenger.tellClaim(request, ...rest);
            },
          }),
          ledger: (ledger) => ({
            ...ledger,
            markTold() {
              lost.resolve(ledger);
              throw new Error('the record that it was shown is lost');
            },
          }),
        },
      },
    });
    const none = await answerTo(member.command('claimvote', { playername: 'Steve' }));
    const ledger = await lost.promise;
    const [older] = shown;
    expect((await ledger.standing(older?.id ?? ''))?.request.reply).toBeDefined();

    main.castVote('Steve');
    const again = member.click(none.message, 'Check again');
    let told = await answerTo(again);
    // What was not put on record is shown again until the reply belongs to the new claim.
    while (told.title === none.title) told = read(await again.nextEdit());
    expect(told).toMatchObject({ title: 'Reward claimed' });

    expect((await ledger.standing(older?.id ?? ''))?.request).toMatchObject({ reply: undefined });
  });

  it('asks for the player name in a modal when none is given', async () => {
    const { main, member } = await startBot();
    main.castVote('Steve');

    const exchange = member.command('claimvote');
    expect((await exchange.modal()).title).toBe('Claim your vote reward');
    const submitted = await member.submit(exchange, { playername: '  Steve ' });

    expect(await answerTo(submitted)).toMatchObject({ title: 'Reward claimed' });
    expect(main.claims[0]?.playername).toBe('Steve');
  });

  it('sends nothing for a name that cannot be one', async () => {
    const { main, member } = await startBot();

    const answer = await answerTo(member.command('claimvote', { playername: 'a\nb' }));

    expect(answer).toMatchObject({ title: 'Check the player name', colour: 'FEE75C' });
    expect(main.server.requests).toEqual([]);
  });

  it('defers before it calls the main service', async () => {
    const { discord, main, member } = await startBot();
    main.castVote('Steve');

    const exchange = member.command('claimvote', { playername: 'Steve' });
    await exchange.reply();

    expect((await exchange.acknowledged()).kind).toBe('deferred');
    const acknowledged = discord.server.requests.find(({ path }) => path.endsWith('/callback'));
    expect(main.server.requests[0]?.startedAt).toBeGreaterThanOrEqual(acknowledged?.endedAt ?? Infinity);
  });

  it('asks for patience when one person claims too often, and posts nothing then', async () => {
    const { main, member } = await startBot({ app: { limits: { claim: ONE_CLAIM } } });

    await answerTo(member.command('claimvote', { playername: 'Steve' }));
    const answer = await answerTo(member.command('claimvote', { playername: 'Steve' }));

    expect(answer).toMatchObject({ title: 'Please wait', colour: '95A5A6' });
    expect(answer.message.embeds[0]?.description).toMatch(/Try again <t:\d+:R>/);
    expect(main.claims).toHaveLength(1);
  });

  it('leaves the message alone that is checked again too early, and asks for patience beside it', async () => {
    const { main, member } = await startBot({ app: { limits: { claim: ONE_CLAIM } } });
    const none = await answerTo(member.command('claimvote', { playername: 'Steve' }));

    const early = member.click(none.message, 'Check again');

    const patience = await early.reply();
    expect(read(patience)).toMatchObject({ title: 'Please wait', colour: '95A5A6' });
    expect(patience.id).not.toBe(none.message.id);
    expect(main.claims).toHaveLength(1);
  });

  it('leaves a granted claim on show when the click that got it was a double click', async () => {
    const { main, member } = await startBot({ app: { limits: { claim: TWO_CLAIMS } } });
    const none = await answerTo(member.command('claimvote', { playername: 'Steve' }));
    main.castVote('Steve');

    const first = member.click(none.message, 'Check again');
    const granted = await first.reply();
    const second = member.forge(checkAgainId(none.message), none.message);

    const patience = await second.reply();
    expect(read(patience).title).toBe('Please wait');
    expect(patience.id).not.toBe(granted.id);
    expect(read(granted).title).toBe('Reward claimed');
    expect(first.message).toEqual(granted);
  });

  it('lets a person claim again at once when the claim could not be stored', async () => {
    const { member } = await startBot({ app: { limits: { claim: ONE_CLAIM }, wraps: { ledger: refuseOnce } } });

    const failed = await answerTo(member.command('claimvote', { playername: 'Steve' }));
    const retried = await answerTo(member.command('claimvote', { playername: 'Steve' }));

    expect(failed.title).toBe('Storage unavailable');
    expect(retried.title).toBe('No vote found yet');
  });

  it("does not lend the operator's token to other guilds of a public bot", async () => {
    const { discord, guild, main, member } = await startBot({ environment: { HOME_GUILD_ID: '123456789012345678' } });
    const home = discord.addGuild({ id: '123456789012345678' });
    const atHome = discord.addPerson({ guild: home, name: 'Olivia' });

    expect(guild.id).not.toBe(home.id);
    expect(await answerTo(member.command('claimvote', { playername: 'A' }))).toMatchObject({
      title: 'Claims are not set up here',
    });
    expect(await answerTo(atHome.command('claimvote', { playername: 'A' }))).toMatchObject({
      title: 'No vote found yet',
    });
    expect(main.claims).toHaveLength(1);
  });

  it.each(['again', 'save'])('says beside the message that its claim is no longer on record: %s', async (action) => {
    const { member } = await startBot();
    const none = await answerTo(member.command('claimvote', { playername: 'Steve' }));

    const exchange = member.forge(`claimvote:${action}:no-such-request`, none.message);

    expect(read(await exchange.reply())).toMatchObject({ title: 'Claim not found' });
    expect(exchange.message?.id).not.toBe(none.message.id);
  });

  it("does not check another person's claim again", async () => {
    const { discord, guild, main, member } = await startBot();
    const other = discord.addPerson({ guild, name: 'Sam' });
    const mine = await answerTo(member.command('claimvote', { playername: 'Steve' }));
    const theirs = await answerTo(other.command('claimvote', { playername: 'Alex' }));

    const answer = await other.forge(checkAgainId(mine.message), theirs.message).reply();

    expect(read(answer)).toMatchObject({ title: 'Claim not found' });
    expect(main.claims.map(({ playername }) => playername)).toEqual(['Steve', 'Alex']);
  });
});
