import { ComponentType, TextInputStyle } from 'discord.js';

import type { PlainTextKey, Translate } from '../../locales/index.ts';
import { customIds } from '../../ui/custom-ids.ts';
import { actionButton, type Colour, createEmbed, createReply, type Modal, type Reply } from '../../ui/reply.ts';
import { guildText } from '../../ui/text.ts';
import type { PanelContent } from '../panel-message.ts';
import type { Panel } from '../panels.ts';
import { goalFields } from './goal.ts';
import { voteButtons } from './vote-links.ts';

export const PANEL_TEXT_INPUT = 'text';
/** UTF-16 units that a manager may write: about a phone's screen. */
const MAX_TEXT_LENGTH = 1_000;

type ShownContent = Pick<PanelContent, 'text' | 'voteLinks' | 'goal'>;

/** The message that everybody can claim from. */
export function panelMessage(content: ShownContent, t: Translate): Reply {
  return createReply(panelEmbed(content, t), [
    actionButton(t('buttons.claimMyVote'), customIds.claimvote.buttons.panel(), 'primary'),
    ...voteButtons(content.voteLinks, undefined, t),
  ]);
}

function panelEmbed({ text, goal }: ShownContent, t: Translate) {
  return createEmbed({
    colour: 'blurple',
    title: t('panel.title'),
    description: text === undefined ? t('panel.text') : guildText(text, MAX_TEXT_LENGTH),
    fields: goalFields(goal, t),
  });
}

const COLOUR_OF = { shown: 'green', none: 'grey', gone: 'amber', 'out-of-reach': 'amber' } as const satisfies Record<
  Panel['state']['kind'],
  Colour
>;

/** Where the panel is, and a preview of it. @param t - in the manager's language, `guildT` in the guild's */
export function panelNow({ state, content }: Panel, t: Translate, guildT: Translate): Reply {
  const { buttons } = customIds.settings;
  const channel = 'place' in state ? state.place.channelId : '';
  const reply = createReply(
    createEmbed({
      colour: COLOUR_OF[state.kind],
      title: t('settings.panel.title'),
      description: t(`settings.panel.states.${state.kind}`, { channel }),
    }),
    [
      actionButton(t('buttons.editText'), buttons['panel-edit']()),
      ...(content.text === undefined ? [] : [actionButton(t('buttons.usualText'), buttons['panel-usual']())]),
      ...('place' in state ? [actionButton(t('buttons.removePanel'), buttons['panel-remove'](), 'danger')] : []),
    ],
  );
  return { ...reply, embeds: [...reply.embeds, panelEmbed(content, guildT)] };
}

/** Where the panel could not be posted. */
export function panelRefused(problem: 'out-of-reach' | 'unusable', t: Translate): Reply {
  const text: PlainTextKey = `settings.panel.${problem}`;
  return createReply(createEmbed({ colour: 'amber', title: t('settings.panel.refused'), description: t(text) }));
}

/** Asks for the guild's own words, with those that are there. */
export function panelTextModal(text: string | undefined, t: Translate, guildT: Translate): Modal {
  return {
    custom_id: customIds.settings.modals['panel-text'](),
    title: t('settings.panel.modalTitle'),
    components: [
      {
        type: ComponentType.Label,
        label: t('settings.panel.modalLabel'),
        description: t('settings.panel.modalHint'),
        component: {
          type: ComponentType.TextInput,
          custom_id: PANEL_TEXT_INPUT,
          style: TextInputStyle.Paragraph,
          value: text ?? guildT('panel.text'),
          max_length: MAX_TEXT_LENGTH,
          required: true,
        },
      },
    ],
  };
}
