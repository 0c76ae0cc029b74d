import type { APIApplicationCommandOptionChoice, APIModalInteractionResponseCallbackData } from 'discord.js';

import type { Translate } from '../../src/locales/index.ts';
import type { Reply } from '../../src/ui/reply.ts';

/**
 * What people are shown in the language of `t`, by a name that says when. Some can be about whatever people and hosts
 * write, instead of an ordinary name.
 */
export type Entries<T> = Readonly<Record<string, (t: Translate, written?: string) => T>>;
export type Replies = Entries<Reply>;
export type Modals = Entries<APIModalInteractionResponseCallbackData>;
export type Choices = Entries<APIApplicationCommandOptionChoice<string>[]>;

/** The current time of everything in the gallery, in ms since the epoch. */
export const NOW = Date.parse('2026-03-01T12:00:00.000Z');
export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

export const GUILD_ID = '1180000000000000001';
export const OTHER_GUILD_ID = '1180000000000000002';
export const CHANNEL_ID = '1180000000000000003';
export const USER_ID = '1180000000000000004';
export const MODERATOR_ID = '1180000000000000006';
export const ROLE_ID = '1180000000000000007';
export const LIST_ID = '6f1f2a52-6f0d-4b8f-9d2e-0c1a2b3c4d5e';
export const REFERENCE = 'K7QX2M';
