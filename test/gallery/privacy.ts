import type { PersonalData } from '../../src/people/store/privacy.ts';
import { askToDelete, dataDeleted, dataKept, exportReply } from '../../src/people/views/privacy.ts';
import { toJson } from '../../src/ui/json.ts';
import { DAY_MS, GUILD_ID, NOW, REFERENCE, ROLE_ID, type Replies, USER_ID } from './entries.ts';

const at = (daysAgo: number): string => new Date(NOW - daysAgo * DAY_MS).toISOString();

const DATA: PersonalData = {
  userId: USER_ID,
  exportedAt: at(0),
  guilds: {
    [GUILD_ID]: {
      claims: [
        [
          {
            requestedAt: at(2),
            interactionId: '1180000000000000005',
            language: 'fr',
            playername: 'Steve_the_Builder',
            reference: REFERENCE,
            state: 'closed',
            verdict: 'granted',
            shownToYou: 'granted',
            closedAt: at(2),
            attempts: [{ startedAt: at(2), endedAt: at(2), outcome: 'answered', answer: 1 }],
          },
        ],
      ],
      savedNames: [[{ playername: 'Steve_the_Builder', savedAt: at(2) }]],
      ownNames: [[{ playername: 'Steve_the_Builder', ownedAt: at(2) }]],
      questionsAboutNames: [[{ playername: 'Alex', askedAt: at(1), outcome: 'kept', decidedAt: at(0) }]],
      decidedQuestionsAboutNames: [[{ playername: 'Herobrine', outcome: 'given', decidedAt: at(1) }]],
      linkedEntities: [[{ entityId: 'ent_active', label: 'Skyblock Central', linkedAt: at(9) }]],
      resolvedClaims: [[{ reference: 'H4WZ9C', resolvedAt: at(1), note: 'The vote counts.' }]],
      rewardDecisions: [
        [
          { decision: 'sent-again', reference: REFERENCE, target: 1, testVoteFor: null, decidedAt: at(1) },
          { decision: 'tested', reference: null, target: 1, testVoteFor: 'Steve', decidedAt: at(0) },
        ],
      ],
      linksToConfirm: [[{ entityId: 'ent_studio', label: 'Northlight Studio', askedAt: at(0) }]],
      voterRoles: [[{ roleId: ROLE_ID, claimedAt: at(0), endsAt: at(-1) }]],
      stillToBeTold: [[{ about: 'reminders-closed', owedAt: at(1) }]],
      reminders: [
        [
          {
            state: 'on',
            changedAt: at(3),
            language: 'fr',
            claimedAt: at(0),
            dueAt: at(-1),
            quietFromHour: 22,
            quietToHour: 8,
            timeZone: 'Europe/Paris',
          },
        ],
      ],
    },
  },
};

const json = await toJson(DATA);

export const replies: Replies = {
  export: (t) => exportReply(json, t),
  'asks whether to delete': askToDelete,
  deleted: dataDeleted,
  kept: dataKept,
};
