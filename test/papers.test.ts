import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { ApplicationCommandOptionType, ApplicationCommandType } from 'discord.js';
import { describe, expect, test } from 'vitest';

import { commands } from '../commands/index.ts';
import { definitionsOf } from '../src/discord/incoming/command.ts';
import { translator } from '../src/locales/index.ts';
import { replies } from './gallery/claim.ts';

const PAPERS = globSync(['*.md', 'docs/*.md', '.github/*.md']).toSorted();
const CODE = globSync(['{src,commands,ops,test}/**/*.ts', '.ci/*', 'ops/*'], {
  exclude: ['ops/secrets', '**/node_modules'],
}).filter((path) => statSync(path).isFile());

const read = (path: string) => readFileSync(path, 'utf8');
const headingsOf = (paper: string) => Array.from(read(paper).matchAll(/^#+ (.+)$/gm), ([, heading = '']) => heading);

/** What a heading is called in an address, as GitHub makes it: of these papers' headings, only spaces and punctuation differ. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

function leadsSomewhere(paper: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? paper : join(dirname(paper), path);
  return existsSync(target) && (anchor === undefined || headingsOf(target).map(anchorOf).includes(anchor));
}

describe.each(PAPERS)('%s', (paper) => {
  test('links only to what is there', () => {
    const links = Array.from(read(paper).matchAll(/\]\((?!https:)([^)]+)\)/g), ([, link = '']) => link);

    expect(links.filter((link) => !leadsSomewhere(paper, link))).toEqual([]);
  });
});

/** A citation may go on in the next line of its comment. */
const onOneLine = (code: string) => code.replaceAll(/\n *(?:\*|\/\/|#) /g, ' ');

test('comments cite only papers and headings that are there', () => {
  const cited = CODE.flatMap((file) => {
    const citations = onOneLine(read(file)).matchAll(/(docs\/[a-z]+\.md)(?:, "([^"]+)")?/g);
    return Array.from(citations, ([, paper = '', heading]) => ({ file, paper, heading }));
  });
  const wrong = cited.filter(
    ({ paper, heading }) => !existsSync(paper) || (heading !== undefined && !headingsOf(paper).includes(heading)),
  );

  expect(cited).not.toEqual([]);
  expect(wrong).toEqual([]);
});

test('what a function returns is a noun: what it does stands before', () => {
  const DOES =
    /@returns (?:adds|asks|begins|calls|changes|closes|deletes|does|ends|forgets|gives|keeps|makes|marks|puts|reads|removes|sends|sets|shows|starts|stops|takes|tells|waits|writes)\b/;

  expect(CODE.filter((file) => DOES.test(onOneLine(read(file))))).toEqual([]);
});

describe('what a paper names is there', () => {
  /** What stands in backticks, or in a block of code. */
  const quotedIn = (paper: string) => Array.from(read(paper).matchAll(/`([^`\n]+)`/g), ([, quoted = '']) => quoted);
  const quoted = PAPERS.flatMap((paper) => quotedIn(paper).map((text) => ({ paper, text })));
  const FILES = globSync(['{src,commands,test,docs,ops}/**/*.*', '*.*', '.ci/*'], { exclude: ['**/node_modules'] });
  const SCRIPTS = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);
  const BLOCKS = PAPERS.flatMap((paper) => read(paper).match(/^```[^]*?^```/gm) ?? []);
  const IN_CODE = [
    ...BLOCKS,
    ...[...CODE, '.env.example'].map((file) => (statSync(file).isFile() ? read(file) : '')),
  ].join('\n');
  /** Git's own. */
  const OF_OTHERS = ['ORIG_HEAD'];

  test('files and folders', () => {
    const named = quoted.filter(({ text }) =>
      /^(?:src|commands|test|docs|ops|\.ci)\/[\w./-]*$|^[\w/-]+\.ts$/.test(text),
    );
    const missing = named.filter(
      ({ text }) => !text.includes('NAME.') && !existsSync(text) && !FILES.some((file) => file.endsWith(`/${text}`)),
    );

    expect(named.length).toBeGreaterThan(100);
    expect(missing).toEqual([]);
  });

  test('commands of npm', () => {
    const named = PAPERS.flatMap((paper) =>
      Array.from(read(paper).matchAll(/npm run ([\w:-]+)/g), ([, name = '']) => name),
    );

    expect(named).not.toEqual([]);
    expect(named.filter((name) => !SCRIPTS.includes(name))).toEqual([]);
  });

  test('variables, functions and constants', () => {
    const named = quoted.filter(({ text }) =>
      /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$|^[a-z]+(?:[A-Z][a-z]+)+(?:\(…?\))?$/.test(text),
    );
    const missing = named.filter(
      ({ text }) => !OF_OTHERS.includes(text) && !IN_CODE.includes(text.replace(/\(.*$/, '')),
    );

    expect(named).not.toEqual([]);
    expect(missing).toEqual([]);
  });
});

/** A duration, with what stands before it. */
const DURATION =
  /[^.|]{0,30}(?:\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|half an?|quarter of an?)) (?:ms|seconds?|minutes?|hours?|days?)\b/gi;
const LATER_TRIES = ['30 * MINUTE_MS,', ...[2, 5, 10, 14, 20, 24].map((hours) => `${hours} * HOUR_MS,`)].join('\n  ');
/** What a paper says of a duration, and where the code has it: one of them is not changed without the other. */
const DURATIONS: Record<string, [says: string, file: string, code: string][]> = {
  'README.md': [
    ['and 7, 3 and 1 days', 'src/plans/changes.ts', 'WARN_DAYS_BEFORE = [1, 3, 7]'],
    ['tries again for three days', 'src/rewards/schedule.ts', '20 * HOUR_MS,\n  24 * HOUR_MS,\n'],
    ['work for half an hour', 'src/ui/paged-lists.ts', 'LIST_LASTS_MS = 30 * MINUTE_MS'],
  ],
  'docs/deployment.md': [['longer than the twelve seconds', 'src/program.ts', 'STOPS_WITHIN_MS = 11_500;']],
  'docs/claims.md': [
    ['30 seconds after the click', 'src/claims/timings.ts', 'firstLookMs: 30 * SECOND_MS'],
    ['within its eight seconds', 'src/claims/timings.ts', 'lastAttemptStartMs: 8 * SECOND_MS'],
    ['an edit more than five seconds', 'src/claims/timings.ts', 'lateEditMs: 5 * SECOND_MS'],
    ['for at most a second', 'src/claims/timings.ts', 'recordedFirstMs: SECOND_MS,'],
    ['first 8 seconds', 'src/claims/timings.ts', 'lastAttemptStartMs: 8 * SECOND_MS'],
    ['waits for nine seconds', 'src/claims/timings.ts', 'tellPendingAfterMs: 9 * SECOND_MS'],
    ['three seconds at most', 'src/claims/timings.ts', 'acksFirstForMs: 3 * SECOND_MS'],
    ["attempt's four seconds", 'src/claims/timings.ts', 'attemptDeadlineMs: 4 * SECOND_MS'],
    ['After fifteen seconds any process may', 'src/claims/timings.ts', 'acknowledgedWithinMs: 15 * SECOND_MS'],
    ['half a minute after the last POST', 'src/claims/timings.ts', 'leaseMs: 30 * SECOND_MS'],
    ['runs every ten seconds', 'src/claims/timings.ts', 'recoveryEveryMs: 10 * SECOND_MS'],
    ['or 24 hours after the attempt', 'src/claims/timings.ts', 'DOUBT_LASTS_MS = DAY_MS'],
    ['14 and a half minutes', 'src/claims/timings.ts', 'DISCORD_TOKEN_LASTS_MS - 30 * SECOND_MS'],
    ['once more after five seconds', 'src/claims/timings.ts', 'lateEditMs: 5 * SECOND_MS'],
  ],
  'docs/operations.md': [
    ['401, 403, 429) in ten minutes', 'src/discord/rest/block.ts', 'COUNTED_FOR_MS = 10 * MINUTE_MS'],
    ['tried again every 90 seconds', 'src/discord/outgoing/refused-posts.ts', 'AGAIN_AFTER_MS = 90 * SECOND_MS'],
    ['tried every half an hour', 'src/discord/outgoing/refused-posts.ts', 'AGAIN_LATER_MS = 30 * MINUTE_MS'],
    ['last confirmed five minutes', 'src/discord/ownership.ts', 'CONFIRMED_FOR_MS = 5 * MINUTE_MS'],
    ['takes ten seconds at most', 'src/process/mistakes.ts', 'DISCORD_TIMEOUT_MS = 5 * SECOND_MS'],
    ['can claim once in ten seconds', 'src/work/limits.ts', 'claim: { perPerson: { uses: 1, seconds: 10 }'],
    [
      'whose time is more than five minutes',
      'src/discord/incoming/interactions-endpoint.ts',
      'TIMESTAMP_TOLERANCE_MS = 5 * MINUTE_MS',
    ],
    ['takes longer than three seconds', 'src/work/discord-patience.ts', 'DISCORD_WAITS_MS = 3 * SECOND_MS'],
    ['A head has five seconds', 'src/discord/incoming/interactions-endpoint.ts', 'headWithinMs: 5 * SECOND_MS'],
    ['unclear for a quarter of an hour', 'src/claims/timings.ts', 'DISCORD_TOKEN_LASTS_MS - 30 * SECOND_MS'],
    ['asked again after ten minutes', 'src/plans/identity-client.ts', 'LISTING_REST_MS = 10 * MINUTE_MS'],
    ['all reminders for ten minutes', 'src/reminders/reminder.ts', 'TOO_FAST_PAUSE_MS = 10 * MINUTE_MS'],
    ['all reminders wait for ten minutes', 'src/reminders/reminder.ts', 'TOO_FAST_PAUSE_MS = 10 * MINUTE_MS'],
    ['for two minutes no process could ask', 'src/work/discord-patience.ts', 'NONCE_KNOWN_MS = 2 * MINUTE_MS'],
    ['no process could ask again for two minutes', 'src/work/discord-patience.ts', 'NONCE_KNOWN_MS = 2 * MINUTE_MS'],
    ['nonce of a message two minutes', 'src/work/discord-patience.ts', 'NONCE_KNOWN_MS = 2 * MINUTE_MS'],
    ['no process ran for these two minutes', 'src/work/discord-patience.ts', 'NONCE_KNOWN_MS = 2 * MINUTE_MS'],
    ['its claims for half a minute', 'src/claims/timings.ts', 'leaseMs: 30 * SECOND_MS'],
    ['looks every ten seconds', 'src/claims/timings.ts', 'recoveryEveryMs: 10 * SECOND_MS'],
    ['has up to ten seconds', 'src/process/app.ts', 'DRAIN_MS = 10_000;'],
    ['wait longer than these twelve seconds', 'src/program.ts', 'STOPS_WITHIN_MS = 11_500;'],
    ['for the first two seconds', 'src/discord/incoming/way-in.ts', 'LINGER_MS = 2 * SECOND_MS'],
    ['ten seconds later after a lost answer', 'src/guilds/panel-message.ts', 'PANEL_CALL_LASTS_MS = 10 * SECOND_MS'],
    ['entities in a quarter of an hour', 'src/plans/watch.ts', 'intervalMs: 15 * MINUTE_MS'],
    ['for five seconds at most', 'src/rewards/look-up.ts', 'LOOK_UP_LASTS_MS = 5 * SECOND_MS'],
    ['Within these two minutes', 'src/work/discord-patience.ts', 'NONCE_KNOWN_MS = 2 * MINUTE_MS'],
    ['still arrive, within ten seconds', 'src/reminders/reminder.ts', 'SENDING_LASTS_MS = 10 * SECOND_MS'],
    ['looks every two seconds', 'src/process/domains.ts', 'REWARDS_EVERY_MS = 2_000;'],
    ['one message in two seconds', 'src/reminders/reminder.ts', 'MESSAGE_EVERY_MS = 2 * SECOND_MS'],
    ['first quarter of an hour', 'src/reminders/reminder.ts', 'SPREAD_MS = 15 * MINUTE_MS'],
    ['again every 30 seconds', 'src/process/domains.ts', 'UPKEEP_EVERY_MS = 30 * SECOND_MS'],
    ['takes longer than a second', 'src/claims/timings.ts', 'recordedFirstMs: SECOND_MS,'],
    ['longer than 50 ms for Redis', 'src/work/redis.ts', 'REDIS_PATIENCE_MS = 50;'],
    ['40 to 50 seconds later', 'src/guilds/panel-message.ts', '2 * PANEL_CALL_LASTS_MS + 20 * SECOND_MS'],
    ['given or changed, within five seconds', 'src/rewards/sender.ts', 'LOOK_LASTS_MS = 5 * SECOND_MS'],
    ['Each try has 15 seconds', 'src/rewards/schedule.ts', 'TRY_LASTS_MS = 15 * SECOND_MS'],
    ['0, 5 seconds, 5 minutes', 'src/rewards/schedule.ts', '5 * SECOND_MS,\n  5 * MINUTE_MS,\n  30 * MINUTE_MS,'],
    ['30 minutes, then 2, 5, 10, 14, 20 and 24 hours', 'src/rewards/schedule.ts', LATER_TRIES],
    ['all statements of three seconds', 'src/database/postgres-pool.ts', 'SILENT_AFTER_MS = 3 * SECOND_MS'],
    ['answered within 2.5 seconds', 'src/database/postgres.ts', 'ANSWER_WITHIN_MS = 2_500;'],
    ['process says so after three seconds', 'src/process/app.ts', 'START_WAIT_TOLD_AFTER_MS = 3_000;'],
    ["from Discord's by more than half a minute", 'src/discord/rest/clock-check.ts', 'TOLERANCE_MS = 30 * SECOND_MS'],
    ['sleeps** has three seconds', 'src/database/postgres-pool.ts', 'CONNECT_TIMEOUT_MS = 3 * SECOND_MS'],
    ['half a minute at a start', 'src/database/postgres-start.ts', 'WAKES_WITHIN_MS = MINUTE_MS / 2'],
    ['Connecting has three seconds', 'src/database/postgres-pool.ts', 'CONNECT_TIMEOUT_MS = 3 * SECOND_MS'],
    ['message for 20 seconds at most', 'src/rewards/schedule.ts', 'HOOK_LEASE_MS = TRY_LASTS_MS + 5 * SECOND_MS'],
    ['not accepted for 30 days is dropped', 'src/database/retention.ts', 'REWARD_KEPT_MS = 30 * DAY_MS'],
    ['for 1 to 720 hours', 'src/rewards/voter-role.ts', 'ROLE_HOURS = { min: 1, max: 720'],
    ['hour for 60 days', 'src/database/retention.ts', 'ROLE_KEPT_MS = 60 * DAY_MS'],
    [
      '5 seconds, 30 seconds, 2, 10, and then every 30 minutes',
      'src/work/retry.ts',
      '[5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS]',
    ],
    ['once more, 45 seconds later', 'src/rewards/voter-role.ts', 'GIVEN_AGAIN_AFTER_MS = 45 * SECOND_MS'],
    ['in the Discord server for 30 days', 'src/database/retention.ts', 'ABSENT_GUILD_KEPT_MS = 30 * DAY_MS'],
    ['15 minutes at most', 'src/work/discord-patience.ts', 'DISCORD_TOKEN_LASTS_MS = 15 * MINUTE_MS'],
    ['dropped after 30 days', 'src/database/retention.ts', 'REWARD_KEPT_MS = 30 * DAY_MS'],
    ['cannot be taken for 60 days', 'src/database/retention.ts', 'ROLE_KEPT_MS = 60 * DAY_MS'],
    ['for 90 days, so that their quiet hours', 'src/database/retention.ts', 'REMINDER_KEPT_MS = 90 * DAY_MS'],
    ['90 days; what the managers', 'src/database/retention.ts', 'OWED_KEPT_MS = 90 * DAY_MS'],
    ['62 days, without any name', 'src/database/retention.ts', 'GOAL_KEPT_DAYS = 62'],
    ['who said that a name is theirs: 30 days', 'src/database/retention.ts', 'POST_KEPT_MS = 30 * DAY_MS'],
    ['30 days; that a goal is reached, 62 days', 'src/database/retention.ts', 'POST_KEPT_MS = 30 * DAY_MS'],
    ['24 hours in the cache', 'src/plans/store/cache.ts', 'PLANS_KEPT_MS = DAY_MS'],
  ],
  'docs/rewards.md': [
    ['within five seconds', 'src/rewards/look-up.ts', 'LOOK_UP_LASTS_MS = 5 * SECOND_MS'],
    ['tried every 15 seconds', 'docs/rewards.md', 'RETRY_MS = 1000 * (Number(process.env.RETRY_SECONDS) || 15);'],
    ['in any case every ten minutes', 'docs/rewards.md', 'Date.now() + 40 * RETRY_MS'],
    ['more than five minutes', 'docs/rewards.md', 'TOLERANCE_SECONDS = 300;'],
    ['longer than 30 days', 'src/database/retention.ts', 'REWARD_KEPT_MS = 30 * DAY_MS'],
    ['within 15 seconds', 'src/rewards/schedule.ts', 'TRY_LASTS_MS = 15 * SECOND_MS'],
    ['0, 5 seconds, 5 minutes', 'src/rewards/schedule.ts', '5 * SECOND_MS,\n  5 * MINUTE_MS,\n  30 * MINUTE_MS,'],
    ['30 minutes, then 2, 5, 10, 14, 20 and 24 hours', 'src/rewards/schedule.ts', LATER_TRIES],
    ['older than 30 days', 'src/database/retention.ts', 'REWARD_KEPT_MS = 30 * DAY_MS'],
  ],
  'docs/services.md': [
    ['rests for ten minutes', 'src/plans/identity-client.ts', 'LISTING_REST_MS = 10 * MINUTE_MS'],
    ['calls of ten seconds', 'src/http/circuits.ts', 'durationMs: 10_000'],
    ['succeeded for ten seconds', 'src/http/circuits.ts', 'durationMs: 10_000'],
    ['for five seconds', 'src/http/circuits.ts', 'halfOpenAfterMs: 5_000'],
    ['One POST has four seconds', 'src/claims/timings.ts', 'attemptDeadlineMs: 4 * SECOND_MS'],
    ['watched plans every quarter of an hour', 'src/plans/watch.ts', 'intervalMs: 15 * MINUTE_MS'],
    ['2.5 seconds at most', 'src/plans/identity-client.ts', 'READ_DEADLINE_MS = 2_500;'],
    ['copy of up to 24 hours', 'src/plans/store/cache.ts', 'PLANS_KEPT_MS = DAY_MS'],
  ],
};

describe.each(Object.entries(DURATIONS))('every duration of %s', (paper, durations) => {
  test.each(durations)('%s: %s has it', (says, file, code) => {
    expect(read(paper).replaceAll(/\s+/g, ' ')).toContain(says);
    expect(read(file)).toContain(code);
  });

  test('is among these', () => {
    const text = read(paper).replaceAll(/\s+/g, ' ');
    const left = durations.reduce((rest, [says]) => rest.replaceAll(says, ''), text);

    expect(Array.from(left.matchAll(DURATION), ([found]) => found)).toEqual([]);
  });
});

test('README.md lists every command with its options', () => {
  type Told = { name: string; type?: number; options?: Told[] };
  const leavesOf = ({ name, options = [] }: Told): [string, string[]][] => {
    const groups = options.filter(({ type }) => type === ApplicationCommandOptionType.Subcommand);
    if (groups.length === 0) return [[name, options.map((option) => option.name)]];
    return groups.flatMap(leavesOf).map(([path, names]) => [`${name} ${path}`, names]);
  };
  const told = (definitionsOf(commands) as Told[])
    .filter(({ type }) => type !== ApplicationCommandType.User)
    .flatMap(leavesOf);
  const table =
    read('README.md')
      .match(/^\|.*\|$/gm)
      ?.join('\n') ?? '';
  const listed = Array.from(table.matchAll(/`\/([^`…]+)`/g), ([, written = '']) => written);

  for (const [path, options] of told) {
    const row = listed.find(
      (written) => written === path || new RegExp(`^${path}( \\[| [a-z]+ \\[| id)`).test(written),
    );
    expect([path, row?.slice(path.length).match(/\w[\w-]*/g) ?? []]).toEqual([path, options]);
  }
});

test('README.md says what each answer to a claim means', () => {
  const others = [
    'Thank you for voting',
    'Name remembered',
    'Claim not found',
    'The moderators have been told',
    'Tell a moderator yourself',
    'Nothing to stop',
    'Voted? Claim your reward',
    'Something went wrong',
  ];
  const titles = Object.values(replies).map((reply) => reply(translator('en')).embeds[0]?.title ?? '');
  const told = new Set(titles.filter((title) => !others.includes(title)));
  const said = read('README.md').matchAll(/^\| ([A-Z][^|`]*?) +\|/gm);

  expect([...told].toSorted()).toEqual(
    Array.from(said, ([, title]) => title)
      .filter((title) => told.has(title ?? ''))
      .toSorted(),
  );
  expect(told.size).toBeGreaterThan(8);
});
