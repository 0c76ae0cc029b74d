import type { Schema } from './schema.ts';

/** A column that holds the id of a person. */
export type PersonalColumn = {
  table: keyof Schema;
  column: string;
  /** the key of the person's rows in the export */
  name: string;
  /** the columns that are exported, by their keys in the export; those of times end in `At` */
  exported: Record<string, string>;
  /** the column that the export orders them by */
  oldestBy: string;
  /** another table that has some of the exported columns, and the column with the id of its row */
  joined?: { table: keyof Schema; by: string };
  /** whether deletion removes the row, or sets these columns of it to null */
  onDelete: 'delete-row' | readonly string[];
};

/** Every column that names a person. Export and deletion go through this list, so what is not in it is neither exported nor deleted. */
export const PERSONAL_COLUMNS = [
  {
    table: 'claim_requests',
    column: 'user_id',
    name: 'claims',
    exported: {
      claimId: 'claim_id',
      requestedAt: 'created_at',
      interactionId: 'interaction_id',
      language: 'locale',
      playername: 'playername',
      reference: 'reference',
      state: 'state',
      verdict: 'verdict',
      shownToYou: 'told',
      closedAt: 'closed_at',
    },
    oldestBy: 'created_at',
    joined: { table: 'claims', by: 'claim_id' },
    onDelete: ['user_id', 'sealed_reply_token'],
  },
  {
    table: 'saved_names',
    column: 'user_id',
    name: 'savedNames',
    exported: { playername: 'playername', savedAt: 'saved_at' },
    oldestBy: 'saved_at',
    onDelete: 'delete-row',
  },
  {
    table: 'linked_entities',
    column: 'linked_by',
    name: 'linkedEntities',
    exported: { entityId: 'entity_id', label: 'label', linkedAt: 'linked_at' },
    oldestBy: 'linked_at',
    onDelete: ['linked_by'],
  },
  {
    table: 'claims',
    column: 'resolved_by',
    name: 'resolvedClaims',
    exported: { reference: 'reference', resolvedAt: 'resolved_at', note: 'resolution_note' },
    oldestBy: 'resolved_at',
    onDelete: ['resolved_by'],
  },
  {
    table: 'pending_links',
    column: 'requested_by',
    name: 'linksToConfirm',
    exported: { entityId: 'entity_id', label: 'label', askedAt: 'created_at' },
    oldestBy: 'created_at',
    onDelete: 'delete-row',
  },
] as const satisfies readonly PersonalColumn[];
