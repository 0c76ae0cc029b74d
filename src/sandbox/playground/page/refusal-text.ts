import type { Answer, Reason } from '../protocol.ts';
import { WORDS } from './words.ts';

/** Why an action was not done: in the sandbox's words, or for a reason that only the page knows. */
export type Refused =
  | Reason
  /** See {@link Health}. */
  | { kind: 'interrupted' | 'restarted' }
  /** A mention of a command that is not registered under this id. */
  | { kind: 'no-command'; command: string; id: string };

/** The outcome of an action, or why it did not even arrive. */
export type Outcome = Answer | { kind: 'refused'; reason: Refused };

export function refusalText(reason: Refused): string {
  const { refusals } = WORDS;
  switch (reason.kind) {
    case 'may-not-use':
      return refusals['may-not-use'](reason.person, reason.command);
    case 'does-not-see':
      return refusals['does-not-see'](reason.person);
    case 'no-command':
      return refusals['no-command'](reason.command, reason.id);
    case 'other':
      return reason.text;
    case 'message-gone':
    case 'form-gone':
    case 'no-player':
    case 'no-secret':
    case 'interrupted':
    case 'restarted':
      return refusals[reason.kind];
  }
}
