import { expect, test } from 'vitest';

import { createPanelKeeping, LOST_PANEL_RESTS_MS, PANEL_RESTS_MS } from '../../src/guilds/panel-keeping.ts';
import type { PanelState } from '../../src/guilds/panels.ts';
import { createLog } from '../../src/work/log.ts';

const PLACE = { channelId: 'channel', messageId: 'message' };
const SHOWN = { kind: 'shown', location: PLACE } as const;
const going = new AbortController().signal;

/**
 * Guilds whose panels are outdated, with what comes of an edit, guilds with so many messages left behind, and a record of
 * what is done.
 */
function createScene(outdated: Record<string, PanelState | Error>, left: Record<string, number> = {}) {
  const done: string[] = [];
  const lines: string[] = [];
  const keeping = createPanelKeeping({
    panelPosts: { dueGuilds: () => Promise.resolve(Object.keys(left)) },
    goals: {
      guildsOfOutdatedPanels: () => Promise.resolve(Object.keys(outdated)),
      takeOutdatedPanel: (guildId, restMs) => {
        expect(restMs).toBe(PANEL_RESTS_MS);
        return Promise.resolve(guildId in outdated);
      },
      leavePanel: (guildId, restMs) => {
        done.push(`leave ${guildId} for ${restMs}`);
        return Promise.resolve();
      },
    },
    panels: {
      goOn: (guildId) => {
        if (!left[guildId]) return Promise.resolve(false);
        left[guildId] -= 1;
        done.push(`go on in ${guildId}`);
        return Promise.resolve(true);
      },
      update: (guildId) => {
        done.push(`update ${guildId}`);
        const outcome = outdated[guildId] ?? { kind: 'none' };
        return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
      },
    },
    log: createLog({ level: 'warn', secrets: [], destination: { write: (line) => lines.push(line) } }),
  });
  async function round(stopping = going) {
    await keeping.round(stopping);
    await keeping.idle();
  }
  return { done, lines, round };
}

test('every panel that is outdated is edited, whatever comes of another', async () => {
  const { done, lines, round } = createScene({ a: SHOWN, b: new Error('refused by the test'), c: { kind: 'none' } });
  await round();
  expect(done.toSorted()).toEqual(['update a', 'update b', 'update c']);
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ level: 'warn', guildId: 'b' }]);
});

test.each([
  ['gone', { kind: 'gone' }],
  ['closed to the bot', { kind: 'out-of-reach', location: PLACE }],
] as const)('a panel that is %s is left alone for longer', async (_what, state) => {
  const { done, round } = createScene({ a: state });
  await round();
  expect(done).toEqual(['update a', `leave a for ${LOST_PANEL_RESTS_MS}`]);
});

test('of a guild, what was left behind comes first, one message after the other, and a panel once', async () => {
  const { done, round } = createScene({ a: SHOWN }, { a: 2, b: 1 });
  await round();
  expect(done.filter((what) => what.endsWith('a'))).toEqual(['go on in a', 'go on in a', 'update a']);
  expect(done.filter((what) => what.endsWith('b'))).toEqual(['go on in b']);
});
