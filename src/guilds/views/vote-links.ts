import type { Translate } from '../../locales/index.ts';
import { type Button, linkButton } from '../../ui/reply.ts';
import { linkNames, type VoteLink, voteUrlFor } from '../vote-links.ts';

/** A button for each link that can be followed for this player. */
export function voteButtons(links: readonly VoteLink[], playername: string | undefined, t: Translate): Button[] {
  const names = linkNames(links);
  return links.flatMap((link, at) => {
    const url = voteUrlFor(link, playername);
    if (url === undefined) return [];
    const isPlain = links.length === 1 && link.label === undefined;
    return linkButton(isPlain ? t('buttons.vote') : t('buttons.voteOn', { label: names[at] ?? '' }), url);
  });
}
