import { ComponentType, TextInputStyle, type APIApplicationCommandOptionChoice } from 'discord.js';

import type { Translate } from '../../locales/index.ts';
import { customIds } from '../../ui/custom-ids.ts';
import type { Modal } from '../../ui/reply.ts';
import { BLANK, MAX_CHOICE_LENGTH, plainText } from '../../ui/text.ts';
import { MAX_PLAYER_NAME_LENGTH } from '../player-name.ts';

export const NAME_INPUT = 'playername';

/** Asks whose vote it is. @param id - which modal */
export function nameModal(id: keyof typeof customIds.claimvote.modals, t: Translate): Modal {
  return {
    custom_id: customIds.claimvote.modals[id](),
    title: t('claim.modalTitle'),
    components: [
      {
        type: ComponentType.Label,
        label: t('claim.modalLabel'),
        component: {
          type: ComponentType.TextInput,
          custom_id: NAME_INPUT,
          style: TextInputStyle.Short,
          placeholder: t('claim.modalHint'),
          min_length: 1,
          max_length: MAX_PLAYER_NAME_LENGTH,
          required: true,
        },
      },
    ],
  };
}

/**
 * Names as choices of autocomplete, which Discord shows without markdown. Names too long for the value of a choice are
 * left out.
 */
export function nameChoices(names: readonly string[]): APIApplicationCommandOptionChoice<string>[] {
  return names
    .filter(({ length }) => length <= MAX_CHOICE_LENGTH)
    .map((name) => ({ name: plainText(name, MAX_CHOICE_LENGTH) || BLANK, value: name }));
}
