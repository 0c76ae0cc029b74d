import type { Schema } from './schema.ts';

/** A column that holds a person's id. */
export type PersonalColumn = {
  table: keyof Schema;
  column: string;
  /** the key of these rows in the export */
  name: string;
  /** keys in the export, and their columns; keys of times end in `At` */
  exported: Record<string, string>;
  /** orders the rows of the export */
  oldestBy: string;
  /** another table that may have some of the exported columns; `by`: the column that refers to its id */
  joined?: { table: keyof Schema; by: string };
  /**
   * deletion removes the row, sets these columns to null, or sets the times in `end` to the past time in `at`: then the
   * purpose of the row ends, and the row is deleted
   */
  onDelete: 'delete-row' | readonly string[] | { end: readonly string[]; at: string };
};

/**
 * Every column that names a person. Export (`src/people/store/privacy.ts`) and deletion (`forgetting.ts`) follow this
 * list, and go through the first, which may have thousands of rows, part after part. Attempts and deliveries follow
 * their claim, which they handle themselves.
 */
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
    table: 'owned_names',
    column: 'user_id',
    name: 'ownNames',
    exported: { playername: 'playername', ownedAt: 'owned_at' },
    oldestBy: 'owned_at',
    onDelete: 'delete-row',
  },
  {
    table: 'name_questions',
    column: 'user_id',
    name: 'questionsAboutNames',
    exported: { playername: 'playername', askedAt: 'asked_at', outcome: 'outcome', decidedAt: 'decided_at' },
    oldestBy: 'asked_at',
    onDelete: 'delete-row',
  },
  {
    table: 'name_questions',
    column: 'decided_by',
    name: 'decidedQuestionsAboutNames',
    exported: { playername: 'playername', outcome: 'outcome', decidedAt: 'decided_at' },
    oldestBy: 'decided_at',
    onDelete: ['decided_by'],
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
    exported: { reference: 'reference', resolvedAt: 'resolved_at', outcome: 'resolution', note: 'resolution_note' },
    oldestBy: 'resolved_at',
    onDelete: ['resolved_by'],
  },
  {
    table: 'reward_decisions',
    column: 'user_id',
    name: 'rewardDecisions',
    exported: {
      decision: 'kind',
      reference: 'reference',
      target: 'hook_number',
      testVoteFor: 'test_name',
      decidedAt: 'at',
    },
    oldestBy: 'at',
    joined: { table: 'claims', by: 'claim_id' },
    onDelete: ['user_id'],
  },
  {
    table: 'pending_links',
    column: 'requested_by',
    name: 'linksToConfirm',
    exported: { entityId: 'entity_id', label: 'label', askedAt: 'created_at' },
    oldestBy: 'created_at',
    onDelete: 'delete-row',
  },
  {
    table: 'voter_role_grants',
    column: 'user_id',
    name: 'voterRoles',
    exported: { roleId: 'role_id', claimedAt: 'claimed_at', endsAt: 'until_at' },
    oldestBy: 'claimed_at',
    // The row is needed to take the role.
    onDelete: { end: ['until_at', 'due_at'], at: 'claimed_at' },
  },
  {
    table: 'reminders',
    column: 'user_id',
    name: 'reminders',
    exported: {
      state: 'state',
      changedAt: 'changed_at',
      language: 'locale',
      claimedAt: 'claimed_at',
      dueAt: 'due_at',
      quietFromHour: 'quiet_from',
      quietToHour: 'quiet_to',
      timeZone: 'time_zone',
    },
    oldestBy: 'changed_at',
    onDelete: 'delete-row',
  },
  {
    table: 'owed',
    column: 'user_id',
    name: 'stillToBeTold',
    exported: { about: 'kind', owedAt: 'at' },
    oldestBy: 'at',
    onDelete: 'delete-row',
  },
] as const satisfies readonly PersonalColumn[];
