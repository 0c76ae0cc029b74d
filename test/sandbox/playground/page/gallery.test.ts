import { ButtonStyle, ComponentType, type APIComponentInMessageActionRow } from 'discord.js';
import { expect, it } from 'vitest';

import { messageBody } from '../../../../src/discord/outgoing/message-body.ts';
import { translator } from '../../../../src/locales/index.ts';
import { WORDS } from '../../../../src/sandbox/playground/page/words.ts';
import { LOCALES } from '../../../../src/sandbox/playground/people.ts';
import type { Sandbox } from '../../../../src/sandbox/sandbox.ts';
import type { Reply } from '../../../../src/ui/reply.ts';
import { chunksOf } from '../../../../src/work/chunks.ts';
import { createGallery } from '../../../gallery/gallery.ts';
import { expectedText } from './expected-text.ts';
import { describeInBrowser } from './viewer.ts';

/** The texts of each part of a message, in the order they are read: strings as they are shown, or patterns of them. */
type Texts = Record<
  'titles' | 'descriptions' | 'names' | 'values' | 'footers' | 'files' | 'controls' | 'options',
  unknown[]
>;

/** Reads every message from the page, by its id. */
const READ_MESSAGES = `Object.fromEntries(
  [...document.querySelectorAll('[data-message]')].map((message) => {
    const texts = (selector) => [...message.querySelectorAll(selector)].map((element) => element.innerText);
    return [message.dataset.message, {
      titles: texts('.embed > h3'),
      descriptions: texts('.embed > .text'),
      names: texts('.embed dt'),
      values: texts('.embed dd'),
      footers: texts('.embed > footer'),
      files: texts('.attachment strong'),
      controls: texts('.controls .button').map((text) => text.replace('\\n', ' ')),
      options: [...message.querySelectorAll('.controls option')].map((option) => option.text),
    }];
  }),
)`;

function expectedTexts({ embeds, components, files = [] }: Reply, locale: string): Texts {
  const read = (texts: (string | undefined)[]): unknown[] =>
    texts
      .filter((text) => text !== undefined)
      .map((text) => expect.stringMatching(expectedText(text, locale)) as unknown);
  const fields = embeds.flatMap((embed) => embed.fields ?? []);
  const controls = components.flatMap((row) => row.components);
  return {
    titles: read(embeds.map(({ title }) => title)),
    descriptions: read(embeds.map(({ description }) => description)),
    names: read(fields.map(({ name }) => name)),
    values: read(fields.map(({ value }) => value)),
    footers: embeds.flatMap(({ footer }) => footer?.text ?? []),
    files: files.map(({ name }) => name),
    controls: controls.flatMap(buttonText),
    options: controls.flatMap(optionTexts),
  };
}

function buttonText(control: APIComponentInMessageActionRow): string[] {
  if (control.type !== ComponentType.Button || !('label' in control)) return [];
  const { style, label = '' } = control;
  return [style === ButtonStyle.Link ? `${label} ${WORDS.message.newTab}` : label];
}

/** What can be picked, below what asks for it while nothing is. */
function optionTexts(control: APIComponentInMessageActionRow): string[] {
  if (control.type !== ComponentType.StringSelect) return [];
  const options = control.options.map(({ label, description }) => (description ? `${label}: ${description}` : label));
  const isPicked = control.options.some((option) => option.default);
  return isPicked ? options : [control.placeholder ?? '', ...options];
}

/** Of languages whose markup is that of English (`test/locales/check.ts`), one is enough: it writes times in its own way. */
const SHOWN = LOCALES.filter(({ code }) => ['en-US', 'fr'].includes(code));
/** The page shows no more than 500. */
const MESSAGES_AT_ONCE = 400;

/** Sends a reply as an application does. @returns the id of its message */
async function post({ embeds, components, files = [] }: Reply, { discord, guild }: Sandbox): Promise<string> {
  const form = new FormData();
  form.set('payload_json', JSON.stringify(messageBody({ embeds, components })));
  for (const [index, { name, content }] of files.entries()) form.set(`files[${index}]`, new Blob([content]), name);
  const response = await fetch(`${discord.apiUrl}/v10/channels/${guild.channel.id}/messages`, {
    method: 'POST',
    headers: { authorization: `Bot ${discord.token}` },
    body: form,
  });
  const { id } = (await response.json()) as { id: string };
  return id;
}

describeInBrowser('every reply of the bot', (visit) => {
  it.each(SHOWN)('is shown in exactly the words that were sent, in $name', async ({ code }) => {
    const { page, sandbox, setLanguage } = await visit();
    await setLanguage(code);
    const { replies } = createGallery(translator(code), code);

    for (const part of chunksOf(Object.entries(replies), MESSAGES_AT_ONCE)) {
      const ids: string[] = [];
      for (const [, reply] of part) ids.push(await post(reply, sandbox));
      await page.locator(`[data-message="${ids.at(-1)}"]`).waitFor();

      const shown = await page.evaluate<Record<string, Texts>>(READ_MESSAGES);
      expect(Object.keys(shown).slice(-ids.length)).toEqual(ids);
      for (const [at, [name, reply]] of part.entries()) {
        expect(shown[ids[at] ?? ''], name).toEqual(expectedTexts(reply, code));
      }
    }
  });
});
