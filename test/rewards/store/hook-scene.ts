import type { Store } from '../../../src/database/store.ts';
import type { HookKind } from '../../../src/rewards/hook.ts';
import { createHookSecret } from '../../../src/rewards/message.ts';
import { createHooks } from '../../../src/rewards/store/hooks.ts';
import { GUILD, sealer } from '../../claims/store/ledger-scene.ts';
import { rowsIn } from '../../database/rows.ts';

export const ADDRESS = 'https://game.example/votes';

/** Adds a hook. @returns its id */
export async function addHook(
  store: Store,
  guildId = GUILD,
  address = ADDRESS,
  credentialId?: string,
  kind: HookKind = 'webhook',
): Promise<string> {
  const id = await createHooks({ store, sealer }).add(guildId, {
    kind,
    address,
    secret: createHookSecret(),
    credentialId,
  });
  if (id === undefined) throw new Error('the guild has too many hooks');
  return id;
}

export const deliveriesIn = (store: Store) => rowsIn(store, 'reward_deliveries', 'id');
