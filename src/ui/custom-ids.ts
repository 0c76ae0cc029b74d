import { parseWholeNumber } from '../formats.ts';

/** Writes and reads an argument. `read` throws on text that we never write: anyone can send ids of their own. */
type Codec<T> = { write(argument: T): string; read(written: string): T };

export type ComponentKind = 'buttons' | 'selects' | 'modals';

export type ListPage = { listId: string; page: number };

/** A claim, and the page that it was opened from; none for a post in a channel. */
export type ListedClaim = { claimId: string; openedFrom?: ListPage | undefined };

/** A question about a name, and the page that it was opened from; none for a post in a channel. */
export type ListedQuestion = { questionId: number; openedFrom?: ListPage | undefined };

/** `decisions`: how many about its reward whoever clicks has seen. */
type RepeatedClaim = ListedClaim & { decisions: number };

const SEPARATOR = ':';
/** Discord's documentation, "Component Reference": UTF-16 units of a custom id. */
const MAX_LENGTH = 100;

const nothing: Codec<void> = { write: () => '', read: () => undefined };

const text: Codec<string> = { write: (argument) => argument, read: (written) => written };

const wholeNumber: Codec<number> = {
  write: String,
  read(written) {
    const number = parseWholeNumber(written);
    if (number === undefined) throw new Error('the custom id has no number where we write one');
    return number;
  },
};

const listPage: Codec<ListPage> = {
  write: ({ listId, page }) => [listId, wholeNumber.write(page)].join(SEPARATOR),
  read(written) {
    const [listId, page] = splitFirst(written);
    return { listId, page: wholeNumber.read(page) };
  },
};

const listedClaim: Codec<ListedClaim> = {
  write: ({ claimId, openedFrom }) => [claimId, ...(openedFrom ? [listPage.write(openedFrom)] : [])].join(SEPARATOR),
  read(written) {
    const [claimId, from] = splitFirst(written);
    return { claimId, openedFrom: from === '' ? undefined : listPage.read(from) };
  },
};

const listedQuestion: Codec<ListedQuestion> = {
  write: ({ questionId, openedFrom }) => listedClaim.write({ claimId: wholeNumber.write(questionId), openedFrom }),
  read(written) {
    const { claimId, openedFrom } = listedClaim.read(written);
    return { questionId: wholeNumber.read(claimId), openedFrom };
  },
};

const repeatedClaim: Codec<RepeatedClaim> = {
  write: ({ decisions, ...listed }) => [wholeNumber.write(decisions), listedClaim.write(listed)].join(SEPARATOR),
  read(written) {
    const [decisions, listed] = splitFirst(written);
    return { decisions: wholeNumber.read(decisions), ...listedClaim.read(listed) };
  },
};

/** For buttons of direct messages, whose interactions name no guild. */
const guildId: Codec<string> = {
  write: (argument) => argument,
  read(written) {
    if (!/^\d{1,20}$/.test(written)) throw new Error('the custom id has no guild where we write one');
    return written;
  },
};

const requestId = text;
const lookId = text;
const claimId = text;
const reference = text;
const listId = text;
const entityId = text;
const tokenEnding = text;
const voteLinkId = text;
const hookId = text;
const page = wholeNumber;
const pendingLinkId = wholeNumber;
const setting = text;
const userId = text;
const nameId = wholeNumber;

/**
 * Every custom id, `command:action:argument` on the wire: the actions of components and modals, and their arguments.
 * Old messages go on being clicked, and changing a name or an argument breaks them.
 */
const DECLARED = {
  claimvote: {
    buttons: {
      again: requestId,
      save: requestId,
      ask: requestId,
      'ask-name': nameId,
      look: requestId,
      stop: lookId,
      'other-name': requestId,
      'type-name': nothing,
      panel: nothing,
    },
    modals: { name: nothing, 'panel-name': nothing, 'other-name': requestId },
  },
  plan: { buttons: { refresh: entityId, share: entityId }, selects: { show: nothing } },
  plans: { buttons: { all: listPage, attention: listPage, file: listId } },
  claims: {
    buttons: {
      page: listPage,
      file: listId,
      open: reference,
      recheck: claimId,
      resolve: listedClaim,
      claimed: listedClaim,
      unclaimed: listedClaim,
      send: listedClaim,
      repeat: repeatedClaim,
      arrived: listedClaim,
      'post-send': claimId,
      'post-arrived': claimId,
      'post-done': claimId,
      names: userId,
      'give-name': userId,
      'give-asked': listedQuestion,
      'keep-asked': listedQuestion,
    },
    selects: { show: listPage, 'free-name': nothing },
    modals: {
      resolve: listedClaim,
      claimed: listedClaim,
      unclaimed: listedClaim,
      'post-claimed': claimId,
      'post-unclaimed': claimId,
      'give-name': userId,
    },
  },
  entity: { buttons: { page, confirm: pendingLinkId, cancel: pendingLinkId }, selects: { default: page } },
  setup: {
    buttons: { show: nothing, page: setting, change: setting, off: setting },
    selects: { page: nothing },
    modals: { change: setting },
  },
  settings: {
    buttons: {
      'ask-clear': tokenEnding,
      'clear-token': tokenEnding,
      'remove-vote-link': voteLinkId,
      'no-role': nothing,
      'panel-edit': nothing,
      'panel-usual': nothing,
      'panel-remove': nothing,
      'names-on': nothing,
      hook: hookId,
      'hook-add': nothing,
      'votifier-add': nothing,
      'by-hand': nothing,
      'hook-address': hookId,
      'hook-rotate': hookId,
      'votifier-token': hookId,
      'hook-test': hookId,
      'votifier-test': hookId,
      'hook-pause': hookId,
      'hook-resume': hookId,
      'hook-narrow': hookId,
      'hook-widen': hookId,
      'hook-ask-remove': hookId,
      'hook-remove': hookId,
    },
    selects: { hook: nothing, 'vote-link': nothing },
    modals: {
      webhook: nothing,
      votifier: nothing,
      'hook-address': hookId,
      'votifier-token': hookId,
      'votifier-test': hookId,
      'panel-text': nothing,
    },
  },
  remind: { buttons: { on: nothing, stop: guildId, always: nothing } },
  privacy: { buttons: { delete: nothing, keep: nothing } },
  help: {},
} as const satisfies ByName<Partial<Record<ComponentKind, ByName<Codec<unknown>>>>>;

type ByName<T> = Readonly<Record<string, T>>;
const CODECS: ByName<ByName<ByName<Codec<unknown>>>> = DECLARED;

/** The codec of each custom id, by command, kind and action. */
export type CustomIdCodecs = typeof DECLARED;
export type CommandName = keyof CustomIdCodecs;
export type ArgumentOf<C> = C extends Codec<infer T> ? T : never;

declare const kindOfId: unique symbol;

/** A custom id for components of one kind. {@link customIds} alone makes them, so a command handles each. */
export type CustomId<Kind extends ComponentKind> = string & { readonly [kindOfId]: Kind };

/** Writes a custom id: `customIds.claims.buttons.file(listId)`. */
export const customIds = mapEntries(CODECS, (command, kinds) =>
  mapEntries(kinds, (_kind, actions) =>
    mapEntries(actions, (action, codec) => (argument: unknown) => {
      const written = codec.write(argument);
      const customId = [command, action, ...(written === '' ? [] : [written])].join(SEPARATOR);
      if (customId.length > MAX_LENGTH) throw new Error(`the custom id "${customId}" is longer than Discord takes`);
      return customId;
    }),
  ),
) as {
  [Command in CommandName]: {
    [Kind in keyof CustomIdCodecs[Command]]: {
      [Action in keyof CustomIdCodecs[Command][Kind]]: (
        argument: ArgumentOf<CustomIdCodecs[Command][Kind][Action]>,
      ) => CustomId<Kind & ComponentKind>;
    };
  };
};

function mapEntries<T, R>(entries: ByName<T>, map: (name: string, value: T) => R): ByName<R> {
  return Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, map(name, value)]));
}

/** Takes a custom id apart. Missing parts are empty: anyone can send a custom id that we never wrote. */
export function parseCustomId(customId: string) {
  const [command, rest] = splitFirst(customId);
  const [action, argument] = splitFirst(rest);
  return { command, action, argument };
}

/** @throws when no such custom id is declared, or never with such an argument */
export function readArgument(kind: ComponentKind, parts: ReturnType<typeof parseCustomId>): unknown {
  const codec = CODECS[parts.command]?.[kind]?.[parts.action];
  if (!codec) throw new Error('the custom id is none of ours');
  return codec.read(parts.argument);
}

function splitFirst(parts: string): [first: string, others: string] {
  const at = parts.indexOf(SEPARATOR);
  return at === -1 ? [parts, ''] : [parts.slice(0, at), parts.slice(at + 1)];
}
