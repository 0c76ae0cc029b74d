import type { TextKey, Translate } from '../locales/index.ts';
import type { Verdict } from '../storage/claim.ts';

/** A verdict in a few words for moderators; undefined while the claim is under way. */
export function verdictTitle(kind: Verdict['kind'] | undefined): TextKey {
  if (kind === undefined) return 'claims.underWay';
  return kind === 'refused' ? 'claims.refused' : `claim.${kind}.title`;
}

/** A person as a mention, which notifies nobody; undefined for someone who had their data deleted. */
export function personName(userId: string | undefined, t: Translate): string {
  return userId === undefined ? t('claims.deletedPerson') : `<@${userId}>`;
}
