import { onTestFinished } from 'vitest';

import { commands } from '../../commands/index.ts';
import type { Beginning } from '../../src/discord/incoming/command.ts';
import type { Exchange } from '../../src/sandbox/discord/exchange.ts';
import type { OptionValues } from '../../src/sandbox/discord/person/command-data.ts';
import type { Person } from '../../src/sandbox/discord/person/person.ts';
import { ADDRESS_MODAL, modal, VOTIFIER_MODAL } from './forged-modals.ts';

type Handler = ((...given: never[]) => unknown) & { begins?: Beginning };

const executing = (name: string, among: object) => ({ name, among: among as Record<string, Handler>, key: 'execute' });

/** Every handler of every command, by the interaction that it answers. */
export const HANDLERS = commands.flatMap((command) => {
  const { definition, subcommands, onMember } = command;
  const { name } = definition;
  return [
    ...(subcommands?.map((one) => executing(`/${name} ${one.definition.name}`, one)) ?? [
      executing(`/${name}`, command),
    ]),
    ...(onMember ? [executing(onMember.definition.name, onMember)] : []),
    ...(['buttons', 'selects', 'modals'] as const).flatMap((kind) => {
      const among = (command[kind] ?? {}) as unknown as Record<string, Handler>;
      return Object.keys(among).map((key) => ({ name: `${name}:${key} (${kind})`, among, key }));
    }),
  ];
});

export const beginningOf = ({ among, key }: (typeof HANDLERS)[number]): Beginning =>
  among[key]?.begins ?? 'acknowledged';

/** Counts how often each handler runs, in all processes of the test. */
export function countRuns(): Map<string, number> {
  const runs = new Map<string, number>();
  for (const { name, among, key } of HANDLERS) {
    const handler = among[key];
    if (!handler) throw new Error(`${name} has no handler`);
    const counting = (...given: never[]) => {
      runs.set(name, (runs.get(name) ?? 0) + 1);
      return handler(...given);
    };
    among[key] = Object.assign(counting, handler.begins && { begins: handler.begins });
    onTestFinished(() => {
      among[key] = handler;
    });
  }
  return runs;
}

type Send = (person: Person) => Exchange;
type Named = [name: string, send: Send];

const nameOf = (customId: string, kind: string) => `${customId.split(':', 2).join(':')} (${kind})`;
const button = (customId: string): Named => [nameOf(customId, 'buttons'), (person) => person.forge(customId)];
const select = (customId: string, value: string): Named => [
  nameOf(customId, 'selects'),
  (person) => person.forgeSelect(customId, [value]),
];
const form = (
  customId: string,
  values: Record<string, string>,
  body = modal(customId, ...Object.keys(values)),
): Named => [nameOf(customId, 'modals'), (person) => person.forgeModal(body, values)];
const subcommand = (name: string, of: string, options: OptionValues): Named => [
  `/${name} ${of}`,
  (person) => person.command(name, options, { subcommand: of }),
];

const LISTED = 'no-such-claim:no-such-list:1';

/** How somebody who may do everything has each handler run that may change something. */
export const SENT: Record<string, Send> = Object.fromEntries<Send>([
  ['/remind', (person) => person.command('remind', { on: true })],
  subcommand('entity', 'link', { id: 'ent_1' }),
  subcommand('entity', 'unlink', { id: 'ent_1' }),
  select('setup:page', 'panel'),
  button('setup:page:panel'),
  button('setup:off:goal'),
  form('setup:change:token', { token: 'a-token-of-ours' }),
  subcommand('settings', 'vote-link', { url: 'https://vote.example/one' }),
  ['/settings panel', (person) => person.command('settings', { channel: person.channel.id }, { subcommand: 'panel' })],
  ...['announcements', 'alerts', 'moderators', 'voter-role'].map((name) => subcommand('settings', name, { on: false })),
  subcommand('settings', 'reminders', { on: true }),
  subcommand('settings', 'goal', { claims: 3 }),
  subcommand('settings', 'names', { on: true }),
  button('settings:names-on'),
  button('claimvote:ask-name:1'),
  ...['give-asked', 'keep-asked'].map((action) => button(`claims:${action}:1`)),
  select('claims:free-name', '1'),
  form('claims:give-name:200000000000000001', { playername: 'Herobrine' }),
  button('claimvote:save:no-such-request'),
  button('claimvote:ask:no-such-request'),
  button('claimvote:look:no-such-request'),
  button('claimvote:stop:no-such-look'),
  ...[`send:${LISTED}`, `repeat:0:${LISTED}`, `arrived:${LISTED}`].map((id) => button(`claims:${id}`)),
  ...['post-send', 'post-arrived', 'post-done'].map((action) => button(`claims:${action}:no-such-claim`)),
  ...['resolve', 'claimed', 'unclaimed'].map((action) => form(`claims:${action}:${LISTED}`, { note: 'a note' })),
  ...['post-claimed', 'post-unclaimed'].map((action) => form(`claims:${action}:no-such-claim`, { note: 'a note' })),
  button('entity:confirm:1'),
  button('entity:cancel:1'),
  select('entity:default:1', 'ent_1'),
  ...['clear-token:abcd', 'by-hand', 'no-role', 'panel-usual', 'panel-remove'].map((id) => button(`settings:${id}`)),
  ...['rotate', 'test', 'pause', 'resume', 'narrow', 'widen', 'remove'].map((action) =>
    button(`settings:hook-${action}:no-such-hook`),
  ),
  button('settings:remove-vote-link:no-such-link'),
  form('settings:webhook', { address: 'https://game.example/' }, ADDRESS_MODAL),
  form('settings:votifier', { address: 'game.example:8192', token: 'a-token-of-theirs' }, VOTIFIER_MODAL),
  form('settings:hook-address:no-such-hook', { address: 'https://game.example/' }),
  form('settings:votifier-token:no-such-hook', { token: 'a-token-of-theirs' }),
  form('settings:votifier-test:no-such-hook', { player: 'Steve' }),
  form('settings:panel-text', { text: 'Hello' }),
  button('remind:on'),
  button('remind:stop:223456789012345678'),
  button('remind:always'),
  button('privacy:delete'),
]);
