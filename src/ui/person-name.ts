import type { Translate } from '../locales/index.ts';

/** A person as a mention, which notifies nobody. @param userId - undefined for someone who had their data deleted */
export function personName(userId: string | undefined, t: Translate): string {
  return userId === undefined ? t('claims.deletedPerson') : `<@${userId}>`;
}
