import { voteButtons } from '../../guilds/views/vote-links.ts';
import type { VoteLink } from '../../guilds/vote-links.ts';
import type { PlainTextKey, Translate } from '../../locales/index.ts';
import { MAX_PLAYER_NAME_LENGTH } from '../../people/player-name.ts';
import { MAX_NAMES } from '../../people/saved-names.ts';
import { remindButton } from '../../reminders/views/reminder.ts';
import { customIds } from '../../ui/custom-ids.ts';
import { serviceBusy, tooFast } from '../../ui/notice.ts';
import { actionButton, type Colour, createEmbed, createReply, noticeReply, type Reply } from '../../ui/reply.ts';
import { BLANK, escapeText, relativeTimestamp, timestamp } from '../../ui/text.ts';
import type { NotRecorded } from '../service.ts';
import type { Verdict } from '../states.ts';

/** What a person is told about their claim: its verdict, or why it was not recorded at all. */
export type ClaimAnswer = Verdict | NotRecorded;

export type ClaimViewContext = {
  playername: string;
  /** what *Check again* names; undefined when nothing was recorded */
  requestId?: string;
  /** of the claim; with it, moderators find the claim */
  reference?: string;
  voteLinks: readonly VoteLink[];
  /** whether to ask the person if they want to be reminded to vote again */
  offersReminder?: boolean;
  /** when the person asked, ms since the epoch, if the answer comes only with that to another command */
  lateSince?: number;
};

/** What a person reads about their claim. */
export function claimReply(answer: ClaimAnswer, context: ClaimViewContext, t: Translate): Reply {
  const player = escapeText(context.playername, MAX_PLAYER_NAME_LENGTH);
  const { reference = BLANK, lateSince } = context;
  const values = { player, reference, max: MAX_PLAYER_NAME_LENGTH };
  const show = (colour: Colour, title: PlainTextKey, description: string, more?: string) =>
    createEmbed({
      colour,
      footer:
        context.reference && t(answer.kind === 'already' ? 'claim.already.reference' : 'common.reference', values),
      title: t(title),
      description: [...about, description, ...(more ? [more] : [])].join('\n\n'),
    });
  const about = lateSince === undefined ? [] : [t('claim.late', { player, relative: relativeTimestamp(lateSince) })];
  const again = context.requestId
    ? [actionButton(t('buttons.checkAgain'), customIds.claimvote.buttons.again(context.requestId), 'primary')]
    : [];
  const remember = context.requestId
    ? [actionButton(t('buttons.rememberName'), customIds.claimvote.buttons.save(context.requestId))]
    : [];
  const remind = context.offersReminder ? [remindButton(t)] : [];
  const vote = voteButtons(context.voteLinks, context.playername, t);
  const doubt = 'inDoubt' in answer ? t('claim.inDoubt', { player }) : undefined;

  switch (answer.kind) {
    case 'granted': {
      const maybeTwo = answer.maybeTwo && t('claim.granted.maybeTwo');
      return createReply(show('green', 'claim.granted.title', t('claim.granted.description', values), maybeTwo), [
        ...remember,
        ...remind,
      ]);
    }
    case 'none':
      return createReply(show('blurple', 'claim.none.title', t('claim.none.description', values), doubt), [
        ...vote,
        ...again,
      ]);
    case 'already': {
      const at = answer.recordedAt;
      const recorded = at === undefined ? undefined : t('claim.already.recorded', { time: timestamp(at) });
      return createReply(show('grey', 'claim.already.title', t('claim.already.description', values), recorded), [
        ...vote,
        ...remind,
      ]);
    }
    case 'likely-granted':
      return createReply(show('amber', 'claim.likely-granted.title', t('claim.likely-granted.description', values)));
    case 'pending':
      return createReply(show('amber', 'claim.pending.title', t('claim.pending.description', values)), again);
    case 'reviewed':
      return createReply(show('amber', 'claim.pending.title', t(`claim.reviewed.${answer.outcome}`, values)));
    case 'unavailable': {
      const text = doubt ? 'claim.unavailable.notSentNow' : 'claim.unavailable.notSent';
      return createReply(show('red', 'claim.unavailable.title', t(text, values), doubt), again);
    }
    case 'postponed': {
      if (answer.interrupted) {
        const text = doubt ? 'claim.postponed.interruptedNow' : 'claim.postponed.interrupted';
        return createReply(show('red', 'common.unforeseen.title', t(text, values), doubt), again);
      }
      // Of a late answer, the time at which to try again is over.
      const now = doubt ? 'claim.postponed.notSentNow' : 'claim.postponed.notSent';
      const text = lateSince === undefined ? now : 'claim.postponed.late';
      const relative = relativeTimestamp(answer.retryAt);
      return createReply(show('grey', 'claim.postponed.title', t(text, { ...values, relative }), doubt), again);
    }
    case 'not-set-up':
      return createReply(show('grey', 'claim.notSetUp.title', t('claim.notSetUp.description')));
    case 'bad-name':
      return createReply(show('amber', 'claim.badName.title', t('claim.badName.description', values)));
    case 'wait':
      return createReply(tooFast(answer.until, t));
    case 'refused':
      switch (answer.reason) {
        case 'token': {
          const text = doubt ? 'claim.tokenRefused.now' : 'claim.tokenRefused.description';
          return createReply(show('red', 'claim.tokenRefused.title', t(text), doubt));
        }
        case 'name':
          return createReply(show('amber', 'claim.badName.title', t('claim.badName.refused', values), doubt));
        case 'busy':
        case 'other': {
          // Of a late answer, the time at which to try again is over.
          if (answer.reason === 'busy' && lateSince === undefined)
            return createReply(serviceBusy(answer.retryAt, t), again);
          const text = doubt ? 'claim.unavailable.refusedNow' : 'claim.unavailable.refused';
          return createReply(show('red', 'claim.unavailable.title', t(text, values), doubt), again);
        }
      }
  }
}

/** After *Remember this name*. */
export function nameSaved(playername: string, t: Translate): Reply {
  const player = escapeText(playername, MAX_PLAYER_NAME_LENGTH);
  return noticeReply({ colour: 'green', text: 'claim.nameSaved' }, t, { player, max: MAX_NAMES });
}

/** For a button whose request is not on record any more. */
export function claimForgotten(t: Translate): Reply {
  return noticeReply({ colour: 'grey', text: 'claim.forgotten' }, t);
}
