import { overviewButton } from '../../guilds/views/overview.ts';
import type { Translate } from '../../locales/index.ts';
import { type Button, type Reply, textReply } from '../../ui/reply.ts';
import { isDelivered, isRedirect, mayHaveTaken, type Outcome, refusesSignature } from '../hook.ts';
import type { ShownHook } from '../service.ts';
import { hookAndAddress, hookButton, hookName, noHook, outcomeText, testOf, toHook } from './hooks.ts';

/** Shows only the status of the receiver's answer. */
export function testReply(tested: { hook: ShownHook; outcome: Outcome } | undefined, t: Translate): Reply {
  if (!tested) return noHook(t);
  const { hook, outcome } = tested;
  const colour = isDelivered(outcome) ? 'green' : 'amber';
  const name = isDelivered(outcome) ? hookName(hook, t) : hookAndAddress(hook, t);
  const values = { hook: name, outcome: outcomeText(outcome, t) };
  const result = testResult(hook, outcome);
  const again = result !== 'delivered' && result !== 'unclear' && hookButton(testOf(hook), hook.id, t);
  const buttons = [mendButton(hook, outcome, t), again, toHook(hook, t), overviewButton(t)];
  return textReply(colour, `rewards.test.${result}`, { buttons })(t, values);
}

/** What a manager can change here about an outcome, if it is that. */
function mendButton(hook: ShownHook, outcome: Outcome, t: Translate): Button {
  const { kind } = outcome;
  if (kind === 'bad-token' || kind === 'closed') return hookButton('votifier-token', hook.id, t, 'Primary');
  if (refusesSignature(outcome)) return hookButton('hook-rotate', hook.id, t, 'Primary');
  const leadsElsewhere = kind === 'unreachable' || kind === 'no-votifier' || kind === 'blocked' || isRedirect(outcome);
  return leadsElsewhere && hookButton('hook-address', hook.id, t, 'Primary');
}

function testResult(
  { kind }: ShownHook,
  outcome: Outcome,
): 'delivered' | 'refused' | 'failed' | 'notTaken' | 'unclear' {
  if (isDelivered(outcome)) return 'delivered';
  if (kind === 'webhook') return outcome.kind === 'answered' ? 'refused' : 'failed';
  return mayHaveTaken(outcome) ? 'unclear' : 'notTaken';
}
