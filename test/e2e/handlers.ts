import { onTestFinished } from 'vitest';

import { commands } from '../../commands/index.ts';
import type { Beginning, Command } from '../../src/discord/incoming/command.ts';
import type { Exchange } from '../../src/sandbox/discord/exchange.ts';
import type { Person } from '../../src/sandbox/discord/person/person.ts';
import { ADDRESS_MODAL, modal, VOTIFIER_MODAL } from './forged-modals.ts';

type Handler = ((...given: never[]) => unknown) & { begins?: Beginning };

/** The subcommands of a command, or the command itself where there are none. */
function answeringOf(command: Command): readonly { definition: { name: string } }[] {
  return command.subcommands ?? [command];
}

/** Every handler of every command, by the interaction that it answers. */
export const HANDLERS = commands.flatMap((command): { name: string; among: Record<string, Handler>; key: string }[] => [
  ...answeringOf(command).map((answering) => ({
    name: `/${[...new Set([command.definition.name, answering.definition.name])].join(' ')}`,
    among: answering as unknown as Record<string, Handler>,
    key: 'execute',
  })),
  ...(command.onMember
    ? [
        {
          name: command.onMember.definition.name,
          among: command.onMember as unknown as Record<string, Handler>,
          key: 'execute',
        },
      ]
    : []),
  ...(['buttons', 'selects', 'modals'] as const).flatMap((kind) =>
    Object.keys(command[kind] ?? {}).map((key) => ({
      name: `${command.definition.name}:${key} (${kind})`,
      among: command[kind] as unknown as Record<string, Handler>,
      key,
    })),
  ),
]);

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

const LISTED = 'no-such-claim:no-such-list:1';

/** How somebody who may do everything has each handler run that may change something. */
export const SENT: Record<string, (person: Person) => Exchange> = {
  '/remind': (person) => person.command('remind', { on: true }),
  '/entity link': (person) => person.command('entity', { id: 'ent_1' }, { subcommand: 'link' }),
  '/entity unlink': (person) => person.command('entity', { id: 'ent_1' }, { subcommand: 'unlink' }),
  'setup:page (selects)': (person) => person.forgeSelect('setup:page', ['panel']),
  'setup:page (buttons)': (person) => person.forge('setup:page:panel'),
  'setup:off (buttons)': (person) => person.forge('setup:off:goal'),
  'setup:change (modals)': (person) =>
    person.forgeModal(modal('setup:change:token', 'token'), { token: 'a-token-of-ours' }),
  '/settings vote-link': (person) =>
    person.command('settings', { url: 'https://vote.example/one' }, { subcommand: 'vote-link' }),
  '/settings panel': (person) => person.command('settings', { channel: person.channel.id }, { subcommand: 'panel' }),
  '/settings announcements': (person) => person.command('settings', { on: false }, { subcommand: 'announcements' }),
  '/settings alerts': (person) => person.command('settings', { on: false }, { subcommand: 'alerts' }),
  '/settings moderators': (person) => person.command('settings', { on: false }, { subcommand: 'moderators' }),
  '/settings voter-role': (person) => person.command('settings', { on: false }, { subcommand: 'voter-role' }),
  '/settings reminders': (person) => person.command('settings', { on: true }, { subcommand: 'reminders' }),
  '/settings goal': (person) => person.command('settings', { claims: 3 }, { subcommand: 'goal' }),
  'claimvote:save (buttons)': (person) => person.forge('claimvote:save:no-such-request'),
  'claimvote:ask (buttons)': (person) => person.forge('claimvote:ask:no-such-request'),
  ...Object.fromEntries(
    [
      `send:${LISTED}`,
      `repeat:0:${LISTED}`,
      `arrived:${LISTED}`,
      'post-send:no-such-claim',
      'post-arrived:no-such-claim',
    ].map((id) => [`claims:${id.split(':')[0] ?? ''} (buttons)`, (person: Person) => person.forge(`claims:${id}`)]),
  ),
  ...Object.fromEntries(
    ['resolve', 'claimed', 'unclaimed'].map((action) => [
      `claims:${action} (modals)`,
      (person: Person) => person.forgeModal(modal(`claims:${action}:${LISTED}`, 'note'), { note: 'a note' }),
    ]),
  ),
  ...Object.fromEntries(
    ['post-claimed', 'post-unclaimed'].map((action) => [
      `claims:${action} (modals)`,
      (person: Person) => person.forgeModal(modal(`claims:${action}:no-such-claim`, 'note'), { note: 'a note' }),
    ]),
  ),
  'entity:confirm (buttons)': (person) => person.forge('entity:confirm:1'),
  'entity:cancel (buttons)': (person) => person.forge('entity:cancel:1'),
  'entity:default (selects)': (person) => person.forgeSelect('entity:default:1', ['ent_1']),
  ...Object.fromEntries(
    ['clear-token:abcd', 'no-role', 'panel-usual', 'panel-remove'].map((id) => [
      `settings:${id.split(':')[0] ?? ''} (buttons)`,
      (person: Person) => person.forge(`settings:${id}`),
    ]),
  ),
  ...Object.fromEntries(
    ['rotate', 'test', 'pause', 'resume', 'narrow', 'widen', 'remove'].map((action) => [
      `settings:hook-${action} (buttons)`,
      (person: Person) => person.forge(`settings:hook-${action}:no-such-hook`),
    ]),
  ),
  'settings:vote-link (selects)': (person) => person.forgeSelect('settings:vote-link', ['no-such-link']),
  'settings:webhook (modals)': (person) => person.forgeModal(ADDRESS_MODAL, { address: 'https://game.example/' }),
  'settings:votifier (modals)': (person) =>
    person.forgeModal(VOTIFIER_MODAL, { address: 'game.example:8192', token: 'a-token-of-theirs' }),
  'settings:hook-address (modals)': (person) =>
    person.forgeModal(modal('settings:hook-address:no-such-hook', 'address'), { address: 'https://game.example/' }),
  'settings:votifier-token (modals)': (person) =>
    person.forgeModal(modal('settings:votifier-token:no-such-hook', 'token'), { token: 'a-token-of-theirs' }),
  'settings:votifier-test (modals)': (person) =>
    person.forgeModal(modal('settings:votifier-test:no-such-hook', 'player'), { player: 'Steve' }),
  'settings:panel-text (modals)': (person) =>
    person.forgeModal(modal('settings:panel-text', 'text'), { text: 'Hello' }),
  'remind:on (buttons)': (person) => person.forge('remind:on'),
  'remind:stop (buttons)': (person) => person.forge('remind:stop:223456789012345678'),
  'remind:always (buttons)': (person) => person.forge('remind:always'),
  'privacy:delete (buttons)': (person) => person.forge('privacy:delete'),
};
