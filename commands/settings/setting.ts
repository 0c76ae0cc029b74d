import type { Awaitable, ModalSubmitInteraction } from 'discord.js';

import type { Context, Conversation, InChannel, Subcommand } from '../../src/discord/incoming/command.ts';
import { type OptionValues, readOptions, subcommand } from '../../src/discord/incoming/definitions.ts';
import {
  badNumberIn,
  filledIn,
  type FormOptions,
  formOf,
  type LabelOf,
  labelsOf,
  type FormValues,
  refusedForm,
} from '../../src/discord/incoming/forms.ts';
import type { SettingName } from '../../src/guilds/setting-names.ts';
import { badNumber, belowMistake, isMistake, settingTitle, withProblems } from '../../src/guilds/views/overview.ts';
import { customIds } from '../../src/ui/custom-ids.ts';
import type { Modal } from '../../src/ui/modal.ts';
import { COLOURS, type Reply } from '../../src/ui/reply.ts';
import { present } from '../../src/ui/text.ts';
import { withOverview } from '../overview/overview.ts';
import { problemsOf } from '../overview/problems.ts';
import { zoneChoices } from './day-options.ts';

/** What `/setup` offers of a setting. Each change ends in the message of `/setup`, up to date. */
export type Setting = {
  /** What is set, with the buttons that change it. */
  page: (context: InChannel) => Awaitable<Reply>;
  /** Asks for what to set. */
  form?: (context: Conversation) => Awaitable<Modal>;
  submit?: (context: Context<ModalSubmitInteraction>) => Promise<Reply>;
  turnOff?: (context: InChannel) => Promise<Reply>;
};

/** A setting of which the options of its subcommand are the form. Without options the subcommand shows its page. */
export function settingOf<All extends FormOptions & Parameters<typeof readOptions>[0]>(parts: {
  name: Exclude<SettingName, 'entities'>;
  options: All;
  page: Setting['page'];
  /** What the form begins with. */
  values?: (context: Conversation) => Promise<FormValues>;
  /** @param change - what is left out stays as it is */
  change: (context: InChannel, change: Partial<OptionValues<All>>) => Awaitable<Reply>;
}): Subcommand & Setting & { options: All } {
  const { name, options, page, values, change } = parts;
  return {
    definition: subcommand(name, `commands.settings.${name}.description`, options),
    async execute(context) {
      const wanted = readOptions(options, context.interaction);
      const isAsked = Object.values(wanted).every((value) => value === undefined);
      const reply = await (isAsked ? page(context) : change(context, wanted));
      // An amber one says itself what is wrong.
      if (reply.embeds[0]?.color === COLOURS.amber) return reply;
      return withProblems(reply, present(await problemsOf(context, name)));
    },
    ...('timezone' in options && { autocomplete: zoneChoices }),
    options,
    page,
    async form(context) {
      const [customId, title] = [customIds.setup.modals.change(name), settingTitle(name, context.t)];
      return formOf(options, { customId, title, values: (await values?.(context)) ?? {} }, context);
    },
    async submit(context) {
      const source = filledIn(context.interaction);
      const limits = badNumberIn(options, source, context.t);
      return afterForm(
        context,
        limits ? badNumber(context.t, limits) : await change(context, readOptions(options, source)),
        labelsOf(options, context),
      );
    },
    ...('on' in options && {
      turnOff: async (context: InChannel) =>
        withOverview(context, await change(context, { on: false } as Partial<OptionValues<All>>)),
    }),
  };
}

/** What a form has done, above all that is set now; what was wrong in it, with the way back to what was typed. */
export async function afterForm(
  context: Context<ModalSubmitInteraction>,
  done: Reply,
  labelOf?: LabelOf,
): Promise<Reply> {
  const form = isMistake(done) ? refusedForm(context.interaction, { change: true }, context.t, labelOf) : undefined;
  return form ? belowMistake(done, form, context.t) : withOverview(context, done);
}
