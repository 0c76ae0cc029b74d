/** What a guild needs, in the order of need: what hands out rewards, and then plans. */
export const SETUP_STEPS = ['rewards', 'token', 'vote-link', 'announcements', 'moderators', 'entities'] as const;
/** What a guild may want. */
export const OPTIONAL = ['panel', 'alerts', 'voter-role', 'reminders', 'goal', 'names'] as const;

export const SETTINGS = [...SETUP_STEPS, ...OPTIONAL];

export type SetupStep = (typeof SETUP_STEPS)[number];
export type SettingName = (typeof SETTINGS)[number];

/** Something that does not work as it is set, in a sentence that says what mends it. */
export type Problem = { setting: SettingName; text: string };
