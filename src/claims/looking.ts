import type { Member } from '../member.ts';
import type { Clock } from '../work/clock.ts';
import { newId } from '../work/ids.ts';
import type { Limiter } from '../work/limits.ts';
import type { Log } from '../work/log.ts';
import { createWorker, type Worker } from '../work/worker.ts';
import { afterCrowd } from './crowd.ts';
import { type DueLook, lookAfter } from './look.ts';
import type { ClaimReplies } from './replies.ts';
import type { Claims } from './service.ts';
import { LookOverError } from './store/replaced-requests.ts';
import type { LookClick, StoredLooks } from './store/looks.ts';
import type { ClaimTimings } from './timings.ts';

/** Claims of looks that one process has under way: at least half of the slots are left to whoever asks now. */
const AT_ONCE = 64;

/** `until`: too much is looked for, in ms since the epoch. `unknown`: the request is not theirs, or deleted */
type Begun = { kind: 'begun' } | { kind: 'wait'; until: number } | { kind: 'unknown' };

/** Looks for votes again that were not found (`look.ts`). */
export function createLooking(options: {
  looks: StoredLooks;
  claims: Pick<Claims, 'request'>;
  replies: Pick<ClaimReplies, 'registerAcknowledgement' | 'expectEarlier' | 'tell'>;
  /** of the claims that looks make */
  limiter: Limiter;
  /** how many looks of a guild there are at once: as many as claims may be under way */
  capacity: number;
  timings: Pick<ClaimTimings, 'crowdedForMs'>;
  clock: Clock;
  log: Log;
}) {
  const { looks, claims, replies, limiter, capacity, timings, clock, log } = options;

  /** An ordinary claim: it counts towards the limits, and waits where they refuse it. */
  async function claimAgain(look: DueLook): Promise<void> {
    const { id: lookId, guildId, request } = look;
    const { id: replaces, userId, locale, playername, reply } = request;
    if (!reply || userId === undefined) return looks.end(look);
    const waitMs = await limiter.consume(guildId, userId);
    if (waitMs > 0) return putOff(look, waitMs);
    const answer = await claims.request({
      interactionId: lookAfter(request),
      guildId,
      userId,
      locale,
      playername,
      reply,
      replaces,
      lookId,
      receivedAt: clock.now(),
      acknowledge: () => Promise.resolve(),
    });
    if (answer.kind !== 'recorded') await limiter.refund(guildId, userId);
    switch (answer.kind) {
      case 'recorded':
        return;
      case 'wait':
        return putOff(look, Math.max(0, answer.until - clock.now()));
      // Recovery tells what is on record then.
      case 'bad-name':
      case 'not-set-up':
      case 'not-yours':
      case 'names-full':
        return looks.end(look);
    }
  }

  /** Waits, each a little longer than another one, so that not all come back at once, and says until when. */
  async function putOff(look: DueLook, ms: number): Promise<void> {
    await looks.putOff(look, ms + timings.crowdedForMs * clock.random());
    await replies.tell(look.request);
  }

  const worker: Worker = createWorker<DueLook>({
    name: 'looking',
    atOnce: AT_ONCE,
    due: (serving) => looks.take(AT_ONCE - serving.length),
    async next(look) {
      await claimAgain(look).catch((error: unknown) => {
        if (!(error instanceof LookOverError)) throw error;
      });
      return false;
    },
    log,
  });

  return {
    worker,
    service: {
      /** Begins after a claim that found nothing. Call it once Discord has acknowledged the click. */
      async begin(requestId: string, click: LookClick): Promise<Begun> {
        const begun = await looks.begin(click, { requestId, lookId: newId(), max: capacity });
        if (begun === 'unknown') return { kind: 'unknown' };
        if (begun === 'full') {
          const { interactionId, guildId, userId } = click;
          log.debug({ interactionId, guildId, userId, refusedBy: 'looks' }, 'claim refused');
          return { kind: 'wait', until: afterCrowd(timings.crowdedForMs, clock) };
        }
        // What was begun or found before is told already.
        if (begun === 'over') return { kind: 'begun' };
        replies.registerAcknowledgement(click.interactionId, Promise.resolve());
        if (begun.mayBeCovered) replies.expectEarlier(begun.request);
        await replies.tell(begun.request);
        return { kind: 'begun' };
      },
      /** Nothing more is sent from then on but what is under way. @returns false if it is over already, or not theirs */
      async stop(lookId: string, member: Member): Promise<boolean> {
        const stopped = await looks.stop(lookId, member);
        if (stopped?.toTell) await replies.tell(stopped.toTell);
        return stopped !== undefined;
      },
    },
  };
}
