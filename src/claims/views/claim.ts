import { nameRefused } from '../../guilds/views/own-names.ts';
import { voteButtons } from '../../guilds/views/vote-links.ts';
import { hasHidden } from '../../formats.ts';
import type { VoteLink } from '../../guilds/vote-links.ts';
import type { PlainTextKey, Translate } from '../../locales/index.ts';
import { MAX_PLAYER_NAME_LENGTH, MAX_SAVED_NAMES } from '../../people/player-name.ts';
import { typeNameButton } from '../../people/views/player-name.ts';
import { guildNameText, remindButton, stopButton } from '../../reminders/views/reminder.ts';
import { customIds } from '../../ui/custom-ids.ts';
import { busyText, tooFast } from '../../ui/failure.ts';
import {
  actionButton,
  type Button,
  type Colour,
  createReply,
  linkButton,
  type Reply,
  textReply,
} from '../../ui/reply.ts';
import { BLANK, escapeText, type Maybe, relativeTimestamp, timestamp } from '../../ui/text.ts';
import { type Promised, promised, reviewOf, type Reward } from '../promises.ts';
import type { NotRecorded } from '../service.ts';
import type { Verdict } from '../states.ts';

/** What a person is told about their claim: its verdict, or why it was not recorded at all. */
export type ClaimAnswer = Verdict | NotRecorded;

export type ClaimViewContext = {
  playername: string;
  /** what *Check again* names; undefined when nothing was recorded */
  requestId?: string | undefined;
  /** a moderator checks somebody else's claim again: that one alone, and now */
  isRecheck?: boolean | undefined;
  /** of the claim; with it, moderators find the claim */
  reference?: string;
  /** of the claim that the same person made for the vote that is already claimed */
  ownReference?: string | undefined;
  voteLinks?: readonly VoteLink[];
  /** whether to ask the person if they want to be reminded to vote again */
  offersReminder?: boolean | undefined;
  /** whether this guild's moderators hear of doubt, and can be asked */
  hasModerators?: boolean;
  /** whether the guild's own access token claims votes there, or the operator's; undefined if that is not known */
  hasOwnToken?: boolean | undefined;
  /** how the reward stands that the answer is about; undefined if that is not known */
  reward?: Reward | undefined;
  /** whether the moderators have a post about what is wrong with that, or get one */
  isPosted?: boolean | undefined;
  /** when the person can vote again, in ms since the epoch, where that is known and still to come */
  nextVoteAt?: number | undefined;
  /** when a vote that is looked for is for the last time, in ms since the epoch */
  lastLookAt?: number | undefined;
  /** when the person asked, ms since the epoch, if the answer comes with that to a later command, or by itself */
  lateSince?: number | undefined;
  /** in a direct message: where the claim was made, and the buttons, which lead there */
  direct?: { guildName: string; buttons: Button[] };
};

export function claimReply(told: ClaimAnswer, context: ClaimViewContext, t: Translate): Reply {
  const look = told.kind === 'looking' ? told.look : undefined;
  const answer = told.kind === 'looking' ? told.after : told;
  const {
    playername,
    requestId,
    isRecheck = false,
    reference = BLANK,
    ownReference,
    voteLinks = [],
    offersReminder,
    hasModerators = false,
    hasOwnToken,
    reward,
    isPosted = false,
    nextVoteAt,
    lastLookAt = 0,
    lateSince,
    direct,
  } = context;
  const { buttons } = customIds.claimvote;
  const player = escapeText(playername, MAX_PLAYER_NAME_LENGTH);
  const values = { player, reference, max: MAX_PLAYER_NAME_LENGTH };
  const tell = hasModerators && requestId && !look && actionButton(t('buttons.tellModerators'), buttons.ask(requestId));
  /** The button stands below where the words lead to it. */
  const say = (which: Promised, more: { reference?: string; relative?: string } = {}) => {
    const { sentences, asks } = promised(which, { hasModerators, reward, isPosted, canAsk: Boolean(tell) });
    const text = sentences.map((sentence) => t(sentence, { relative: '', ...values, ...more })).join(' ');
    return { text, ask: asks && tell };
  };
  const isLate = lateSince !== undefined;
  /** The member's own claim for a vote that is already claimed. */
  const own =
    answer.kind === 'already' && answer.recordedAt !== undefined && ownReference !== undefined
      ? { reference: ownReference, recordedAt: answer.recordedAt }
      : undefined;
  const footer = own
    ? t('claim.already.ownReference', { reference, own: own.reference })
    : t(answer.kind === 'already' ? 'claim.already.reference' : 'common.reference', values);
  const show = (colour: Colour, title: PlainTextKey, description: Maybe<string>[], more: Button[] = []) => {
    const about = isLate && { player, relative: relativeTimestamp(lateSince) };
    const late =
      about &&
      (direct ? t('claim.lateIn', { ...about, guild: guildNameText(direct.guildName) }) : t('claim.late', about));
    const parts = { colour, title: t(title), description: [late, ...description, looking] };
    const offered = look ? [...vote, actionButton(t('buttons.stop'), buttons.stop(look.id))] : [...more, inDoubt?.ask];
    return createReply({ ...parts, footer: context.reference && footer }, [...offered, ...(direct?.buttons ?? [])]);
  };
  const again = requestId && actionButton(t('buttons.checkAgain'), buttons.again(requestId), 'Primary');
  const open = actionButton(t('buttons.openClaim'), customIds.claims.buttons.open(reference), 'Primary');
  const keepLooking = requestId && !isRecheck && actionButton(t('buttons.keepLooking'), buttons.look(requestId));
  const other = requestId && !isRecheck && actionButton(t('buttons.otherName'), buttons['other-name'](requestId));
  const looking =
    look &&
    (look.nextAt < lastLookAt
      ? t('claim.looking', { relative: relativeTimestamp(look.nextAt), last: relativeTimestamp(lastLookAt) })
      : t('claim.lookingLast', { relative: relativeTimestamp(look.nextAt) }));
  const remind = offersReminder && remindButton(t);
  const vote = voteButtons(voteLinks, playername, t);
  const inDoubt = 'inDoubt' in answer ? say('in-doubt') : undefined;
  const doubt = inDoubt?.text;
  const hidden = hasHidden(playername) && t('claim.hiddenCharacter');
  const now = doubt ? 'Now' : '';
  const nextVote = nextVoteAt !== undefined && t('claim.nextVote', { relative: relativeTimestamp(nextVoteAt) });

  switch (answer.kind) {
    case 'granted': {
      const remember = requestId && actionButton(t('buttons.rememberName'), buttons.save(requestId));
      const { text, ask } = say(answer.maybeTwo && !answer.unlikely ? 'maybe-two' : 'granted');
      return isRecheck
        ? show('green', 'claim.granted.title', [text, t('claim.granted.rechecked')], [ask])
        : show('green', 'claim.granted.title', [text, nextVote], [remember, remind, ask]);
    }
    case 'none':
      return show(
        'blurple',
        'claim.none.title',
        [t(look ? 'claim.none.looking' : 'claim.none.description', values), t('claim.none.spelling'), hidden, doubt],
        [...vote, again, keepLooking, other],
      );
    case 'already': {
      const { recordedAt } = answer;
      const { text, ask } = own
        ? say('own', { reference: own.reference, relative: relativeTimestamp(own.recordedAt) })
        : say('already');
      const recorded = !own && recordedAt !== undefined && t('claim.already.recorded', { time: timestamp(recordedAt) });
      return show('grey', 'claim.already.title', [text, recorded, nextVote], [...vote, remind, other, ask]);
    }
    case 'likely-granted':
      // A moderator who checks again decides, and has nothing to wait for.
      return isRecheck
        ? show('amber', 'claim.likely-granted.title', [t('escalations.likely-granted.description', values)], [open])
        : show('amber', 'claim.likely-granted.title', [say('likely-granted').text]);
    case 'pending':
      // In a late answer, nothing more is tried.
      return show('amber', 'claim.pending.title', [say(isLate ? 'parked' : 'pending').text], [again]);
    case 'reviewed': {
      const review = reviewOf(answer);
      const { text, ask } = say(review);
      return show('blurple', 'claims.reviewed', [text], [review === 'not-claimed' && again, ask]);
    }
    case 'unavailable':
      return show('red', 'claim.unavailable.title', [t(`claim.unavailable.notSent${now}`, values), doubt], [again]);
    case 'postponed': {
      if (answer.interrupted)
        return show('red', 'common.unforeseen.title', [t(`claim.postponed.interrupted${now}`, values), doubt], [again]);
      // In a late answer, the time to try again is over.
      if (isLate) return show('red', 'common.unforeseen.title', [t('claim.postponed.late'), doubt], [again]);
      const relative = relativeTimestamp(answer.retryAt);
      const description = t(`claim.postponed.notSent${now}`, { ...values, relative });
      return show('grey', 'claim.postponed.title', [description, doubt], [again]);
    }
    case 'not-set-up':
      return show('grey', 'claim.notSetUp.title', [t('claim.notSetUp.description')]);
    case 'bad-name':
      return show('amber', 'claim.badName.title', [t('claim.badName.description', values)], [typeNameButton(t)]);
    case 'not-yours':
    case 'names-full':
      return nameRefused(answer, playername, t);
    case 'wait':
      return answer.isCrowd ? crowded(answer.until, t) : tooFast(answer.until, t);
    case 'refused':
      switch (answer.reason) {
        case 'token': {
          const mend = hasOwnToken !== undefined && t(`claim.tokenRefused.${hasOwnToken ? 'own' : 'operators'}`);
          const refused = t(`claim.tokenRefused.${doubt ? 'now' : 'description'}`);
          return show('red', 'claim.tokenRefused.title', [refused, mend, doubt]);
        }
        case 'name':
          return show('amber', 'claim.badName.title', [t('claim.badName.refused', values), hidden, doubt], [other]);
        case 'busy':
        case 'other':
          // In a late answer, the time to try again is over.
          if (answer.reason === 'busy' && !isLate) {
            const safe = !doubt && t('claim.busy', values);
            return show('grey', 'common.wait.title', [safe, busyText(answer.retryAt, t), doubt], [again]);
          }
          return show('red', 'claim.unavailable.title', [t(`claim.unavailable.refused${now}`, values), doubt], [again]);
      }
  }
}

/** In a direct message, where neither commands nor buttons of a claim work: the way to claim is a link. */
export function directAnswer(
  { guildId, verdict }: { guildId: string; verdict: Verdict },
  context: ClaimViewContext,
  { guildName, claimUrl }: { guildName: string; claimUrl: string },
  t: Translate,
): Reply {
  const buttons = [linkButton(t('buttons.claimMyVote'), claimUrl), stopButton(guildId, t)];
  return claimReply(verdict, { ...context, requestId: undefined, direct: { guildName, buttons } }, t);
}

export function nameSaved(playername: string, t: Translate): Reply {
  const player = escapeText(playername, MAX_PLAYER_NAME_LENGTH);
  return textReply('green', 'claim.nameSaved')(t, { player, max: MAX_SAVED_NAMES });
}

/** @param asked - undefined when the request is not theirs, or deleted */
export function moderatorsAsked(asked: { reference: string; isTold: boolean } | undefined, t: Translate): Reply {
  if (!asked) return claimForgotten(t);
  const { reference, isTold } = asked;
  return isTold
    ? textReply('green', 'claim.moderatorsTold')(t, { reference })
    : textReply('grey', 'claim.noModerators')(t, { reference });
}

/** Too many people claim at once. @param until - in ms since the epoch */
export function crowded(until: number, t: Translate): Reply {
  const description = t('claim.crowded', { relative: relativeTimestamp(until) });
  return createReply({ colour: 'grey', title: t('claim.postponed.title'), description });
}

export const nothingToStop = textReply('grey', 'claim.nothingToStop');
export const claimForgotten = textReply('grey', 'claim.forgotten');
