import { ApplicationCommandType, ComponentType } from 'discord-api-types/v10';
import { expect, it } from 'vitest';

import { wordsIn } from '../../../../src/sandbox/playground/page/words/index.ts';
import { LOCALES } from '../../../../src/sandbox/playground/people.ts';
import { deliver, SECRET } from '../../hosts/deliver.ts';
import { sendVote } from '../../hosts/send-vote.ts';
import { isWords, sharedSentences, sharedWords, textsOn } from './page-texts.ts';
import { describeInBrowser, eventually, type Viewer, type Visit } from './viewer.ts';

/** One locale of each language but English: Spanish has the same words in Spain and in Latin America. */
const OTHERS = [...new Map(LOCALES.map((locale) => [wordsIn(locale.code), locale])).values()].filter(
  ({ code }) => code !== 'en-US',
);
/** A language that shares few words with English. */
const FOREIGN = 'es-419';
const TABS = ['people', 'votes', 'rewards', 'plans', 'faults'] as const;
const PHONES = [360, 390] as const;
const UNKNOWN_ID = '12345678901234567';
const SLOWER_MS = 700;

/** Names of people, places and options, and what is typed: the same in every language. */
const DATA = [
  ...['Olivia', 'Max', 'Mona', 'Alex', 'Sam', 'Steve', 'Zed', 'Sandbox', 'plan-vote-bot'],
  ...['general', 'announcements', 'alerts', 'moderators', 'id', 'entity', 'ent_active', 'whsec_…'],
  // A fault that nobody can switch on, and what NuVotifier answers.
  ...['latency', 'ok'],
];

/** What reaches beyond the right edge of the window, save for what scrolls by itself. */
const BEYOND_THE_EDGE = `[...document.querySelectorAll('main *, aside *')]
  .filter((element) => !element.closest('pre, .visually-hidden') && element.checkVisibility())
  .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 0.5)
  .map((element) => element.outerHTML.slice(0, 200))`;

/** A post in which the page has something to say about a spoiler, mentions and a select. */
function oddPost(roleId: string): object {
  const options = ['1', '2'].map((value) => ({ label: value, value }));
  const select = { type: ComponentType.StringSelect, custom_id: 'odd', options, max_values: 2 };
  return {
    content: `||1|| <@${UNKNOWN_ID}> <#${UNKNOWN_ID}> <@&${UNKNOWN_ID}> <@&${roleId}> </gone:${UNKNOWN_ID}>`,
    components: [{ type: ComponentType.ActionRow, components: [select] }],
  };
}

/** Goes through everything that the page has, as somebody of this language. @returns every text that was there */
async function walk(visit: Visit, locale: string): Promise<string[]> {
  const viewer = await visit();
  const { page, sandbox, run, post, newest, setLanguage, openedModal } = viewer;
  const words = wordsIn(locale);
  const composer = page.locator('#composer');
  const seen = new Set<string>();
  const look = async (): Promise<void> => {
    for (const text of await textsOn(page)) seen.add(text);
  };
  const lookFor = async (text: string): Promise<void> => {
    await page.getByText(text).first().waitFor({ state: 'attached' });
    await look();
  };

  await setLanguage(locale);
  await lookFor(words.panel.back);
  await page.locator('.log-bar input').uncheck();
  await page.locator('.log-area > .aside').getByText(words.log.background).waitFor();
  await look();
  await page.locator('.log-bar input').check();
  await page.locator('.log-bar button').click();
  await lookFor(words.log.nothingYet);

  await composer.fill('/');
  await page.getByRole('listbox').waitFor();
  await look();
  await composer.fill('hello');
  await composer.press('Enter');
  await lookFor(words.composer.pickCommand);
  await composer.fill('/entity link ');
  await composer.press('Enter');
  await lookFor(words.composer.mustBeFilled('id'));
  await composer.press('Backspace');
  await lookFor(words.composer.required);
  await composer.press('Escape');
  await composer.press('Escape');
  await composer.fill('/plan ');
  await lookFor(words.composer.enterSends);
  await composer.press('Tab');
  await lookFor(words.composer.nothingYet);
  await composer.press('Escape');

  await run('/claimvote');
  await openedModal();
  await look();
  await page.keyboard.press('Escape');

  sandbox.main.server.inject({ kind: 'latency', ms: SLOWER_MS }, { times: 1 });
  await run('/claimvote', { playername: 'Herobrine' });
  await lookFor(words.message.thinking('plan-vote-bot'));
  await newest.locator('.embed').waitFor();
  await look();
  const moderators = sandbox.guild.roles.values().find(({ name }) => name === 'Moderators')?.id ?? '';
  await post('general', oddPost(moderators));
  await post('alerts', oddPost(moderators));
  await lookFor(words.channel.unreadPing);
  await page.getByRole('button', { name: '/gone' }).click();
  await lookFor(words.refusals['no-command']('/gone', UNKNOWN_ID));
  sandbox.discord.server.inject({ kind: 'hang' });
  await run('/help');
  await lookFor(words.message.sending);
  await lookFor(words.message.notAnswered);
  sandbox.discord.server.heal();

  await lookAtPanel(viewer, locale, look, lookFor);

  await page.locator('.channel-link').last().click();
  await lookFor(words.channel.directMessages('plan-vote-bot'));
  return [...seen].filter(isWords);
}

async function lookAtPanel(
  { page, sandbox, run }: Viewer,
  locale: string,
  look: () => Promise<void>,
  lookFor: (text: string) => Promise<void>,
): Promise<void> {
  const words = wordsIn(locale);
  const send = (tab: string): Promise<void> => page.locator(`#panel-${tab} form button`).first().click();

  await page.locator('#tab-votes').click();
  await page.locator('#player').fill('Zed');
  await send('votes');
  await lookFor(words.votes.hasVoted('Zed'));

  await page.locator('#tab-plans').click();
  await page.locator('#entity').fill('ent_active');
  await send('plans');
  await lookFor(words.plans.isNow('ent_active', words.plans.about.active));

  await page.locator('#tab-rewards').click();
  await page.locator('#secret').fill('123');
  await send('rewards');
  await lookFor(words.refusals['no-secret']);
  await page.locator('#secret').fill(SECRET);
  await send('rewards');
  await lookFor(words.rewards.accepts);
  await deliver(sandbox.game);
  await deliver(sandbox.game);
  await lookFor(words.rewards.told(2));
  await sendVote(sandbox.game.votifier, { username: 'Zed' });
  await lookFor(words.rewards.waiting('Zed (1)'));
  await page.locator('#joining').fill('Zed');
  await page.locator('#panel-rewards form button').last().click();
  await lookFor(words.rewards.isOnline('Zed'));
  await page.getByRole('button', { name: words.rewards.leave('Zed') }).click();
  await lookFor(words.rewards.isAway('Zed'));

  const main = page.getByRole('form', { name: words.faults.hosts.main });
  await page.locator('#tab-faults').click();
  await main.locator('[name=fault]').selectOption('lost');
  await main.locator('button').first().click();
  await lookFor(words.faults.broken);
  await run('/claimvote', { playername: 'Steve' });
  await page.locator('.struck').getByText(words.faults.names.lost).waitFor();
  await page.locator('.entry').last().click();
  await page.locator('.entry pre').first().waitFor();
  await look();
}

describeInBrowser('the page for a person who reads French', (visit) => {
  it('describes commands in the words that the bot registered for French', async () => {
    const { page, sandbox, become, setLanguage } = await visit();
    await become('Mona');
    await setLanguage('fr');
    const command = sandbox.discord.commands.find(ApplicationCommandType.ChatInput, 'claimvote');
    const description = command?.description_localizations?.fr ?? command?.description;

    await page.locator('#composer').fill('/claimvote');

    await eventually(() => page.locator('.suggestions .about').first().innerText()).toBe(description);
  });

  it('shows what the bot answers in French', async () => {
    const { run, embed, setLanguage } = await visit();
    await setLanguage('fr');

    await run('/claimvote', { playername: 'Steve' });

    await embed('Récompense réclamée').waitFor();
  });

  it('reads times', async () => {
    const { run, newest, become, setLanguage } = await visit();
    await become('Mona');
    await setLanguage('fr');

    await run('/plan', { entity: 'ent_grace' });

    await newest.getByText('dans 3 jours').first().waitFor();
    const weekday = /lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche/;
    await newest.locator('.body:lang(fr)').getByText(weekday).first().waitFor();
  });

  it('marks what everyone is shown as of the language of the Discord server', async () => {
    const { post, newest, setLanguage } = await visit();
    await setLanguage('fr');

    await post('general', { content: 'Steve has voted. ||It is true.||' });

    await newest.locator('.body:lang(en)').getByText('Steve has voted').waitFor();
    await newest.locator('summary:lang(fr)').getByText('Spoiler').waitFor();
  });

  it('speaks the language of each person who is played', async () => {
    const { page, become, setLanguage } = await visit();
    await setLanguage('fr');
    await page.locator('html:lang(fr)').waitFor();
    await eventually(() => page.title()).toBe('plan-vote-bot, bac à sable');

    await become('Alex');

    await page.locator('html:lang(en)').waitFor();
    await page.getByText('You are Alex').waitFor();
  });
});

describeInBrowser('the words of the page', (visit) => {
  it('are all in the language of the reader', async () => {
    const inEnglish = await walk(visit, 'en-US');
    const texts = await walk(visit, FOREIGN);
    const words = wordsIn(FOREIGN);

    expect(texts).toEqual(
      expect.arrayContaining([
        ...TABS.map((tab) => words.panel[tab]),
        words.people.title,
        words.votes.player,
        words.rewards.giveSecret,
        words.rewards.told(2),
        words.plans.about.undated,
        words.faults.hosts.main,
        words.log.boundaries.gateway,
        words.composer.required,
        words.message.spoiler,
        words.message.newTab,
        words.message.choose,
        words.message.unknown.user,
        words.modal.submit,
      ]),
    );
    const mayBeTheSame = new Set([...sharedWords(FOREIGN), ...DATA]);
    expect(texts.filter((text) => inEnglish.includes(text) && !mayBeTheSame.has(text))).toEqual([]);
  });

  it.each(OTHERS)('say nothing with values as in English in $name', ({ code }) => {
    expect(sharedSentences(code)).toEqual([]);
  });

  it.each(OTHERS)('fit the windows of phones in $name', async ({ code }) => {
    const { page, run, newest, setLanguage } = await visit({ viewport: { width: PHONES[0], height: 780 } });
    const overflows: string[] = [];
    const look = async () => {
      for (const width of PHONES) {
        await page.setViewportSize({ width, height: 780 });
        overflows.push(...(await page.evaluate<string[]>(BEYOND_THE_EDGE)));
      }
    };
    await page.locator('.panel-opener').click();
    await setLanguage(code);
    await page.locator(`html[lang=${code}]`).waitFor();
    for (const tab of TABS) {
      await page.locator(`#tab-${tab}`).click();
      await look();
    }
    await page.locator('.panel-bar button').click();
    await run('/claimvote', { playername: 'Herobrine' });
    await newest.locator('.embed').waitFor();
    await look();

    expect(overflows).toEqual([]);
  });
});
