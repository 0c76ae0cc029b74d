import type { APIButtonComponent } from 'discord.js';

import { voteButtons } from '../../guilds/views/vote-links.ts';
import type { PlainTextKey, Translate } from '../../locales/index.ts';
import { customIds } from '../../ui/custom-ids.ts';
import { actionButton, createEmbed, createReply, linkButtons, noticeReply, type Reply } from '../../ui/reply.ts';
import { escapeText, relativeTimestamp, timestamp } from '../../ui/text.ts';
import { type QuietHours, REMINDER_HOURS, type ReminderContent } from '../reminder.ts';
import type { MemberReminder, QuietProblem } from '../service.ts';

/** Discord's documentation, "Guild Object": UTF-16 units of a guild's name. */
const MAX_GUILD_NAME_LENGTH = 100;

/** The direct message. Commands work in the guild alone, so that the way to claim is a link to it. */
export function reminderMessage(content: ReminderContent, t: Translate): Reply {
  const { guildId, guildName, hours, claimedAt, voteLinks, playername, claimUrl } = content;
  const guild = escapeText(guildName, MAX_GUILD_NAME_LENGTH);
  const embed = createEmbed({
    colour: 'blurple',
    title: t('reminders.message.title', { guild }),
    description: t('reminders.message.description', {
      guild,
      duration: t('common.hours', { count: hours }),
      relative: relativeTimestamp(claimedAt),
    }),
  });
  return createReply(embed, [
    ...voteButtons(voteLinks, playername, t),
    ...linkButtons(t('buttons.claimMyVote'), claimUrl),
    stopButton(guildId, t),
  ]);
}

function stopButton(guildId: string, t: Translate): APIButtonComponent {
  return actionButton(t('buttons.stopReminding'), customIds.remind.buttons.stop(guildId), 'danger');
}

/** Whether a member is reminded here, when next, and when not. */
export function reminderNow({ hours, reminder }: MemberReminder, guildId: string, t: Translate): Reply {
  const quiet = reminder?.quiet;
  const isOn = reminder?.state === 'on';
  const noQuiet = quiet ? [actionButton(t('buttons.noQuietHours'), customIds.remind.buttons.always())] : [];
  if (hours === undefined) return reminderReply(['reminders.now.notHere'], isOn ? [stopButton(guildId, t)] : [], t);
  if (!isOn) return reminderReply(['reminders.now.off'], [remindButton(t)], t);
  const { nextAt } = reminder;
  const lines = [
    t('reminders.now.on', { duration: t('common.hours', { count: hours }) }),
    nextAt === undefined ? t('reminders.now.nextClaim') : t('reminders.now.next', { time: timestamp(nextAt) }),
    quiet ? t('reminders.now.quiet', showQuiet(quiet)) : t('reminders.now.noQuiet'),
  ];
  const embed = createEmbed({ colour: 'green', title: t('reminders.now.title'), description: lines.join('\n\n') });
  return createReply(embed, [...noQuiet, stopButton(guildId, t)]);
}

function reminderReply(texts: readonly PlainTextKey[], buttons: readonly APIButtonComponent[], t: Translate): Reply {
  const description = texts.map((text) => t(text)).join('\n\n');
  return createReply(createEmbed({ colour: 'grey', title: t('reminders.now.title'), description }), buttons);
}

/** Asks for a reminder, beside the answer to a claim too. */
export function remindButton(t: Translate): APIButtonComponent {
  return actionButton(t('buttons.remindMe'), customIds.remind.buttons.on());
}

function showQuiet({ from, to, timeZone }: QuietHours) {
  return { from: fullHour(from), to: fullHour(to), zone: escapeText(timeZone.replaceAll('_', ' '), 60) };
}

/** As the clock of a day with 24 hours shows it. */
export function fullHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

/** For quiet hours that cannot be set. */
export function quietRefused(problem: QuietProblem, t: Translate): Reply {
  return noticeReply({ colour: 'amber', text: `reminders.quiet.${problem}` }, t);
}

/** In place of a direct message whose *Stop* was clicked. */
export function remindersStopped(t: Translate): Reply {
  return noticeReply({ colour: 'grey', text: 'reminders.stopped' }, t);
}

/** Told to a member once: Discord lets the bot send them nothing, so it was turned off. */
export function remindersClosed(t: Translate): Reply {
  return noticeReply({ colour: 'amber', text: 'reminders.closed' }, t);
}

/** What a manager reads of the guild's reminders. @param wanted - by so many members; undefined when nothing was changed */
export function guildReminders(hours: number | undefined, wanted: number | undefined, t: Translate): Reply {
  const lines = [
    guildRemindersState(hours, t),
    ...(hours !== undefined && wanted !== undefined ? [t('reminders.guild.wanted', { count: wanted })] : []),
    ...(wanted === undefined ? [t('reminders.guild.howTo', { min: REMINDER_HOURS.min, max: REMINDER_HOURS.max })] : []),
  ];
  return createReply(
    createEmbed({
      colour: wanted === undefined ? 'blurple' : 'green',
      title: t(wanted === undefined ? 'reminders.guild.title' : 'reminders.guild.saved'),
      description: lines.join('\n\n'),
    }),
  );
}

/** As `/settings show` has it. */
export function guildRemindersField(hours: number | undefined, t: Translate): { name: string; value: string } {
  return { name: t('reminders.guild.title'), value: guildRemindersState(hours, t) };
}

function guildRemindersState(hours: number | undefined, t: Translate): string {
  return hours === undefined
    ? t('reminders.guild.off')
    : t('reminders.guild.on', { duration: t('common.hours', { count: hours }) });
}
