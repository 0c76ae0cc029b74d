import type { Translate } from '../../locales/index.ts';
import { type Button, linkButton } from '../../ui/reply.ts';
import { type VoteLink, voteUrlFor } from '../vote-links.ts';

/** A button for each link that can be followed for this player. One of several without a label is named after its site. */
export function voteButtons(links: readonly VoteLink[], playername: string | undefined, t: Translate): Button[] {
  return links.flatMap((link) => {
    const url = voteUrlFor(link, playername);
    if (url === undefined) return [];
    const label = link.label ?? (links.length > 1 ? URL.parse(url)?.hostname : undefined);
    return linkButton(label === undefined ? t('buttons.vote') : t('buttons.voteOn', { label }), url);
  });
}
