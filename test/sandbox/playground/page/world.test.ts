import { describe, expect, it } from 'vitest';

import { timelineOf } from '../../../../src/sandbox/playground/page/channel/timeline.ts';
import { flowsOf } from '../../../../src/sandbox/playground/page/panel/flow.ts';
import { after, withoutModal, worldOf, type World } from '../../../../src/sandbox/playground/page/world.ts';
import type { PlaygroundEvent } from '../../../../src/sandbox/playground/protocol.ts';
import { interaction, logEntry, message, state } from './sandbox-parts.ts';

type Change = Exclude<PlaygroundEvent, { type: 'state' }>;

const worldAfter = (...changes: readonly Change[]): World => changes.reduce(after, worldOf(state()));
const created = (...args: Parameters<typeof message>): Change => ({
  type: 'message',
  change: 'created',
  message: message(...args),
});
const happens = (...args: Parameters<typeof interaction>): Change => ({
  type: 'interaction',
  interaction: interaction(...args),
});
const failed = { kind: 'failed' } as const;

const ALEX = { personId: 'alex', channelId: 'general', dismissed: new Set<string>() };

describe('what a person sees in a channel', () => {
  const idsFor = (world: World, personId: string): string[] =>
    timelineOf(world, { ...ALEX, personId }).map(({ id }) => id);

  it('is what everyone sees and what is for them alone, oldest first', () => {
    const world = worldAfter(
      created('late', { createdAt: 2 }),
      created('early', { createdAt: 1, visibleTo: 'alex' }),
      created('elsewhere', { channelId: 'alerts' }),
    );
    expect(idsFor(world, 'alex')).toEqual(['early', 'late']);
    expect(idsFor(world, 'sam')).toEqual(['late']);
  });

  it('keeps an edited message in its place, and drops a deleted one', () => {
    const edited: Change = { type: 'message', change: 'edited', message: message('a', { editedAt: 9 }) };
    const world = worldAfter(created('a'), created('b', { createdAt: 1 }), edited, {
      type: 'message-deleted',
      id: 'b',
    });
    expect(timelineOf(world, ALEX)).toMatchObject([{ id: 'a', message: { editedAt: 9 } }]);
  });

  it('is the newest of it, once there is very much', () => {
    const world = worldAfter(...Array.from({ length: 501 }, (_, index) => created(`${index}`, { createdAt: index })));
    expect(idsFor(world, 'alex')).toHaveLength(500);
    expect(idsFor(world, 'alex')[0]).toBe('1');
  });

  it('has a command that waits, until the bot answers it', () => {
    const waiting = worldAfter(happens('x'));
    expect(idsFor(waiting, 'alex')).toEqual(['x']);
    expect(idsFor(waiting, 'sam')).toEqual([]);
    expect(idsFor(after(waiting, happens('x', { progress: { kind: 'answered', afterMs: 1 } })), 'alex')).toEqual([]);
  });

  it('has a command that the bot failed, and the failure of a click under its message', () => {
    const world = worldAfter(
      created('a'),
      happens('x', { progress: failed, startedAt: 1 }),
      happens('y', { progress: failed, messageId: 'a' }),
    );
    expect(timelineOf(world, ALEX)).toMatchObject([
      { id: 'a', hasFailed: true },
      { id: 'x', interaction: { progress: failed } },
    ]);
  });

  it('no longer has the failure of a click once a later click on the message is answered', () => {
    const click = { messageId: 'a' };
    const world = worldAfter(
      created('a'),
      happens('1', { ...click, progress: failed }),
      happens('2', click),
      happens('2', { ...click, progress: { kind: 'answered', afterMs: 1 } }),
    );
    expect(timelineOf(world, ALEX)).toMatchObject([{ id: 'a', hasFailed: false }]);
  });
});

describe('a modal', () => {
  const shown = (interactionId: string, personId: string): Change => ({
    type: 'modal',
    modal: { interactionId, personId, title: '', fields: [] },
  });
  const idsOf = ({ modals }: World): string[] => modals.map(({ interactionId }) => interactionId);

  it('takes the place of the one its person had, and of nobody else’s', () => {
    expect(idsOf(worldAfter(shown('1', 'alex'), shown('2', 'sam'), shown('3', 'alex')))).toEqual(['2', '3']);
  });

  it('stays open when another one is closed, even one of the same person that it has replaced', () => {
    const world = worldAfter(shown('1', 'alex'), shown('2', 'alex'));
    expect(idsOf(withoutModal(world, '1'))).toEqual(['2']);
    expect(idsOf(withoutModal(world, '2'))).toEqual([]);
  });

  it('stays open when the connection is lost and comes back', () => {
    expect(idsOf(worldOf(state(), worldAfter(shown('1', 'alex'))))).toEqual(['1']);
  });
});

describe('the log', () => {
  const event = (id: number): Change => ({
    type: 'log',
    entry: logEntry(id, { boundary: 'gateway', from: 'discord', to: 'bot', interactionId: `i${id}` }),
  });
  const call = (id: number, fields = {}): Change => ({ type: 'log', entry: logEntry(id, fields) });
  const read = (world: World, filter: Partial<Parameters<typeof flowsOf>[1]> = {}) =>
    flowsOf(world.log, { boundary: 'all', hidesBackground: false, clearedUpTo: 0, ...filter }).map(({ entries }) =>
      entries.map(({ entry, sinceMs }) => (sinceMs === null ? entry.id : `${entry.id} after ${sinceMs}`)),
    );

  it('shows with each interaction what it led to and how long after, the newest first', () => {
    const world = worldAfter(
      event(10),
      call(13, { interactionId: 'i10' }),
      event(20),
      call(25, { interactionId: 'i20' }),
      call(26, { interactionId: 'i10' }),
    );
    expect(read(world)).toEqual([
      [20, '25 after 5'],
      [10, '13 after 3', '26 after 16'],
    ]);
  });

  const roundsOf = (world: World, hidesBackground: boolean) =>
    flowsOf(world.log, { boundary: 'all', hidesBackground, clearedUpTo: 0 }).map(({ isBackground, entries }) => [
      isBackground,
      entries.map(({ entry }) => entry.id),
    ]);

  it('puts what the bot did without a command in rounds, those in the background apart', () => {
    const background = { isBackground: true };
    const world = worldAfter(
      ...[event(1), call(2, background), call(900, background), call(2_500, background), call(2_550)],
      call(2_600, { interactionId: 'i1' }),
    );
    expect(roundsOf(world, false)).toEqual([
      [false, [2_550]],
      [true, [2_500]],
      [true, [2, 900]],
      [false, [1, 2_600]],
    ]);
  });

  it('leaves the background out where it is hidden, and nothing else', () => {
    const world = worldAfter(event(1), call(2), call(3, { isBackground: true }), call(4));
    expect(roundsOf(world, true)).toEqual([
      [false, [2, 4]],
      [false, [1]],
    ]);
  });

  it('puts calls in the order in which they began, not ended', () => {
    const own = { interactionId: 'i1' };
    expect(read(worldAfter(event(1), call(3, own), call(2, own)))).toEqual([[1, '2 after 1', '3 after 2']]);
  });

  it('leaves out other boundaries and what was cleared, and still knows the time', () => {
    const own = { interactionId: 'i1' };
    const world = worldAfter(event(1), call(2, own), call(3, { ...own, boundary: 'main', to: 'main' }), event(4));
    expect(read(world, { boundary: 'main' })).toEqual([['3 after 2']]);
    expect(read(world, { clearedUpTo: 3 })).toEqual([[4]]);
  });
});
