/** A role as Discord shows it; the name of `@everyone` has its `@` already. */
export function roleTitle(name: string): string {
  return name.startsWith('@') ? name : `@${name}`;
}
