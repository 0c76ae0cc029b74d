import type { DecidedStanding } from './claim.ts';
import { hasArrived, type Verdict } from './states.ts';

/** What a reply says: a verdict, or also that its reward has arrived, or when a vote is looked for next. */
type Said = Verdict['kind'] | `${Verdict['kind']}, arrived` | `looking, ${number}`;

/**
 * An edit of a reply that this process sent. `isShown`: Discord has answered it; `isOver`: it does not apply it again,
 * either. Times are monotonic. A process that stood still may have sent it as late as `endedAt`, when it was answered or
 * given up.
 */
export type Edit = { says: Said; startedAt: number; endedAt: number; isShown: boolean; isOver: boolean };

export function saidBy(verdict: Verdict): Said {
  if (verdict.kind === 'looking') return `looking, ${verdict.look.nextAt}`;
  return hasArrived(verdict) ? `${verdict.kind}, arrived` : verdict.kind;
}

/**
 * What is on record about a request. `unread`: the ledger cannot be read, and another process may have told a verdict;
 * `unread, held`: no other process can have, since this one holds the claim; `over`: there is nothing to tell; `left`:
 * another process tells; `told`: the person counts as having read what is on record; `news`: they do not
 */
export type OnRecord = 'unread' | 'unread, held' | 'over' | 'left' | 'told' | 'news';

/**
 * What this process has shown. `firm`: what is on record, and nothing comes over it; `unsure`: anything else, or an edit
 * that may still take its place
 */
export type Shown = 'nothing' | 'unsure' | 'firm';

/**
 * `none`: all is done; `show`: the verdict is shown, and recorded if it is firm then, else shown once more later;
 * `record`: only that, as it failed after the verdict was shown; `say pending`: that, and then `repeat`: another try
 * after a pause
 */
export type Step = 'none' | 'show' | 'record' | 'say pending' | 'repeat';

/** All cases of telling a person, and what is done in each. Of what is `unread`, only a final verdict counts as shown. */
export const STEPS = {
  unread: { nothing: 'repeat', unsure: 'repeat', firm: 'repeat' },
  'unread, held': { nothing: 'say pending', unsure: 'repeat', firm: 'repeat' },
  over: { nothing: 'none', unsure: 'none', firm: 'none' },
  left: { nothing: 'none', unsure: 'none', firm: 'none' },
  told: { nothing: 'none', unsure: 'show', firm: 'none' },
  news: { nothing: 'show', unsure: 'show', firm: 'record' },
} as const satisfies Record<OnRecord, Record<Shown, Step>>;

/**
 * @param acknowledgedHere - whether Discord acknowledged the request to this process; undefined if it reached only
 *   another one. After a refusal another process may have been acknowledged, and tells; after a while any process may,
 *   and the edit shows whether one was acknowledged
 */
export function onRecord(standing: DecidedStanding | undefined, acknowledgedHere: boolean | undefined): OnRecord {
  if (!standing || standing.request.replaced) return 'over';
  const { request, verdict, isDecided } = standing;
  if (acknowledgedHere === false && !request.acknowledged && !isDecided) return 'left';
  const isArrivalNews = hasArrived(verdict) && request.reply !== undefined;
  return request.told !== verdict.kind || isArrivalNews ? 'news' : 'told';
}

/** What is known while the ledger cannot be read. @param isHeld - whether this process holds the claim until now */
export function unread(isHeld: boolean, acknowledgedHere: boolean | undefined): OnRecord {
  return isHeld && acknowledgedHere !== false ? 'unread, held' : 'unread';
}

/**
 * Whether our last edit shows this verdict, and Discord applies no other edit over it. That may be one of ours: also one
 * that says the same may come over the answer to what the person asks next in the same reply. It may be one of the
 * process that the request was made to, which may have read the record just before the claim was closed, and be killed
 * before it corrects itself. An edit that Discord has answered is over; if it counted, everyone who has read "pending"
 * would be shown the verdict twice, and count as told only after the second time.
 *
 * @param sent - in the order in which the edits were sent
 * @param verdict - undefined while it cannot be read
 */
export function shownOf(
  sent: readonly Edit[],
  verdict: Verdict | undefined,
  { lateEditMs, isServedElsewhere }: { lateEditMs: number; isServedElsewhere: boolean },
): Shown {
  const firstFinal = sent.find(({ says }) => says !== 'pending');
  const last = sent.at(-1);
  if (!last || (!verdict && !firstFinal)) return 'nothing';
  const says = verdict && saidBy(verdict);
  if (!last.isShown || last.says !== says) return 'unsure';
  const isRecent = ({ endedAt }: Edit) => last.startedAt - endedAt < lateEditMs;
  if (sent.some((edit) => !edit.isOver && isRecent(edit))) return 'unsure';
  return isServedElsewhere && firstFinal && isRecent(firstFinal) ? 'unsure' : 'firm';
}
