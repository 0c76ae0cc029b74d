import { expect, test } from 'vitest';

import { createRoleKeeping } from '../../src/rewards/role-keeping.ts';
import type { DueRole, RoleGrants } from '../../src/rewards/store/role-grants.ts';
import {
  type AfterRole,
  afterRole,
  REFUSED_TRIES,
  type RoleAnswer,
  type RoleOutcome,
  type RoleProblem,
  type RoleTodo,
  roleTodo,
} from '../../src/rewards/voter-role.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/work/clock.ts';
import { createLog } from '../../src/work/log.ts';

const clock = { now: () => 0, random: () => 0.5 };
const going = new AbortController().signal;

test.each<[isOver: boolean, state: 'on' | 'off' | 'stopped' | undefined, todo: RoleTodo]>([
  [false, 'on', 'give'],
  [false, 'stopped', 'wait'],
  [false, 'off', 'remove'],
  [false, undefined, 'remove'],
  [true, 'on', 'remove'],
  [true, 'stopped', 'remove'],
  [true, undefined, 'remove'],
])('a role whose time is over: %s, of a setting that is %s, is to be: %s', (isOver, state, todo) => {
  expect(roleTodo({ isOver, state })).toBe(todo);
});

test.each<[RoleTodo, RoleOutcome, AfterRole, tries?: number]>([
  ['give', 'done', { kind: 'given' }],
  ['wait', 'done', { kind: 'given' }],
  ['remove', 'done', { kind: 'ended' }],
  ['give', 'no-member', { kind: 'ended' }],
  ['remove', 'no-member', { kind: 'ended' }],
  ['give', 'no-role', { kind: 'no-role' }],
  ['remove', 'no-role', { kind: 'no-role' }],
  ['give', 'failed', { kind: 'later', restsMs: 30 * SECOND_MS, stops: undefined }],
  ['remove', 'failed', { kind: 'later', restsMs: 30 * SECOND_MS, stops: undefined }],
  ['remove', { problem: 'hierarchy' }, { kind: 'later', restsMs: 90 * SECOND_MS, stops: undefined }],
  ['give', { problem: 'permission' }, { kind: 'later', restsMs: 90 * SECOND_MS, stops: undefined }, 39],
  ['give', { problem: 'permission' }, { kind: 'later', restsMs: HOUR_MS, stops: 'permission' }, REFUSED_TRIES],
  ['give', { problem: 'powerful' }, { kind: 'later', restsMs: HOUR_MS, stops: 'powerful' }],
  ['give', { problem: 'deleted' }, { kind: 'later', restsMs: HOUR_MS, stops: 'deleted' }],
])('after %s came to %j, what follows is %j', (todo, outcome, after, tries = 1) => {
  expect(afterRole({ todo, tries }, outcome, clock)).toEqual(after);
});

/** Members of one guild whose role is due, with what Discord says to each, and a record of what is done. */
function createScene(answers: readonly RoleAnswer[], todo: RoleTodo = 'give') {
  const asked: string[] = [];
  const recorded: AfterRole[] = [];
  const limits: number[] = [];
  const lines: string[] = [];
  const due = answers.map((answer, id): DueRole => ({
    id,
    guildId: 'guild',
    roleId: 'role',
    userId: answer,
    revision: 0,
    tries: 0,
    todo,
  }));
  const scene = {
    problem: undefined as RoleProblem | Error | undefined,
    looks: 0,
    now: 0,
    result: 'recorded' as Awaited<ReturnType<RoleGrants['record']>>,
  };
  const call = (what: string) => (role: { userId: string }) => {
    asked.push(`${what} ${role.userId}`);
    return Promise.resolve(role.userId as RoleAnswer);
  };
  const keeping = createRoleKeeping({
    grants: {
      dueGuilds: (max) => {
        limits.push(max);
        return Promise.resolve(due.length > 0 ? ['guild'] : []);
      },
      take: () => Promise.resolve(due.shift()),
      record: (_due, after) => {
        recorded.push(after);
        return Promise.resolve(scene.result);
      },
    },
    calls: {
      give: call('give'),
      remove: call('remove'),
      inspect: () => {
        scene.looks += 1;
        return scene.problem instanceof Error ? Promise.reject(scene.problem) : Promise.resolve(scene.problem);
      },
      isBelow: () => Promise.resolve(true),
    },
    clock: { ...clock, now: () => scene.now },
    log: createLog({ level: 'warn', secrets: [], destination: { write: (line) => lines.push(line) } }),
  });
  const begin = () => keeping.round(going);
  async function round() {
    await begin();
    await keeping.idle();
  }
  const logged = () => lines.map((line) => JSON.parse(line) as object);
  return { scene, due, asked, recorded, limits, logged, begin, round };
}

test('one member after the other is asked about, until nothing is due in the guild', async () => {
  const { asked, recorded, limits, logged, round } = createScene(['done', 'no-member', 'done']);
  await round();
  expect(asked).toEqual(['give done', 'give no-member', 'give done']);
  expect(recorded).toEqual([{ kind: 'given' }, { kind: 'ended' }, { kind: 'given' }]);
  expect([limits, logged()]).toEqual([[32], []]);
});

test('as many more guilds are looked for as are being served', async () => {
  const { limits, begin, round } = createScene(['done']);
  await begin();
  await round();
  expect(limits).toEqual([32, 33]);
});

test('a role that waits is not asked about', async () => {
  const { asked, recorded, round } = createScene(['done'], 'wait');
  await round();
  expect([asked, recorded]).toEqual([[], [{ kind: 'given' }]]);
});

test.each(['failed', 'stopped'] as const)('a guild rests once a role %s', async (result) => {
  const { scene, asked, round } = createScene(['failed', 'done'], 'remove');
  scene.result = result;
  await round();
  expect(asked).toEqual(['remove failed']);
});

test.each<[RoleProblem | undefined, RoleProblem]>([
  ['permission', 'permission'],
  ['deleted', 'deleted'],
  [undefined, 'refused'],
])('a role that Discord refuses for an hour, with %s, is turned off for: %s', async (problem, stops) => {
  const { scene, due, recorded, logged, round } = createScene(['forbidden']);
  for (const one of due) one.tries = REFUSED_TRIES;
  Object.assign(scene, { problem, result: 'stopped' });
  await round();
  expect(recorded).toEqual([{ kind: 'later', restsMs: HOUR_MS, stops }]);
  expect(logged()).toMatchObject([{ msg: 'a voter role was turned off', guildId: 'guild', outcome: stops }]);
});

test('a role that became powerful since it was chosen is given to nobody, and turned off', async () => {
  const { scene, asked, recorded, round } = createScene(['done']);
  Object.assign(scene, { problem: 'powerful', result: 'stopped' });
  await round();
  expect([asked, recorded]).toEqual([[], [{ kind: 'later', restsMs: HOUR_MS, stops: 'powerful' }]]);
});

test('a look at a role counts for a minute, for all who get it', async () => {
  const { scene, due, asked, round } = createScene(['done', 'no-member']);
  const [again] = due;
  scene.now = 1;
  await round();
  expect([asked.length, scene.looks]).toEqual([2, 1]);
  scene.now += MINUTE_MS + 1;
  if (again) due.push(again);
  await round();
  expect([asked.length, scene.looks]).toEqual([3, 2]);
});

test('a refusal whose reason Discord does not say is a failure', async () => {
  const { scene, recorded, logged, round } = createScene(['forbidden']);
  Object.assign(scene, { problem: new Error('refused by the test'), result: 'failed' });
  await round();
  expect(recorded).toEqual([{ kind: 'later', restsMs: 5 * SECOND_MS, stops: undefined }]);
  expect(logged()).toMatchObject([
    { msg: 'Discord did not say what is wrong with a voter role', guildId: 'guild' },
    { msg: 'a voter role could not be given or taken, it will be later', guildId: 'guild' },
  ]);
});
