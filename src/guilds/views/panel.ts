import type { Translate } from '../../locales/index.ts';
import { customIds } from '../../ui/custom-ids.ts';
import { type Modal, textInput } from '../../ui/modal.ts';
import { actionButton, createEmbed, createReply, type EmbedParts, type Reply } from '../../ui/reply.ts';
import { guildText } from '../../ui/text.ts';
import type { PanelContent } from '../panel-message.ts';
import type { Panel } from '../panels.ts';
import { goalField } from './goal.ts';
import { settingButtons, settingTitle } from './overview.ts';
import { voteButtons } from './vote-links.ts';

export const PANEL_TEXT_INPUT = 'text';
/** In UTF-16 units: about a phone's screen. */
const MAX_TEXT_LENGTH = 1_000;

export function panelMessage(content: PanelContent, t: Translate): Reply {
  return createReply(panelParts(content, t), [
    actionButton(t('buttons.claimMyVote'), customIds.claimvote.buttons.panel(), 'Primary'),
    ...voteButtons(content.voteLinks, undefined, t),
  ]);
}

function panelParts({ text, goal }: PanelContent, t: Translate): EmbedParts {
  return {
    colour: 'blurple',
    title: t('panel.title'),
    description: text === undefined ? t('panel.text') : guildText(text, MAX_TEXT_LENGTH),
    fields: [goal && goalField(goal, t)],
  };
}

const COLOUR_OF = { shown: 'green', none: 'grey', gone: 'amber', 'out-of-reach': 'amber' } as const;

/**
 * Where the panel is, and a preview.
 *
 * @param t - in the manager's language, `guildT` in the guild's
 * @param isChanged - it was just posted or removed, which needs no preview
 */
export function panelNow({ state, content }: Panel, t: Translate, guildT: Translate, isChanged = false): Reply {
  const { buttons } = customIds.settings;
  const { kind } = state;
  const isNews = isChanged && (kind === 'shown' || kind === 'none');
  const location = 'location' in state && state.location;
  const { embeds, components } = createReply(
    {
      colour: COLOUR_OF[kind],
      title: settingTitle('panel', t),
      description: t(isNews ? `settings.panel.changed.${kind}` : `settings.panel.states.${kind}`, {
        channel: location ? location.channelId : '',
      }),
    },
    settingButtons('panel', t, {
      isSet: location !== false,
      more: [
        actionButton(t('buttons.editText'), buttons['panel-edit']()),
        content.text !== undefined && actionButton(t('buttons.usualText'), buttons['panel-usual']()),
        location && actionButton(t('buttons.removePanel'), buttons['panel-remove'](), 'Danger'),
      ],
    }),
  );
  return { embeds: [...embeds, ...(isNews ? [] : [createEmbed(panelParts(content, guildT))])], components };
}

export function panelRefused(problem: 'out-of-reach' | 'unusable', t: Translate): Reply {
  const description = t(`settings.panel.${problem}`);
  return createReply({ colour: 'amber', title: t('settings.panel.refused'), description });
}

export function panelTextModal(text: string | undefined, t: Translate, guildT: Translate): Modal {
  const description = t('settings.panel.modalHint');
  const value = text ?? guildT('panel.text');
  return {
    custom_id: customIds.settings.modals['panel-text'](),
    title: t('settings.panel.modalTitle'),
    components: [textInput(PANEL_TEXT_INPUT, 'Paragraph', { description, value, max_length: MAX_TEXT_LENGTH }, t)],
  };
}
