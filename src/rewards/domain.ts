import type { Store } from '../database/store.ts';
import type { Settings } from '../guilds/settings.ts';
import { noneIfSealed, type Sealer } from '../secrets/sealer.ts';
import type { Clock } from '../work/clock.ts';
import type { Count } from '../work/counts.ts';
import type { Log } from '../work/log.ts';
import { createDelivering } from './delivering.ts';
import type { AllowedHosts } from './hook-address.ts';
import { createRoleKeeping } from './role-keeping.ts';
import type { Sender } from './sender.ts';
import { createRewards } from './service.ts';
import { createTestVotes } from './store/decisions.ts';
import { createDeliveries } from './store/deliveries.ts';
import { createHooks } from './store/hooks.ts';
import { createRoleGrants } from './store/role-grants.ts';
import { createVoterRoles } from './store/voter-roles.ts';
import { createVoterRoleService } from './voter-role-service.ts';
import type { RoleCalls } from './voter-role.ts';

/** What a confirmed claim brings: a message to the game server, and a role. */
export function createRewardDomain(
  { store, sealer, clock, count, log }: { store: Store; sealer: Sealer; clock: Clock; count: Count; log: Log },
  needs: {
    settings: Settings;
    sender: Sender;
    allowedHosts: AllowedHosts;
    roleCalls: RoleCalls;
    /** called when a message about a claim was accepted */
    onDelivered: (claimId: string) => void;
  },
) {
  const { settings, sender, allowedHosts, roleCalls, onDelivered } = needs;
  return {
    services: {
      rewards: createRewards({
        hooks: createHooks({ store, sealer }),
        testVotes: createTestVotes(store),
        sender,
        allowedHosts,
        credentialIdOf: async (guildId) => (await settings.claimCredential(guildId).catch(noneIfSealed))?.credentialId,
        now: clock.now,
        log,
      }),
      voterRole: createVoterRoleService({ roles: createVoterRoles(store), calls: roleCalls }),
    },
    delivering: createDelivering({
      deliveries: createDeliveries({ store, sealer }),
      sender,
      onDelivered,
      clock,
      count,
      log,
    }),
    roleKeeping: createRoleKeeping({ grants: createRoleGrants(store), calls: roleCalls, clock, log }),
  };
}
