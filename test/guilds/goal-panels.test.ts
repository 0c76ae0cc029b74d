import { expect, test } from 'vitest';

import { createGoalPanels, LOST_PANEL_RESTS_MS, PANEL_RESTS_MS } from '../../src/guilds/goal-panels.ts';
import type { PanelState } from '../../src/guilds/panels.ts';
import { createLog } from '../../src/log.ts';

const PLACE = { channelId: 'channel', messageId: 'message' };
const going = new AbortController().signal;

/** Guilds whose panels are outdated, with what comes of an edit, and a record of what is done. */
function createScene(outdated: Record<string, PanelState | Error>) {
  const done: string[] = [];
  const round = createGoalPanels({
    goals: {
      takeOutdatedPanels: (_max, restMs) => {
        expect(restMs).toBe(PANEL_RESTS_MS);
        return Promise.resolve(Object.keys(outdated));
      },
      leavePanel: (guildId, restMs) => {
        done.push(`leave ${guildId} for ${restMs}`);
        return Promise.resolve();
      },
    },
    guilds: { find: () => Promise.resolve(undefined) },
    panels: {
      update: (guildId, locale) => {
        done.push(`update ${guildId} in ${locale}`);
        const outcome = outdated[guildId] ?? { kind: 'none' };
        return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
      },
    },
    log: createLog({ level: 'silent', secrets: [] }),
  });
  return { done, round };
}

test('every panel that is outdated is edited, whatever comes of another', async () => {
  const { done, round } = createScene({
    a: { kind: 'shown', place: PLACE },
    b: new Error('refused by the test'),
    c: { kind: 'none' },
  });
  await round(going);
  expect(done).toEqual(['update a in en-US', 'update b in en-US', 'update c in en-US']);
});

test.each([
  ['gone', { kind: 'gone' }],
  ['closed to the bot', { kind: 'out-of-reach', place: PLACE }],
] as const)('a panel that is %s is left alone for longer', async (_what, state) => {
  const { done, round } = createScene({ a: state });
  await round(going);
  expect(done).toEqual(['update a in en-US', `leave a for ${LOST_PANEL_RESTS_MS}`]);
});

test('a process that stops begins no more', async () => {
  const { done, round } = createScene({ a: { kind: 'none' } });
  const stop = new AbortController();
  stop.abort();
  await round(stop.signal);
  expect(done).toEqual([]);
});
