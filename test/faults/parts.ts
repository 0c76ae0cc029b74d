import diagnostics from 'node:diagnostics_channel';

import type { Recovery } from '../../src/claims/recovery.ts';
import type { ClaimLedger } from '../../src/claims/store/ledger.ts';
import type { Messenger } from '../../src/discord/outgoing/messenger.ts';
import type { ReminderQueue } from '../../src/reminders/store/queue.ts';
import type { Deliveries } from '../../src/rewards/store/deliveries.ts';
import type { RoleGrants } from '../../src/rewards/store/role-grants.ts';
import type { Patch } from './patches.ts';

/** What a claim and all that follows from it pass through. */
type Parts = {
  ledger: ClaimLedger;
  messenger: Messenger;
  deliveries: Deliveries;
  reminderQueue: ReminderQueue;
  roleGrants: RoleGrants;
  recovery: Recovery;
};
/** Functions that observe parts: each returns the part as it is used from then on. */
export type Watch = { [Name in keyof Parts]: (part: Parts[Name]) => Parts[Name] };

/** Where the bot makes each part. */
const MADE: Readonly<Record<keyof Parts, readonly [file: string, making: string]>> = {
  ledger: ['src/claims/domain.ts', 'createClaimLedger({ store, sealer, timings: shared.timings })'],
  messenger: [
    'src/process/domains.ts',
    'createMessenger({ interactions, rest, claimContext, commandIds, postWithinMs, clock })',
  ],
  deliveries: ['src/rewards/domain.ts', 'createDeliveries({ store, sealer })'],
  reminderQueue: ['src/reminders/domain.ts', 'createReminderQueue(store, earlyMs)'],
  roleGrants: ['src/rewards/domain.ts', 'createRoleGrants(store)'],
  recovery: ['src/claims/domain.ts', 'createRecovery({ ...work, runner, replies, leases })'],
};
const CHANNEL = 'fault proof: a part';
/** Of this variant of the bot, where several are loaded (`test/simulation/loader.ts`). */
const OWN_CHANNEL = `${CHANNEL}${import.meta.url.split('?')[1]}`;

/** Lets the proof have each part when it is made. */
export const WATCHABLE: readonly Patch[] = Object.entries(MADE).map(([name, [file, making]]) => [
  file,
  making,
  `((one) => {
    process.getBuiltinModule('node:diagnostics_channel').channel('${CHANNEL}' + import.meta.url.split('?')[1]).publish(one);
    return one.part;
  })({ name: '${name}', part: ${making} })`,
]);

/** @param watch - of the process that makes a part, asked each time */
export function watchParts(watch: () => Watch): void {
  diagnostics.subscribe(OWN_CHANNEL, (message) => {
    const one = message as { name: keyof Parts; part: unknown };
    one.part = (watch()[one.name] as (part: unknown) => unknown)(one.part);
  });
}
