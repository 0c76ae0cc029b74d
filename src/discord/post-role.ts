/** What is read of an interaction. */
type Source = {
  options: { get(name: string): { value?: unknown; role?: { id: string } | null | undefined } | null };
};

/**
 * The role that an option names. An id alone could be that of any role of any guild: only one that Discord has resolved
 * counts.
 *
 * @returns undefined when the option was left out, `unusable` when its role is not one to mention: @everyone has the id
 * of the guild
 */
export function postRole(
  interaction: Source,
  option: string,
  guildId: string,
): { id: string } | 'unusable' | undefined {
  const given = interaction.options.get(option);
  if (!given) return undefined;
  const { role } = given;
  if (!role || role.id !== given.value || role.id === guildId) return 'unusable';
  return { id: role.id };
}
