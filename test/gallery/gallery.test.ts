import { ComponentType } from 'discord.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { commands } from '../../commands/index.ts';
import { definitionsOf } from '../../src/discord/incoming/command.ts';
import en from '../../src/locales/en.json' with { type: 'json' };
import { LANGUAGES, type Translate, translator } from '../../src/locales/index.ts';
import { acceptCommands } from '../../src/sandbox/discord/validation/bodies.ts';
import { parseCustomId } from '../../src/ui/custom-ids.ts';
import { PLURAL_FORM, textsOf } from '../locales/texts.ts';
import { limitErrors, textsOf as shownIn } from '../ui/discord-limits.ts';
import { CODE, hostileText, specialSequences } from '../ui/hostile-text.ts';
import { AREAS, createGallery, type Gallery } from './gallery.ts';
import type { Replies } from './entries.ts';
import { refusalsOf } from './refusals.ts';

type HandlerKind = 'buttons' | 'selects' | 'modals';

/** Every kind of component that has a handler, as `kind command:action`, sorted. */
const HANDLED = commands
  .flatMap(({ definition: { name }, ...handlers }) =>
    (['buttons', 'selects', 'modals'] as const).flatMap((kind) =>
      Object.keys(handlers[kind] ?? {}).map((action) => `${kind} ${name}:${action}`),
    ),
  )
  .sort();

const DEFINITIONS = definitionsOf(commands);

describe.each(Object.keys(LANGUAGES))('the gallery in the language %s', (language) => {
  const gallery = createGallery(translator(language), language);

  test('is taken by Discord', () => {
    expect(refusalsOf(gallery)).toEqual([]);
  });

  test('offers what there is a handler for, and every handler is offered', () => {
    expect(offeredIn(gallery)).toEqual(HANDLED);
  });

  test('has nothing left to fill in', () => {
    const everything = Object.entries({ ...gallery.replies, ...gallery.modals });
    const unfinished = everything.filter(([, shown]) => /\{\{|undefined|NaN|\[object/.test(JSON.stringify(shown)));
    expect(unfinished.map(([name]) => name)).toEqual([]);
  });
});

/** Every kind of component that people can use in a gallery, as `kind command:action`, sorted. */
function offeredIn({ replies, modals }: Gallery): string[] {
  const components = Object.values(replies).flatMap((reply) => reply.components.flatMap((row) => row.components));
  const offered = [
    ...components.flatMap((component): [HandlerKind, string][] => {
      if (!('custom_id' in component)) return [];
      return [[component.type === ComponentType.Button ? 'buttons' : 'selects', component.custom_id]];
    }),
    ...Object.values(modals).map(({ custom_id }): [HandlerKind, string] => ['modals', custom_id]),
  ];
  const names = offered.map(([kind, customId]) => {
    const { command, action } = parseCustomId(customId);
    return `${kind} ${command}:${action}`;
  });
  return [...new Set(names)].sort();
}

test('the gallery has every text', () => {
  const used = new Set<string>();
  const t = translator('en');
  const recording: Translate = (key, ...values) => {
    used.add(key);
    return t(key, ...values);
  };
  createGallery(recording, 'en');
  const shown = textsOf(en).filter(([key]) => !key.startsWith('commands.'));
  const nameOf = (key: string) => key.replace(PLURAL_FORM, '');
  expect(shown.filter(([key]) => !used.has(nameOf(key)))).toEqual([]);
});

/** The texts' own markup: mentions, bold, subtext, timestamps, emphasis of Discord's words, references and commands. */
const OWN_MARKS =
  /<@\d+>|\*\*|^-# |<t:\d+:[dfFRT]>|\*(?:Manage Server|Open claim|Give a name|Give it away|Leave it|Tell the moderators|Free a name|Player names|Keep looking|Mark resolved|Dealt with)\*|`[\w/ —]+`/gm;

test('whatever people and hosts write, Discord takes the reply and reads nothing into it', () => {
  const all = Object.values(AREAS).flatMap(({ replies }) => Object.entries<Replies[string]>(replies));
  const written = all.filter(([, make]) => make.length === 2);
  const t = translator('en-US');
  fc.assert(
    fc.property(fc.constantFrom(...written), hostileText, ([, make], text) => {
      const reply = make(t, text);
      expect(limitErrors(reply)).toEqual([]);
      // Discord shows a footer as it is, and nothing ends what is wholly code.
      const footers = reply.embeds.map(({ footer }) => footer?.text);
      const read = shownIn(reply).filter((shown) => !footers.includes(shown) && !CODE.test(shown));
      expect(read.flatMap((shown) => specialSequences(shown.replaceAll(OWN_MARKS, '')))).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

describe('the commands', () => {
  type Described = {
    name: string;
    description?: string | undefined;
    description_localizations?: object | null | undefined;
    options?: readonly Described[] | undefined;
  };
  const describedParts = (part: Described): Described[] => [part, ...(part.options ?? []).flatMap(describedParts)];

  test('are taken by Discord', () => {
    expect(acceptCommands(DEFINITIONS)).toHaveLength(DEFINITIONS.length);
  });

  test('are described in every language, wherever they are described', () => {
    const slash = commands.map(({ definition }) => definition);
    const others = Object.keys(LANGUAGES).filter((language) => language !== 'en');
    for (const { name, description_localizations } of slash.flatMap(describedParts)) {
      expect(Object.keys(description_localizations ?? {}), name).toEqual(others);
    }
  });

  test.each(Object.entries(LANGUAGES))('say everything that the language %s has for them', (_language, texts) => {
    const registered = JSON.stringify(DEFINITIONS);
    expect(textsOf(texts.commands).filter(([, text]) => !registered.includes(JSON.stringify(text)))).toEqual([]);
  });
});
