import type { Action, Channel, LogEntry, Message, Person } from '../protocol.ts';
import type { Reading } from './channel/spoken-text.ts';
import { EMPTY, type Composer } from './composer/composer.ts';
import type { Offered } from './composer/suggestions.ts';
import type { Health } from './connection.ts';
import type { Place } from './place.ts';
import type { Outcome, Refused } from './refusal-text.ts';
import type { World } from './world.ts';

/** The parts of the sandbox that the panel changes, one tab each. */
export const TABS = ['people', 'votes', 'rewards', 'plans', 'faults'] as const;
export type Tab = (typeof TABS)[number];

/** The user's choice of what to see. It exists only in the page; the sandbox does not know it. */
export type View = Place &
  Readonly<{
    composer: Composer;
    /** The commands that were sent, oldest first, for bringing them back. */
    sent: readonly Composer[];
    offered: Offered;
    /** Only matters on a narrow screen, where the panel covers the channel. */
    isPanelOpen: boolean;
    tab: Tab;
    /** The boundary that the log shows. */
    boundary: LogEntry['boundary'] | 'all';
    /** Whether the log leaves out what no person caused. */
    hidesBackground: boolean;
    /** Log entries up to this id were cleared. */
    clearedUpTo: number;
    /** Log entries whose bodies are shown. */
    openEntries: ReadonlySet<number>;
    /** Channels with unseen messages, and whether one of those pings the person. */
    unread: ReadonlyMap<string, 'message' | 'ping'>;
    /** The ids of replies that the user has put out of sight. */
    dismissed: ReadonlySet<string>;
    /** Interactions that started in this page; the modals of others belong to another tab or the console. */
    ownInteractions: ReadonlySet<string>;
    /** Why the last action was refused. */
    notice: Refused | undefined;
    /** What the last action in the panel has done. */
    done: string | undefined;
    health: Health;
  }>;

/** The fields that change, or a function that returns them for the current view. */
export type ViewChange = Partial<View> | ((view: View) => Partial<View>);

/** The data that the view functions draw, and the functions that change it. */
export type Page = View &
  Reading & {
    readonly world: World;
    change: (to: ViewChange) => void;
    /** Performs an action in the sandbox, then shows `done` or the reason of a refusal. */
    act: (action: Action, done?: string) => Promise<Outcome>;
    fileUrl: (path: string) => string;
    closeModal: (interactionId: string) => void;
  };

/** The view of a page that was just opened. */
export function firstView(place: Place): View {
  return {
    ...place,
    composer: EMPTY,
    sent: [],
    offered: { kind: 'none' },
    isPanelOpen: false,
    tab: 'people',
    boundary: 'all',
    hidesBackground: true,
    clearedUpTo: 0,
    openEntries: new Set(),
    unread: new Map(),
    dismissed: new Set(),
    ownInteractions: new Set(),
    notice: undefined,
    done: undefined,
    health: 'well',
  };
}

/** The person that the user plays. */
export function playedPerson({ world, personId }: Pick<Page, 'world' | 'personId'>): Person | undefined {
  return world.people.find(({ id }) => id === personId);
}

export function readingOf(place: Pick<Page, 'world' | 'personId'>): Reading {
  const locale = playedPerson(place)?.locale ?? 'en';
  return { locale, now: Date.now() };
}

/** The channels that the played person sees. */
export function seenChannels({ world, personId }: Pick<Page, 'world' | 'personId'>): readonly Channel[] {
  return world.channels.filter(({ closedTo }) => !closedTo?.includes(personId));
}

/** The language of a message: the guild's for a post, the person's for a message that only they see. */
export function languageOf({ visibleTo, channelId }: Message, page: Pick<Page, 'world' | 'locale'>): string {
  const isForAll = visibleTo === null && page.world.channels.some(({ id }) => id === channelId);
  return isForAll ? page.world.guild.locale : page.locale;
}

/** Whether the direct messages of the played person are shown. */
export function isDirect(page: Pick<Page, 'world' | 'personId' | 'channelId'>): boolean {
  return playedPerson(page)?.directChannelId === page.channelId;
}
