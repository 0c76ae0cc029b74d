import { expect, test } from 'vitest';

import { completionsOf } from '../../../src/sandbox/console/completion.ts';
import type { Answer } from '../../../src/sandbox/playground/protocol.ts';
import { command, option, state } from '../playground/page/sandbox-parts.ts';

const WORLD = state({
  commands: [
    command('ping'),
    command('plan', [option('entity', { autocomplete: true })]),
    command('entity link', [option('id', { required: true }), option('label')]),
    command('entity list'),
    command('post', [option('channel', { type: 'channel' }), option('on', { type: 'boolean' })]),
    command('hidden', [], ['sam']),
  ],
  hosts: [{ name: 'main', offered: [{ fault: 'lost', lasts: false }], faults: [] }],
  roles: [{ id: 'role', name: '@Moderators' }],
  examples: [{ entityId: 'ent_grace', name: '', shows: 'grace' }],
});

/** What Tab offers Alex, where the bot suggests these values. */
async function offered(line: string, suggested: readonly string[] = []): Promise<[string[], string]> {
  const choices: Answer = { kind: 'choices', choices: suggested.map((value) => ({ name: value, value })) };
  const act = () => Promise.resolve(choices);
  return completionsOf(line, { state: WORLD, personId: 'alex', channelId: 'general', act });
}

test.each([
  ['commands that the person may use, and those of the console', '/p', ['/ping', '/plan ', '/post '], '/p'],
  ['nothing that the person may not use', '/hid', [], '/hid'],
  ['subcommands', '/entity l', ['/entity link ', '/entity list'], '/entity l'],
  ['the console’s own', '/h', ['/heal'], '/h'],
  ['people', '/as S', ['Sam'], 'S'],
  ['topics', '? ', ['plans', 'faults'], ''],
  ['services', '/fault ', ['main '], ''],
  ['faults', '/fault main l', ['lost'], 'l'],
  ['options', '/entity link ', ['id:', 'label:'], ''],
  ['an option by its beginning', '/entity link id:x la', ['label:'], 'la'],
  ['no option twice', '/entity link id:x ', ['label:'], ''],
  ['channels, in any case', '/post channel:AL', ['alerts'], 'AL'],
  ['the two truths', '/post channel:alerts on:', ['True', 'False'], ''],
  ['example plans where the bot knows nothing', '/entity link id:ent', ['ent_grace'], 'ent'],
  ['no example before anything is typed', '/entity link id:', [], 'id:'],
  ['nothing for words', 'hello', [], 'hello'],
])('Tab offers %s', async (_name, line, candidates, part) => {
  expect(await offered(line)).toEqual([candidates, part]);
});

test('Tab offers what the bot suggests for an option', async () => {
  expect(await offered('/plan entity:la', ['late', 'other'])).toEqual([['late'], 'la']);
});
