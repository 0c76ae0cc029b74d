/** The pings that an application allows its message. Source: Discord documentation, "Allowed mentions object". */
export type AllowedMentions = {
  parse?: readonly string[] | null;
  roles?: readonly (string | null)[] | null;
  users?: readonly (string | null)[] | null;
};

/** The pings of a new message, by id, before the application's permission to ping each role is checked. */
export type Mentions = { everyone: boolean; roleIds: readonly string[]; userIds: readonly string[] };

const CODE = /```[^]*?```|`[^`]*`/g;
const ROLE = /<@&(\d+)>/g;
const USER = /<@!?(\d+)>/g;
const EVERYONE = /@(?:everyone|here)/;
const EVERY_KIND: AllowedMentions = { parse: ['everyone', 'roles', 'users'] };

/** Only the content of a message pings, never its embeds. Without `allowed`, every mention in it pings. */
export function mentionsIn(content: string, allowed: AllowedMentions | null | undefined): Mentions {
  const words = content.replace(CODE, '');
  const { parse, roles, users } = allowed ?? EVERY_KIND;
  const named = (pattern: RegExp): string[] => [...new Set([...words.matchAll(pattern)].map(([, id = '']) => id))];
  const permitted = (kind: string, ids: AllowedMentions['roles']) => (id: string) =>
    parse?.includes(kind) === true || ids?.includes(id) === true;
  return {
    everyone: parse?.includes('everyone') === true && EVERYONE.test(words),
    roleIds: named(ROLE).filter(permitted('roles', roles)),
    userIds: named(USER).filter(permitted('users', users)),
  };
}
