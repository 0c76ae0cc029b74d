import { createHash } from 'node:crypto';

import { foreignPlaceholder } from '../formats.ts';
import { MAX_LINK_LENGTH } from '../ui/reply.ts';
import { plainText } from '../ui/text.ts';

/** Where members vote. `label`: of its button, undefined for the usual "Vote" */
export type VoteLink = { label: string | undefined; url: string };

/** `placeholder`: another tool's, where only ours would be filled in; `instead`: the link with that */
export type BadLink = 'bad-url' | 'too-many' | { placeholder: string; instead: string };

export const MAX_VOTE_LINKS = 5;
/** UTF-16 units. Discord allows 80 on a button, of which a phone shows about half. */
export const MAX_VOTE_LABEL_LENGTH = 40;
const PLAYER_PLACEHOLDER = '{player}';
/** Stands for the placeholder while the URL parser would escape its braces. */
const MARK = 'plan-vote-bot-player';

/** What is wrong with a link that has another tool's placeholder for the player's name, if it has one. */
export function findPlaceholder(raw: string): Exclude<BadLink, string> | undefined {
  const placeholder = foreignPlaceholder(raw, [PLAYER_PLACEHOLDER]);
  if (placeholder === undefined) return undefined;
  const typed = raw.includes(placeholder) ? placeholder : encodeURIComponent(placeholder);
  return { placeholder, instead: raw.trim().replace(typed, PLAYER_PLACEHOLDER) };
}

/**
 * The link in its normal form; undefined unless it is an https URL without credentials that fits a button, with a host
 * that does not depend on the player's name.
 */
export function parseVoteUrl(raw: string): string | undefined {
  const url = URL.parse(raw.trim().replaceAll(/\{player\}|%7[Bb]player%7[Dd]/g, MARK));
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.host.includes(MARK))
    return undefined;
  const normal = url.href.replaceAll(MARK, PLAYER_PLACEHOLDER);
  return normal.length <= MAX_LINK_LENGTH ? normal : undefined;
}

/** The label as it is stored; undefined when nothing of it is visible. */
export function parseVoteLabel(raw: string | undefined): string | undefined {
  return plainText(raw ?? '', MAX_VOTE_LABEL_LENGTH) || undefined;
}

/** Adds a link, or replaces the one with the same URL; undefined when there is no room. */
export function withLink(links: readonly VoteLink[], link: VoteLink): readonly VoteLink[] | undefined {
  const at = links.findIndex(({ url }) => url === link.url);
  if (at !== -1) return links.with(at, link);
  return links.length < MAX_VOTE_LINKS ? [...links, link] : undefined;
}

/** What each link is called: by its label, else by its site, and with a number where several would have the same name. */
export function linkNames(links: readonly VoteLink[]): string[] {
  const names = links.map(({ label, url }) => label ?? siteOf(url));
  return names.map((name, at) => {
    const namesakes = names.flatMap((other, nth) => (other === name ? [nth] : []));
    return namesakes.length > 1 ? `${name} (${namesakes.indexOf(at) + 1})` : name;
  });
}

function siteOf(url: string): string {
  return plainText((URL.parse(url)?.hostname ?? url).replace(/^www\./, ''), MAX_VOTE_LABEL_LENGTH);
}

/** Identifies a link in custom ids and selects, where its URL may not fit. */
export function linkId({ url }: VoteLink): string {
  return createHash('sha256').update(url).digest('hex').slice(0, 16);
}

/** The link with the player's name in it; undefined when it needs one that is not known, or gets too long for a button. */
export function voteUrlFor({ url }: VoteLink, playername: string | undefined): string | undefined {
  if (!url.includes(PLAYER_PLACEHOLDER)) return url;
  if (playername === undefined) return undefined;
  const filled = url.replaceAll(PLAYER_PLACEHOLDER, encodeURIComponent(playername.toWellFormed()));
  return filled.length <= MAX_LINK_LENGTH ? filled : undefined;
}
