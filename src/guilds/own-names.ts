import { z } from 'zod';

import type { OwedKind } from '../people/store/owed.ts';

/** Of a member in a guild. */
export const MAX_OWNED_NAMES = 3;

/** A player's name that belongs to a member. `since`: ms since the epoch */
export type OwnName = { id: number; playername: string; userId: string; since: number };

/** Whether names have owners in a guild, and how many do. They keep them while it is off. */
export type NamesSetting = { on: boolean; count: number };

/**
 * What became of a question about a name. `given`: it belongs to who asked; `kept`: to whom it belonged; `freed`: to
 * nobody; `given-elsewhere`: to somebody else
 */
const NAME_OUTCOMES = ['given', 'kept', 'freed', 'given-elsewhere'] as const;
export type NameOutcome = (typeof NAME_OUTCOMES)[number];

/**
 * Somebody who says that a name is theirs, or who has as many as there can be, this one among them, and asks for another
 * one. `playername`: as its owner spells it, who has claimed a reward so; `owner`:
 * undefined once they own it no more
 */
export type NameQuestion = {
  id: number;
  playername: string;
  userId: string;
  /** ms since the epoch */
  askedAt: number;
  owner: { userId: string; since: number } | undefined;
  /** `by`: undefined once they had their data deleted, or where nobody decided */
  decision: { outcome: NameOutcome; by: string | undefined; at: number | undefined } | undefined;
};

/**
 * Why a name cannot be claimed with. `nameId`: what the moderators can be told of, the name or one of the member's;
 * `hasModerators`: whether they can; `names`: those of the member
 */
export type NameRefusal = { nameId: number; hasModerators: boolean } & (
  { kind: 'not-yours' } | { kind: 'names-full'; names: readonly string[] }
);

/**
 * What came of giving a name to somebody. `before`: the member to whom it belonged; `theirs`: it was theirs already; `full`:
 * they have as many names as a member can have
 */
export type GivenName =
  { kind: 'given'; playername: string; before: string | undefined } | { kind: 'theirs' | 'full' | 'bad-name' | 'off' };

/** Owed to whom it concerns when a moderator decided about a name. `lost`: it was theirs; `names-kept`: they get no other one */
export const NAME_DECIDED = {
  name: 'name-decided',
  detail: z.object({ playername: z.string(), outcome: z.enum([...NAME_OUTCOMES, 'lost', 'names-kept']) }),
} satisfies OwedKind<unknown>;
export type NameNews = z.infer<(typeof NAME_DECIDED)['detail']>;
