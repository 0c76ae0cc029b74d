import { DOUBT_LASTS_MS } from '../../src/claims/timings.ts';
import { PENDING_LINK_LASTS_MS } from '../../src/guilds/store/linked-entities.ts';
import { DAY_MS } from '../../src/work/clock.ts';

/** As long as in production. */
export const LASTS = { doubtMs: DOUBT_LASTS_MS, pendingLinkMs: PENDING_LINK_LASTS_MS, closedClaimMs: 365 * DAY_MS };
