import { expect, test } from 'vitest';

import type { AttemptOutcome } from '../../../src/claims/vote-client.ts';
import { createGuilds } from '../../../src/guilds/store/guilds.ts';
import { Secret } from '../../../src/secret.ts';
import { describeOnEachDatabase } from '../../database/databases.ts';
import { postAll, postsOn } from '../../guilds/store/take-all.ts';
import { admit, CREDENTIAL, GUILD, ledgerOn, OTHER_CREDENTIAL, OTHER_GUILD, sealer } from './ledger-scene.ts';

const rejected = (status: number): AttemptOutcome => ({ kind: 'rejected', status, retryAt: undefined });
const REFUSED = rejected(401);

describeOnEachDatabase('a refused access token', (open) => {
  test('is told to the moderators once, whichever process finds it refused, and so is the next one', async () => {
    const store = await open();
    const guilds = createGuilds({ store, sealer });
    const posts = postsOn(store);
    const want = (guildId: string) =>
      guilds.changePosts(guildId, 'moderators', () => ({ channelId: 'moderators', on: true }));
    const told = async () => (await postAll(posts)).map(({ kind, guildId, content }) => [kind, guildId, content]);
    const ledgers = [ledgerOn(store), ledgerOn(store)];
    let names = 0;
    const claim = async (end = REFUSED, credentialId = CREDENTIAL, guildId = GUILD) => {
      const ledger = ledgers[(names += 1) % 2] ?? ledgerOn(store);
      const isOperators = credentialId === CREDENTIAL;
      const made = (await admit(ledger, { playername: `Steve${names}`, credentialId, isOperators, guildId })).claim;
      const attempt = await ledger.startAttempt(made);
      await (names % 2 ? ledger.settle({ claim: made, attempt, outcome: end }) : ledger.endAttempt(attempt, end));
    };

    await claim();
    await want(GUILD);
    expect(await told(), 'where nothing is posted for moderators').toEqual([]);
    for (const status of [400, 429]) await claim(rejected(status));
    expect(await told(), 'another refusal').toEqual([]);
    for (let time = 1; time <= 3; time += 1) await claim();
    expect(await told()).toEqual([['token', GUILD, 'operators']]);
    await guilds.setToken(GUILD, { secret: new Secret('own'), ending: 'own' });
    await claim(REFUSED, 'a third credential');
    await guilds.setToken(GUILD, { secret: new Secret('its own'), ending: 'own' });
    expect(await told(), 'of a token that was replaced').toEqual([]);
    for (let time = 1; time <= 3; time += 1) await claim(REFUSED, OTHER_CREDENTIAL);
    expect(await told()).toEqual([['token', GUILD, 'own']]);
    await want(OTHER_GUILD);
    await claim(REFUSED, CREDENTIAL, OTHER_GUILD);
    expect(await told()).toEqual([['token', OTHER_GUILD, 'operators']]);
  });
});
