import { describe, expect, it } from 'vitest';

import { EMPTY, valuesOf, type Composer } from '../../../../src/sandbox/playground/page/composer/composer.ts';
import { withSent } from '../../../../src/sandbox/playground/page/composer/history.ts';
import { press } from '../../../../src/sandbox/playground/page/composer/keys.ts';
import { suggestionsFor, type Writer } from '../../../../src/sandbox/playground/page/composer/suggestions.ts';
import { typeInto } from '../../../../src/sandbox/playground/page/composer/typing.ts';
import { worldOf } from '../../../../src/sandbox/playground/page/world.ts';
import { command, localised, option, state } from './sandbox-parts.ts';

const NUMBER = option('times', { type: 'integer', required: true, minValue: 1, maxValue: 3 });
const COMMANDS = [
  command('plan', [option('entity', { autocomplete: true })]),
  command('plans'),
  command('entity link', [option('id', { required: true }), option('label')]),
  command('repeat', [NUMBER]),
  command('announce', [option('channel', { type: 'channel' }), option('on', { type: 'boolean' })]),
  command('secret', [], ['sam']),
];
const WRITER: Writer = {
  world: worldOf(state({ commands: COMMANDS })),
  personId: 'alex',
  locale: 'en-US',
  offered: { kind: 'none' },
};
const KEYS = ['ArrowDown', 'ArrowUp', 'Tab', 'Enter', 'Escape', 'Backspace'];

type Written = { composer: Composer; ran: boolean };

/** Writes as a person does: the name of a key presses it, anything else is typed. */
function write(steps: readonly string[], writer: Writer = WRITER): Written {
  let composer = EMPTY;
  for (const step of steps) {
    if (!KEYS.includes(step)) {
      composer = typeInto(composer, step, writer);
      continue;
    }
    const pressed = press(step, composer, suggestionsFor(composer, writer));
    composer = pressed?.composer ?? composer;
    if (pressed?.run) return { composer, ran: true };
  }
  return { composer, ran: false };
}

const labels = (composer: Composer, writer: Writer = WRITER): string[] =>
  suggestionsFor(composer, writer).map(({ label }) => label);

/** What is wrong with the line, as it is told. */
const problemIn = ({ problem }: Composer): string | undefined => problem;

describe('the picker', () => {
  it('offers what the person may use, those that begin with what is typed first', () => {
    expect(labels(write(['/']).composer)).toEqual(['/plan', '/plans', '/entity link', '/repeat', '/announce']);
    expect(labels(write(['/n']).composer)).toEqual(['/plan', '/plans', '/entity link', '/announce']);
    expect(labels(write(['/e']).composer)).toEqual(['/entity link', '/repeat', '/announce']);
  });

  it('offers nothing without a slash, and says why', () => {
    const { composer } = write(['plan', 'Enter']);
    expect(labels(composer)).toEqual([]);
    expect(problemIn(composer)).toContain('Type /');
  });

  it('takes a command that is written out with the space behind it, and no longer one', () => {
    expect(write(['/plan ']).composer.command).toBe(COMMANDS[0]);
    expect(write(['/plans ']).composer.command).toBe(COMMANDS[1]);
    expect(write(['/entity ']).composer.command).toBeUndefined();
  });

  it('speaks the language of the person', () => {
    const greeting = { ...command('hello'), title: localised('hello', { fr: 'bonjour' }) };
    const french = { ...WRITER, locale: 'fr', world: { ...WRITER.world, commands: [greeting] } };
    expect(labels(write(['/bon'], french).composer, french)).toEqual(['/bonjour']);
  });
});

describe('a line as the console takes it', () => {
  it('takes nothing else where a command has no options', () => {
    expect(problemIn(write(['/plans ent_1', 'Enter']).composer)).toBe('This command takes no options.');
  });
});

describe('the commands that were sent', () => {
  const first = write(['/plan entity:ent_1', 'Enter']).composer;
  const second = write(['/plans', 'Enter', 'Enter']).composer;
  const sent = withSent(withSent(withSent([], first), second), second);
  const pressAll = (keys: readonly string[], from = EMPTY): Composer =>
    keys.reduce(
      (composer, key) => press(key, composer, suggestionsFor(composer, WRITER), sent)?.composer ?? composer,
      from,
    );

  it('come back with the arrows, and the line is empty again after the newest', () => {
    const named = (composer: Composer): unknown => composer.command?.path[0];
    expect(
      ['ArrowUp', 'ArrowUp ArrowUp', 'ArrowUp ArrowUp ArrowUp'].map((keys) => named(pressAll(keys.split(' ')))),
    ).toEqual(['plans', 'plan', 'plan']);
    expect(named(pressAll(['ArrowUp', 'ArrowUp', 'ArrowDown']))).toBe('plans');
    expect(pressAll(['ArrowUp', 'ArrowDown'])).toEqual(EMPTY);
  });

  it('leave alone what is being written, and one of them that was changed', () => {
    const writing = write(['/']).composer;
    expect(pressAll(['ArrowUp'], writing)).toMatchObject({ text: '/', highlighted: 4 });
    const changed = typeInto(pressAll(['ArrowUp']), 'x', WRITER);
    expect(pressAll(['ArrowUp'], changed)).toMatchObject({ text: 'x', command: COMMANDS[1] });
  });
});

describe('the keys', () => {
  it('take the command that is pointed at, going around in a ring', () => {
    expect(write(['/', 'ArrowDown', 'Enter']).composer.command).toBe(COMMANDS[1]);
    expect(write(['/', 'ArrowUp', 'Tab']).composer.command).toBe(COMMANDS[4]);
  });

  it('take a text for the only option of a command, also where it need not be given', () => {
    const { composer, ran } = write(['/plan ', 'ent_1 ', 'Enter']);
    expect(ran).toBe(true);
    expect(valuesOf(composer)).toEqual({ entity: 'ent_1' });
    expect(problemIn(write(['/announce ', 'here', 'Enter']).composer)).toBe('Write options as channel:… on:…');
  });

  it('fill several options in before the command runs', () => {
    const { composer, ran } = write(['/announce ', 'Tab', 'al', 'Tab', 'Tab', 'Enter', 'Enter']);
    expect(ran).toBe(true);
    expect(valuesOf(composer)).toEqual({ channel: 'alerts', on: true });
  });

  it('take what is typed into an option with autocomplete unless a choice is pointed at', () => {
    const offered = { kind: 'choices', choices: [{ name: 'Late Lantern', value: 'ent_grace' }] } as const;
    const writer: Writer = { ...WRITER, offered };
    expect(valuesOf(write(['/plan ', 'Tab', 'ent_x', 'Enter'], writer).composer)).toEqual({ entity: 'ent_x' });
    const picked = write(['/plan ', 'Tab', 'late', 'ArrowDown', 'Enter'], writer);
    expect(picked.ran).toBe(false);
    expect(valuesOf(picked.composer)).toEqual({ entity: 'ent_grace' });
  });

  it('refuse a value that does not fit what the bot registered', () => {
    expect(problemIn(write(['/repeat ', 'often', 'Enter']).composer)).toBe('times takes a whole number.');
    expect(problemIn(write(['/repeat ', '4', 'Enter']).composer)).toBe('times takes 1 to 3.');
    expect(valuesOf(write(['/repeat ', '3', 'Enter']).composer)).toEqual({ times: 3 });
    expect(problemIn(write(['/announce ', 'Tab', 'nowhere', 'Enter']).composer)).toBe('channel takes one of the list.');
  });

  it('take things away from the end: the open option, the value, the command', () => {
    const filled = ['/entity link ', 'ent_1', 'Tab', 'label', 'Enter'];
    const back = (times: number): Composer => write([...filled, ...Array<string>(times).fill('Backspace')]).composer;
    expect(back(0)).toMatchObject({ option: { name: 'label' } });
    expect(back(1)).toMatchObject({ option: undefined, filled: [{ label: 'ent_1' }] });
    expect(back(2)).toMatchObject({ command: COMMANDS[2], filled: [] });
    expect(back(3)).toEqual(EMPTY);
  });

  it('close the list first, and clear the line then', () => {
    const closed = write(['/plan', 'Escape']).composer;
    expect(closed).toMatchObject({ isListOpen: false, text: '/plan' });
    expect(press('Escape', closed, suggestionsFor(closed, WRITER))?.composer).toEqual(EMPTY);
  });

  it('leave Tab to move the focus when there is nothing to take', () => {
    expect(press('Tab', EMPTY, [])).toBeUndefined();
    const closed = write(['/plan ', 'Escape']).composer;
    expect(press('Tab', closed, suggestionsFor(closed, WRITER))).toBeUndefined();
  });
});
