import type { ClaimRequest, ReplyAddress } from './claim.ts';
import type { Verdict } from './states.ts';

/** Why a claim was not recorded. `until`: ms since the epoch. */
export type NotRecorded = { kind: 'bad-name' } | { kind: 'not-set-up' } | { kind: 'wait'; until: number };

/** What a person is told about their claim: its verdict, or why it was not recorded at all. */
export type ClaimAnswer = Verdict | NotRecorded;

/** How claims speak to people. */
export type ClaimMessenger = {
  /**
   * @returns whether an earlier try of the same edit was left without an answer, so that Discord may still apply it
   * after a later edit
   * @throws {@link CannotSpeakError} when the reply can no longer be edited; any other error may be temporary
   */
  tellClaim(request: ClaimRequest, reply: ReplyAddress, verdict: Verdict): Promise<{ mayComeAgain: boolean }>;
};
