/** Why somebody cannot do something: a fixed set, which each viewer puts into its own words. */
export type Reason =
  /** `command`: `/plan`, or `"Claims of this member"` for one in the menu of a member. */
  | { kind: 'may-not-use'; person: string; command: string }
  | { kind: 'does-not-see'; person: string }
  | { kind: 'message-gone' }
  /** The modal was shown too long ago. */
  | { kind: 'form-gone' }
  | { kind: 'no-player' }
  /** The text given to the game server is no secret of a webhook. */
  | { kind: 'no-secret' };

/** An action was not done, for a reason that the person should be told. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(Object.values(reason).join(' '));
    this.reason = reason;
  }
}
