/** Who acts, and in which guild. */
export type Member = { guildId: string; userId: string };
