import type {
  Command,
  CommandOption,
  Interaction,
  Localised,
  LogEntry,
  Message,
  PlaygroundState,
} from '../../../../src/sandbox/playground/protocol.ts';

/** Parts of a sandbox as the page is sent them, for tests without one. */

export function localised(text: string, translations: Record<string, string> = {}): Localised {
  return { text, translations };
}

export function option(name: string, fields: Partial<CommandOption> = {}): CommandOption {
  return {
    name,
    title: localised(name),
    description: localised(`about ${name}`),
    type: 'string',
    required: false,
    autocomplete: false,
    choices: [],
    minLength: null,
    maxLength: null,
    minValue: null,
    maxValue: null,
    ...fields,
  };
}

export function command(title: string, options: readonly CommandOption[] = [], usableBy = ['alex']): Command {
  return {
    id: title,
    path: title.split(' '),
    title: localised(title),
    description: localised(`about ${title}`),
    options,
    usableBy,
  };
}

export function message(id: string, fields: Partial<Message> = {}): Message {
  return {
    id,
    channelId: 'general',
    visibleTo: null,
    usedBy: null,
    interactionId: null,
    loading: false,
    content: { markdown: '', nodes: [] },
    embeds: [],
    rows: [],
    attachments: [],
    pings: [],
    createdAt: 0,
    editedAt: null,
    ...fields,
  };
}

export function interaction(id: string, fields: Partial<Interaction> = {}): Interaction {
  return {
    id,
    personId: 'alex',
    channelId: 'general',
    action: '/plan',
    messageId: null,
    startedAt: 0,
    progress: { kind: 'waiting' },
    ...fields,
  };
}

export function logEntry(id: number, fields: Partial<LogEntry> = {}): LogEntry {
  return {
    id,
    boundary: 'rest',
    from: 'bot',
    to: 'discord',
    summary: '',
    startedAt: id,
    interactionId: null,
    isBackground: false,
    outcome: null,
    request: null,
    response: null,
    ...fields,
  };
}

export function state(fields: Partial<PlaygroundState> = {}): PlaygroundState {
  return {
    guild: { id: 'guild', name: 'Sandbox', locale: 'en-US' },
    bot: { id: 'bot', name: 'plan-vote-bot' },
    channels: [
      { id: 'general', name: 'general' },
      { id: 'alerts', name: 'alerts' },
      { id: 'moderators', name: 'moderators', closedTo: ['alex', 'sam'] },
    ],
    people: [
      { id: 'alex', name: 'Alex', role: 'member', locale: 'en-US', directChannelId: 'alex-direct' },
      { id: 'sam', name: 'Sam', role: 'member', locale: 'fr', directChannelId: 'sam-direct' },
    ],
    roles: [],
    locales: [],
    commands: [],
    memberCommands: [],
    examples: [],
    planStates: [],
    hosts: [],
    waitingVotes: [],
    accessToken: '',
    game: {
      address: '',
      knowsSecret: false,
      votifier: { address: '', token: '' },
      online: [],
      waiting: [],
      handedOver: [],
    },
    messages: [],
    log: [],
    ...fields,
  };
}
