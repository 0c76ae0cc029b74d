import { PermissionFlagsBits, PermissionsBitField } from 'discord.js';
import { expect, test } from 'vitest';

import { mayManageGuild } from '../../../src/discord/incoming/access.ts';
import type { Conversation } from '../../../src/discord/incoming/command.ts';
import { createLateAnswers } from '../../../src/discord/incoming/late-answers.ts';
import { POSTS_STOPPED } from '../../../src/guilds/store/post-settings.ts';
import { translator } from '../../../src/locales/index.ts';
import type { OwedNews } from '../../../src/people/store/owed.ts';
import { REMINDERS_CLOSED } from '../../../src/reminders/reminder.ts';
import { HOOK_STOPPED } from '../../../src/rewards/hook.ts';
import { ROLE_STOPPED } from '../../../src/rewards/voter-role.ts';
import type { Reply } from '../../../src/ui/reply.ts';
import { createLog } from '../../../src/work/log.ts';
import { held } from '../../claims/claim-scene.ts';

const CLOSED = { kind: REMINDERS_CLOSED.name, detail: {} };
const MANAGER = new PermissionsBitField(PermissionFlagsBits.ManageGuild);

/** People who use commands, who are owed these news, and what they are told. */
function createScene(owed: readonly Omit<OwedNews, 'id'>[]) {
  const news = owed.map((one, index) => ({ ...one, id: index + 1 }));
  const told: string[] = [];
  const marked: number[] = [];
  const asked: [userId: string, isManager: boolean][] = [];
  const lines: string[] = [];
  const scene = { isThinking: false, followUp: (): Promise<void> => Promise.resolve() };
  const tell = createLateAnswers(
    createLog({ level: 'warn', secrets: [], destination: { write: (line) => lines.push(line) } }),
  );
  async function use(userId = 'ada', memberPermissions?: PermissionsBitField) {
    const conversation = {
      guildId: 'guild',
      userId,
      mayManage: mayManageGuild({ memberPermissions: memberPermissions ?? null }),
      t: translator('en-US'),
      responder: {
        address: { applicationId: 'application' },
        canFollowUp: true,
        isThinking: () => Promise.resolve(scene.isThinking),
        followUp: async ({ embeds }: Reply) => {
          await scene.followUp();
          told.push(embeds[0]?.title ?? '');
        },
      },
      services: {
        claims: { lateAnswersFor: () => Promise.resolve([]) },
        owed: {
          owedTo: (member: { userId: string }, isManager: boolean) => {
            asked.push([member.userId, isManager]);
            return Promise.resolve(news.filter(({ id }) => !marked.includes(id)));
          },
          markTold: (id: number) => {
            marked.push(id);
            return Promise.resolve();
          },
        },
      },
    };
    await tell(conversation as unknown as Conversation);
  }
  return { scene, told, marked, asked, lines, use };
}

test('whatever is owed is told in words, in its order, and then marked as told', async () => {
  const { told, marked, use } = createScene([
    { kind: POSTS_STOPPED.name, detail: { posts: 'alerts', channelId: '1' } },
    { kind: HOOK_STOPPED.name, detail: { number: 2, state: 'gone' } },
    { kind: ROLE_STOPPED.name, detail: { roleId: '5', problem: 'hierarchy' } },
    CLOSED,
  ]);
  await use();
  expect(told).toEqual([
    expect.stringContaining('alerts'),
    'Webhook 2 is off',
    'The voter role is off',
    expect.stringContaining('eminders'),
  ]);
  expect(marked).toEqual([1, 2, 3, 4]);
  await use();
  expect(told).toHaveLength(4);
});

test('nothing takes the place of an answer that is still to come', async () => {
  const { scene, told, use } = createScene([CLOSED]);
  scene.isThinking = true;
  await use();
  expect(told).toEqual([]);
  scene.isThinking = false;
  await use();
  expect(told).toHaveLength(1);
});

test('what a newer version of the program owes is left to it', async () => {
  const { told, marked, use } = createScene([{ kind: 'of tomorrow', detail: 1 }, CLOSED]);
  await use();
  expect([told.length, marked]).toEqual([1, [2]]);
});

test('only a manager is asked for what the managers are owed', async () => {
  const { asked, use } = createScene([]);
  await use('ada');
  await use('bob', new PermissionsBitField(PermissionFlagsBits.ModerateMembers));
  await use('mona', MANAGER);
  await use('root', new PermissionsBitField(PermissionFlagsBits.Administrator));
  expect(asked).toEqual([
    ['ada', false],
    ['bob', false],
    ['mona', true],
    ['root', true],
  ]);
});

test('nobody is told twice by two commands at once, and of two managers one is', async () => {
  const { scene, told, asked, use } = createScene([CLOSED]);
  const slow = held();
  scene.followUp = () => slow.promise;
  const first = use('mona', MANAGER);
  await use('mona', MANAGER);
  const other = use('max', MANAGER);
  expect(asked).toEqual([
    ['mona', true],
    ['max', false],
  ]);
  slow.resolve();
  await Promise.all([first, other]);
  expect(told.length).toBeGreaterThan(0);
  await use('max', MANAGER);
  expect(asked.at(-1)).toEqual(['max', true]);
});

test('what could not be told is still owed', async () => {
  const { scene, told, marked, lines, use } = createScene([CLOSED]);
  scene.followUp = () => Promise.reject(new Error('refused by the test'));
  await use();
  expect([marked, lines.length]).toEqual([[], 1]);
  scene.followUp = () => Promise.resolve();
  await use();
  expect([told.length, marked]).toEqual([1, [1]]);
});
