import { EventEmitter } from 'node:events';

import type { StoredFile } from '../discord/attachments.ts';
import type { Message as SentMessage } from '../discord/message.ts';
import type { Sandbox } from '../sandbox.ts';
import { Acting } from './acting.ts';
import { BoundaryLog } from './boundary-log.ts';
import { describeCommands, describeMemberCommands } from './commands.ts';
import { Exchanges } from './exchanges.ts';
import { describeHost } from './faults.ts';
import { describeGame } from './game.ts';
import { describeMessage } from './messages.ts';
import { describePerson, LOCALES } from './people.ts';
import { PLAN_STATES } from './plan-states.ts';
import type { Action, Answer, Host, Message, Person, PlaygroundEvent, PlaygroundState } from './protocol.ts';
import { roleTitle } from './role-names.ts';

/** The sandbox for its viewers, the page and the console (see protocol.ts). */
export type Playground = {
  state(): PlaygroundState;
  /** Never rejects: a refusal is an answer with its reason. */
  act(action: Action): Promise<Answer>;
  /** Calls the listener for every later event. @returns a function that ends the subscription */
  subscribe(listener: (event: PlaygroundEvent) => void): () => void;
  /** The file of an attachment, while it is kept. */
  file(attachmentId: string): StoredFile | undefined;
};

const MESSAGES_SHOWN = 500;

/** Makes a sandbox available to viewers, and starts to log its traffic. */
export function createPlayground(sandbox: Sandbox): Playground {
  const { discord, guild, identity, main, game, examples, spareToken } = sandbox;
  const actors = [...sandbox.people.values()];
  const events = new EventEmitter<{ event: [PlaygroundEvent] }>().setMaxListeners(0);
  const tell = (event: PlaygroundEvent): void => void events.emit('event', event);

  const people = (): Person[] =>
    actors.map((person) => describePerson(person, discord.ownerId, discord.direct.open(person.id).id));
  const commands = (): Pick<PlaygroundState, 'commands' | 'memberCommands'> => ({
    commands: describeCommands(discord.commands.all, actors),
    memberCommands: describeMemberCommands(discord.commands.all, actors),
  });
  const hosts = (): Host[] => [
    describeHost('identity', identity.server),
    describeHost('main', main.server),
    describeHost('game', game.server),
  ];

  const exchanges = new Exchanges({ discord, guild, onEvent: tell });
  const actionOf = (interactionId: string): string | undefined => exchanges.find(interactionId)?.action;
  const log = new BoundaryLog(sandbox, {
    interactions: { actionOf, openAt: (time) => exchanges.openAt(time) },
    onEntry: (entry) => {
      tell({ type: 'log', entry });
    },
  });
  const shown = (message: SentMessage): Message => describeMessage(message, guild, actionOf);
  const acting = new Acting({
    sandbox,
    exchanges,
    onPeopleChanged: () => {
      tell({ type: 'people', people: people() });
    },
  });

  discord.on('message', ({ kind, message }) => {
    if (kind === 'deleted') tell({ type: 'message-deleted', id: message.id });
    else tell({ type: 'message', change: kind, message: shown(message) });
  });
  discord.commands.on('overwritten', () => {
    tell({ type: 'commands', ...commands() });
  });
  main.onVotes(() => {
    tell({ type: 'votes', waitingVotes: main.waiting });
  });
  game.onChange(() => {
    tell({ type: 'game', game: describeGame(game) });
  });
  for (const { server } of [identity, main, game]) {
    server.on('faults', () => {
      tell({ type: 'hosts', hosts: hosts() });
    });
  }

  return {
    state: () => ({
      guild: { id: guild.id, name: guild.name, locale: guild.locale },
      bot: { id: discord.applicationId, name: discord.application.bot.username },
      channels: guild.channels
        .values()
        .map((channel) => ({
          id: channel.id,
          name: channel.name,
          closedTo: actors.filter((actor) => !channel.isOpenTo(actor)).map(({ id }) => id),
        }))
        .toArray(),
      people: people(),
      roles: [...guild.roles.values()].map(({ id, name }) => ({ id, name: roleTitle(name) })),
      locales: LOCALES,
      ...commands(),
      examples: examples.map(({ shows, plan }) => ({ entityId: plan.entity.id, name: plan.entity.name, shows })),
      planStates: PLAN_STATES,
      hosts: hosts(),
      waitingVotes: main.waiting,
      accessToken: spareToken,
      game: describeGame(game),
      messages: discord.messages.all.slice(-MESSAGES_SHOWN).map(shown),
      log: log.entries,
    }),
    act: (action) => acting.act(action),
    subscribe(listener) {
      events.on('event', listener);
      return () => void events.off('event', listener);
    },
    file: (attachmentId) => discord.attachments.find(attachmentId),
  };
}
