import type { APIApplicationCommandOptionChoice } from 'discord.js';

import type { Translate } from '../../locales/index.ts';
import { customIds } from '../../ui/custom-ids.ts';
import { type Modal, textInput } from '../../ui/modal.ts';
import { BLANK, MAX_CHOICE_LENGTH, plainText } from '../../ui/text.ts';
import { MAX_PLAYER_NAME_LENGTH } from '../player-name.ts';

export const NAME_INPUT = 'playername';

export function nameModal(id: keyof typeof customIds.claimvote.modals, t: Translate): Modal {
  const label = t('claim.modalLabel');
  const placeholder = t('claim.modalHint');
  return {
    custom_id: customIds.claimvote.modals[id](),
    title: t('claim.modalTitle'),
    components: [
      textInput(NAME_INPUT, 'Short', { label, placeholder, min_length: 1, max_length: MAX_PLAYER_NAME_LENGTH }),
    ],
  };
}

/** Names as choices of autocomplete, which Discord shows without markdown; those too long for a value are left out. */
export function nameChoices(names: readonly string[]): APIApplicationCommandOptionChoice<string>[] {
  return names
    .filter(({ length }) => length <= MAX_CHOICE_LENGTH)
    .map((name) => ({ name: plainText(name, MAX_CHOICE_LENGTH) || BLANK, value: name }));
}
