import type { Action, Answer, LogEntry, Person } from '../protocol.ts';
import type { Reading } from './channel/spoken-text.ts';
import { EMPTY, type Composer } from './composer/composer.ts';
import type { Offered } from './composer/suggestions.ts';
import type { Health } from './connection.ts';
import type { Place } from './place.ts';
import type { World } from './world.ts';

/** What the person before the screen has chosen to see; the sandbox knows nothing of it. */
export type View = Place &
  Readonly<{
    composer: Composer;
    offered: Offered;
    /** Matters on a narrow screen, where the panel lies over the channel. */
    isPanelOpen: boolean;
    /** Which boundary the log shows. */
    boundary: LogEntry['boundary'] | 'all';
    /** Entries of the log up to this id were cleared away. */
    clearedUpTo: number;
    /** Entries of the log whose bodies are shown. */
    openEntries: ReadonlySet<number>;
    /** Channels with a message that was not looked at. */
    unread: readonly string[];
    /** Why the last thing was not done. */
    notice: string | undefined;
    /** What the last thing done in the panel came to. */
    done: string | undefined;
    health: Health;
  }>;

/** What becomes different; as a function, of the view as it then is. */
export type ViewChange = Partial<View> | ((view: View) => Partial<View>);

/** All that the views are made of, and how they change it. */
export type Page = View & {
  readonly world: World;
  /** ms since the epoch */
  readonly now: number;
  change: (to: ViewChange) => void;
  /** Does it in the sandbox, and says `done` once it is; a refusal is shown. */
  act: (action: Action, done?: string) => Promise<Answer>;
  fileUrl: (path: string) => string;
  closeModal: () => void;
};

/** The first look at a sandbox. */
export function firstView(place: Place): View {
  return {
    ...place,
    composer: EMPTY,
    offered: { kind: 'none' },
    isPanelOpen: false,
    boundary: 'all',
    clearedUpTo: 0,
    openEntries: new Set(),
    unread: [],
    notice: undefined,
    done: undefined,
    health: 'well',
  };
}

/** What the page itself speaks, whatever the bot does. */
export const PAGE_LANGUAGE = 'en';

/** The one whom the person before the screen plays. */
export function playedPerson({ world, personId }: Pick<Page, 'world' | 'personId'>): Person | undefined {
  return world.people.find(({ id }) => id === personId);
}

/** How texts are read: in the language of the one who is played. */
export function readingOf(page: Pick<Page, 'world' | 'personId' | 'now'>): Reading {
  return { locale: playedPerson(page)?.locale ?? PAGE_LANGUAGE, now: page.now };
}
