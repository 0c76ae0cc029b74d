import type { APIButtonComponent } from 'discord.js';

import { settingButtons, settingTitle } from '../../guilds/views/overview.ts';
import type { DayStart } from '../../guilds/day-start.ts';
import { dayStartText, fullHour, zoneText, zoneUnclear } from '../../guilds/views/day-start.ts';
import { MAX_GUILD_NAME_LENGTH } from '../../guilds/views/settings.ts';
import { voteButtons } from '../../guilds/views/vote-links.ts';
import type { Translate } from '../../locales/index.ts';
import { customIds } from '../../ui/custom-ids.ts';
import { actionButton, createReply, linkButton, type Reply, textReply } from '../../ui/reply.ts';
import { escapeText, relativeTimestamp, timestamp } from '../../ui/text.ts';
import type { GuildReminders, ReminderContent, ReminderWait } from '../reminder.ts';
import type { MemberReminder, QuietProblem } from '../service.ts';

/** The direct message. Commands work in the guild alone, so the way to claim is a link to it. */
export function reminderMessage(content: ReminderContent, t: Translate): Reply {
  const { guildId, guildName, hours, nextDay, claimedAt, voteLinks, playername, claimUrl } = content;
  const guild = guildNameText(guildName);
  const values = { guild, ...waitText({ hours, nextDay }, t), relative: relativeTimestamp(claimedAt) };
  return createReply(
    {
      colour: 'blurple',
      title: t('reminders.message.title', { guild }),
      description: t(nextDay ? 'reminders.message.nextDay' : 'reminders.message.description', values),
    },
    [...voteButtons(voteLinks, playername, t), linkButton(t('buttons.claimMyVote'), claimUrl), stopButton(guildId, t)],
  );
}

/** `duration`: of hours; `day`: when the next one begins */
function waitText({ hours, nextDay }: ReminderWait, t: Translate) {
  return { duration: t('common.hours', { count: hours }), day: nextDay ? dayStartText(nextDay) : '' };
}

export function guildNameText(guildName: string): string {
  return escapeText(guildName, MAX_GUILD_NAME_LENGTH);
}

export function stopButton(guildId: string, t: Translate): APIButtonComponent {
  return actionButton(t('buttons.stopReminding'), customIds.remind.buttons.stop(guildId), 'Danger');
}

export function reminderNow({ hours, nextDay: day, reminder }: MemberReminder, guildId: string, t: Translate): Reply {
  const isOn = reminder?.state === 'on';
  if (hours === undefined || !isOn) {
    const description = t(hours === undefined ? 'reminders.now.notHere' : 'reminders.now.off');
    const button = hours === undefined ? isOn && stopButton(guildId, t) : remindButton(t);
    return createReply({ colour: 'grey', title: t('reminders.now.title'), description }, [button]);
  }
  const { nextAt, quiet } = reminder;
  const description = [
    t(day ? 'reminders.now.onNextDay' : 'reminders.now.on', waitText({ hours, nextDay: day }, t)),
    nextAt === undefined ? t('reminders.now.nextClaim') : t('reminders.now.next', { time: timestamp(nextAt) }),
    quiet
      ? t('reminders.now.quiet', {
          from: fullHour(quiet.from),
          to: fullHour(quiet.to),
          zone: zoneText(quiet.timeZone),
        })
      : t('reminders.now.noQuiet'),
    t('reminders.now.howToStop'),
  ];
  return createReply({ colour: 'green', title: t('reminders.now.onTitle'), description }, [
    quiet && actionButton(t('buttons.noQuietHours'), customIds.remind.buttons.always()),
    stopButton(guildId, t),
  ]);
}

/** Asks for a reminder, beside the answer to a claim too. */
export function remindButton(t: Translate): APIButtonComponent {
  return actionButton(t('buttons.remindMe'), customIds.remind.buttons.on());
}

export function quietRefused(problem: QuietProblem, t: Translate): Reply {
  return typeof problem === 'object'
    ? zoneUnclear(problem.zones, t)
    : textReply('amber', `reminders.quiet.${problem}`)(t);
}

/** Below a direct message whose *Stop* was clicked. */
export const remindersOff = textReply('grey', 'reminders.stopped');

/** Told once to a member whose reminders were turned off because Discord lets the bot send them nothing. */
export const remindersClosed = textReply('amber', 'reminders.closed');

/**
 * The reminders of a guild, for a manager.
 *
 * @param saved - what was changed: `wanted` by so many members; `day`: if it was given; `givesHours`: whether they were
 */
export function guildReminders(
  { hours, nextDay }: GuildReminders,
  saved: { wanted: number; day: DayStart | undefined; givesHours: boolean } | undefined,
  t: Translate,
): Reply {
  return createReply(
    {
      colour: saved ? 'green' : 'blurple',
      title: saved
        ? t(hours === undefined ? 'reminders.stopped.title' : 'reminders.guild.saved')
        : settingTitle('reminders', t),
      description: [
        hours === undefined ? t('reminders.guild.off') : guildRemindersState({ hours, nextDay }, t),
        hours !== undefined && nextDay && saved?.givesHours && t('reminders.guild.hoursKept', waitText({ hours }, t)),
        saved?.day && t('goal.day', { day: dayStartText(saved.day) }),
        saved && hours !== undefined && t('reminders.guild.wanted', { count: saved.wanted }),
        !saved && t('reminders.guild.howTo'),
      ],
    },
    settingButtons('reminders', t, { isOn: hours !== undefined }),
  );
}

function guildRemindersState(wait: ReminderWait, t: Translate): string {
  return t(wait.nextDay ? 'reminders.guild.onNextDay' : 'reminders.guild.on', waitText(wait, t));
}
