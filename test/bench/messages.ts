/** What the process of Discord and the hosts is asked to do; it answers each with one {@link Answer}. */
export type Task =
  /** People use a command, `inFlight` of them at a time until `count` did. */
  | { kind: 'stream'; command: CommandName; count: number; inFlight: number }
  /** One after another, `perSecond`, whether or not those before were answered. */
  | { kind: 'paced'; command: CommandName; count: number; perSecond: number }
  /** All in the same instant. */
  | { kind: 'burst'; command: CommandName; count: number }
  /** From now on interactions are posted to processes on these ports, in turns. */
  | { kind: 'post'; ports: number[] }
  /** A moderator with many claims, in a guild with many, looks something up. */
  | { kind: 'look'; look: Look };

export type CommandName = 'claim' | 'plan';

/** In the order in which they are measured: nothing is left to look up after the last. */
export const LOOKS = [
  'list of claims',
  'claims of a name',
  'claims of a member',
  'claims that wait',
  'claims not confirmed',
  'file of claims',
  'export',
  'deletion',
] as const;
export type Look = (typeof LOOKS)[number];

/**
 * What people saw. Times in ms since their own interaction; `titles` counts what they read in the end, and
 * `unacknowledged` those whom Discord told that the application did not respond. `posts`: claims that the main service
 * decided; `repeated`: those of them that were for a name it had decided before.
 */
export type Result = {
  seconds: number;
  acks: number[];
  answers: number[];
  titles: Record<string, number>;
  unacknowledged: number;
  posts: number;
  repeated: number;
};

/** The first message: what a bot is started with. Then, when commands have been registered. */
export type Answer =
  | { environment: Record<string, string> }
  | { ready: number }
  | { posts: number[] }
  | { result: Result }
  | { looked: number };
