export type Member = { guildId: string; userId: string };
