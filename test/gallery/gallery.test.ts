import { describe, expect, test } from 'vitest';

import { commands } from '../../commands/index.ts';
import { en } from '../../src/locales/en.ts';
import { LANGUAGES, translator, type Translate } from '../../src/locales/index.ts';
import { acceptCommands } from '../../src/sandbox/discord/validation/bodies.ts';
import { textsOf } from '../locales/texts.ts';
import { createGallery } from './gallery.ts';
import { refusalsOf } from './refusals.ts';

const DEFINITIONS = commands.map(({ definition }) => definition);

describe.each(Object.keys(LANGUAGES))('the gallery in the language %s', (language) => {
  const gallery = createGallery(translator(language));

  test('is taken by Discord', () => {
    expect(refusalsOf(gallery)).toEqual([]);
  });

  test('has nothing left to fill in', () => {
    const everything = Object.entries({ ...gallery.replies, ...gallery.modals });
    const unfinished = everything.filter(([, shown]) => /\{\{|undefined|NaN|\[object/.test(JSON.stringify(shown)));
    expect(unfinished.map(([name]) => name)).toEqual([]);
  });
});

test('the gallery has every text', () => {
  const used = new Set<string>();
  const t = translator('en');
  const recording: Translate = (key, values) => {
    used.add(key);
    return t(key, values);
  };
  createGallery(recording);
  const shown = textsOf(en).filter(([key]) => !key.startsWith('commands.'));
  expect(shown.filter(([key]) => !used.has(key))).toEqual([]);
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
    expect(acceptCommands(DEFINITIONS)).toHaveLength(commands.length);
  });

  test('are described in every language, wherever they are described', () => {
    const others = Object.keys(LANGUAGES).filter((language) => language !== 'en');
    for (const { name, description_localizations } of DEFINITIONS.flatMap(describedParts)) {
      expect(Object.keys(description_localizations ?? {}), name).toEqual(others);
    }
  });

  test.each(Object.entries(LANGUAGES))('say everything that the language %s has for them', (_language, texts) => {
    const registered = JSON.stringify(DEFINITIONS);
    expect(textsOf(texts.commands).filter(([, text]) => !registered.includes(JSON.stringify(text)))).toEqual([]);
  });
});
