import { voteButtons } from '../../guilds/views/vote-links.ts';
import { hasHidden } from '../../formats.ts';
import type { VoteLink } from '../../guilds/vote-links.ts';
import type { PlainTextKey, Translate } from '../../locales/index.ts';
import { MAX_PLAYER_NAME_LENGTH } from '../../people/player-name.ts';
import { MAX_NAMES } from '../../people/saved-names.ts';
import { guildNameText, remindButton, stopButton } from '../../reminders/views/reminder.ts';
import type { RewardState } from '../../rewards/hook.ts';
import { customIds } from '../../ui/custom-ids.ts';
import { serviceBusy, tooFast } from '../../ui/failure.ts';
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
import { type Promised, promised, reviewOf } from '../promises.ts';
import type { NotRecorded } from '../service.ts';
import type { Verdict } from '../states.ts';

/** What a person is told about their claim: its verdict, or why it was not recorded at all. */
export type ClaimAnswer = Verdict | NotRecorded;

export type ClaimViewContext = {
  playername: string;
  /** what *Check again* names; undefined when nothing was recorded */
  requestId?: string | undefined;
  /** of the claim; with it, moderators find the claim */
  reference?: string;
  /** of the claim that the same person made for the vote that is already claimed */
  ownReference?: string | undefined;
  voteLinks?: readonly VoteLink[];
  /** whether to ask the person if they want to be reminded to vote again */
  offersReminder?: boolean | undefined;
  /** whether this guild's moderators hear of doubt, and can be asked */
  hasModerators?: boolean;
  /** how the reward stands that the answer is about; undefined if that is not known */
  reward?: RewardState | undefined;
  /** when the person asked, ms since the epoch, if the answer comes with that to a later command, or by itself */
  lateSince?: number | undefined;
  /** in a direct message: where the claim was made, and the buttons, which lead there */
  direct?: { guildName: string; buttons: Button[] };
};

export function claimReply(answer: ClaimAnswer, context: ClaimViewContext, t: Translate): Reply {
  const {
    playername,
    requestId,
    reference = BLANK,
    ownReference,
    voteLinks = [],
    offersReminder,
    hasModerators = false,
    reward,
    lateSince,
    direct,
  } = context;
  const { buttons } = customIds.claimvote;
  const player = escapeText(playername, MAX_PLAYER_NAME_LENGTH);
  const values = { player, reference, max: MAX_PLAYER_NAME_LENGTH };
  const says = (which: Promised, more: { reference?: string; relative?: string } = {}) =>
    promised(which, { hasModerators, reward })
      .map((sentence) => t(sentence, { relative: '', ...values, ...more }))
      .join(' ');
  const isLate = lateSince !== undefined;
  const show = (colour: Colour, title: PlainTextKey, description: Maybe<string>[], more: Button[] = []) => {
    const about = isLate && { player, relative: relativeTimestamp(lateSince) };
    const late =
      about &&
      (direct ? t('claim.lateIn', { ...about, guild: guildNameText(direct.guildName) }) : t('claim.late', about));
    const footer = t(answer.kind === 'already' ? 'claim.already.reference' : 'common.reference', values);
    const parts = { colour, title: t(title), description: [late, ...description] };
    return createReply({ ...parts, footer: context.reference && footer }, [...more, ...(direct?.buttons ?? [])]);
  };
  const again = requestId && actionButton(t('buttons.checkAgain'), buttons.again(requestId), 'Primary');
  const ask = hasModerators && requestId && actionButton(t('buttons.tellModerators'), buttons.ask(requestId));
  const remind = offersReminder && remindButton(t);
  const vote = voteButtons(voteLinks, playername, t);
  const doubt = 'inDoubt' in answer && t('claim.inDoubt', values);
  const hidden = hasHidden(playername) && t('claim.hiddenCharacter');
  const now = doubt ? 'Now' : '';

  switch (answer.kind) {
    case 'granted': {
      const remember = requestId && actionButton(t('buttons.rememberName'), buttons.save(requestId));
      const maybeTwo = answer.maybeTwo && !answer.unlikely && says('maybe-two');
      return show('green', 'claim.granted.title', [says('granted'), maybeTwo], [remember, remind]);
    }
    case 'none':
      return show(
        'blurple',
        'claim.none.title',
        [t('claim.none.description', values), hidden, doubt],
        [...vote, again],
      );
    case 'already': {
      const { recordedAt } = answer;
      const isOwn = ownReference !== undefined && recordedAt !== undefined;
      const description = isOwn
        ? [says('own', { reference: ownReference, relative: relativeTimestamp(recordedAt) })]
        : [says('already'), recordedAt !== undefined && t('claim.already.recorded', { time: timestamp(recordedAt) })];
      return show('grey', 'claim.already.title', description, [...vote, remind, !isOwn && ask]);
    }
    case 'likely-granted':
      return show('amber', 'claim.likely-granted.title', [says('likely-granted')], [ask]);
    case 'pending':
      // In a late answer, nothing more is tried.
      return show('amber', 'claim.pending.title', [says(isLate ? 'parked' : 'pending')], [again, ask]);
    case 'reviewed':
      return show('blurple', 'claims.reviewed', [says(reviewOf(answer))], [reward !== 'arrived' && ask]);
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
      return show('amber', 'claim.badName.title', [t('claim.badName.description', values)]);
    case 'wait':
      return tooFast(answer.until, t);
    case 'refused':
      switch (answer.reason) {
        case 'token':
          return show('red', 'claim.tokenRefused.title', [
            t(`claim.tokenRefused.${doubt ? 'now' : 'description'}`),
            doubt,
          ]);
        case 'name':
          return show('amber', 'claim.badName.title', [t('claim.badName.refused', values), hidden, doubt]);
        case 'busy':
        case 'other':
          // In a late answer, the time to try again is over.
          if (answer.reason === 'busy' && !isLate) return serviceBusy(answer.retryAt, t, again);
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
  return textReply('green', 'claim.nameSaved')(t, { player, max: MAX_NAMES });
}

/** @param asked - undefined when the request is not theirs, or deleted */
export function moderatorsAsked(asked: { reference: string; isTold: boolean } | undefined, t: Translate): Reply {
  if (!asked) return claimForgotten(t);
  const { reference, isTold } = asked;
  return isTold
    ? textReply('green', 'claim.moderatorsTold')(t, { reference })
    : textReply('grey', 'claim.noModerators')(t, { reference });
}

export const claimForgotten = textReply('grey', 'claim.forgotten');
