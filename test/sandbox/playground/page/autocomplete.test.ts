import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createAutocomplete, TYPING_PAUSE_MS } from '../../../../src/sandbox/playground/page/composer/autocomplete.ts';
import { EMPTY, type Composer } from '../../../../src/sandbox/playground/page/composer/composer.ts';
import type { Offered } from '../../../../src/sandbox/playground/page/composer/suggestions.ts';
import type { Action, Answer } from '../../../../src/sandbox/playground/protocol.ts';
import { command, option } from './sandbox-parts.ts';

const ENTITY = option('entity', { autocomplete: true });
const PLACE = { personId: 'alex', channelId: 'general' };
const typing = (text: string): Composer => ({ ...EMPTY, command: command('plan', [ENTITY]), option: ENTITY, text });

function open(answer: (typed: string) => Promise<Answer>) {
  const asked: string[] = [];
  const shown: Offered[] = [];
  const ask = (action: Action): Promise<Answer> => {
    const typed = action.type === 'autocomplete' ? action.typed : '';
    asked.push(typed);
    return answer(typed);
  };
  const { follow } = createAutocomplete({ ask, show: (offered) => shown.push(offered) });
  return {
    asked,
    shown,
    type: (text: string) => {
      follow(typing(text), PLACE);
    },
    leave: () => {
      follow(EMPTY, PLACE);
    },
  };
}

const choices = (name: string): Promise<Answer> =>
  Promise.resolve({ kind: 'choices', choices: [{ name, value: name }] });

describe('autocomplete', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('asks once typing has paused, for what was typed last', async () => {
    const { asked, shown, type } = open(choices);
    for (const text of ['l', 'la', 'lat']) type(text);
    await vi.advanceTimersByTimeAsync(TYPING_PAUSE_MS);

    expect(asked).toEqual(['lat']);
    expect(shown.at(-1)).toEqual({ kind: 'choices', choices: [{ name: 'lat', value: 'lat' }] });
  });

  it('does not ask again while nothing changes', async () => {
    const { asked, type } = open(choices);
    type('l');
    await vi.advanceTimersByTimeAsync(TYPING_PAUSE_MS);
    type('l');
    await vi.advanceTimersByTimeAsync(TYPING_PAUSE_MS);

    expect(asked).toEqual(['l']);
  });

  it('shows nothing of an answer that comes too late', async () => {
    const first = Promise.withResolvers<Answer>();
    const { shown, type, leave } = open(() => first.promise);
    type('l');
    await vi.advanceTimersByTimeAsync(TYPING_PAUSE_MS);
    leave();
    first.resolve(await choices('l'));
    await vi.advanceTimersByTimeAsync(0);

    expect(shown.map(({ kind }) => kind)).toEqual(['asking', 'none']);
  });

  it('says that it failed when the bot offers nothing', async () => {
    const { shown, type } = open(() => Promise.resolve({ kind: 'refused', reason: { kind: 'other', text: 'no' } }));
    type('l');
    await vi.advanceTimersByTimeAsync(TYPING_PAUSE_MS);

    expect(shown.at(-1)).toEqual({ kind: 'failed' });
  });
});
