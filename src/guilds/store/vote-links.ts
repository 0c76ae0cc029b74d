import { z } from 'zod';

/** Where members vote. `label`: of its button, undefined for one that says no more than "Vote" */
export type VoteLink = { label: string | undefined; url: string };

const stored = z.array(z.object({ label: z.string().optional(), url: z.string() }));

/** As a guild's row has them. */
export function readVoteLinks(json: string | null): readonly VoteLink[] {
  return json === null ? [] : stored.parse(JSON.parse(json)).map(({ label, url }) => ({ label, url }));
}

export function writeVoteLinks(links: readonly VoteLink[]): string | null {
  return links.length === 0 ? null : JSON.stringify(links);
}
