import type { APIApplicationCommandOptionChoice } from 'discord.js';

import type { Translate } from '../../locales/index.ts';
import { type CustomId, customIds } from '../../ui/custom-ids.ts';
import { type Modal, textInput } from '../../ui/modal.ts';
import { actionButton, type Button } from '../../ui/reply.ts';
import { BLANK, MAX_CHOICE_LENGTH, plainText } from '../../ui/text.ts';
import { MAX_PLAYER_NAME_LENGTH } from '../player-name.ts';

export const NAME_INPUT = 'playername';

/** @param former - the name to start from; one that is too long for the field is left out */
export function nameModal(
  custom_id: CustomId<'modals'>,
  t: Translate,
  { former = '', title = t('claim.modalTitle') }: { former?: string; title?: string } = {},
): Modal {
  const placeholder = t('claim.modalHint');
  const limits = { min_length: 1, max_length: MAX_PLAYER_NAME_LENGTH };
  const value = former !== '' && former.length <= MAX_PLAYER_NAME_LENGTH ? { value: former } : {};
  return {
    custom_id,
    title,
    components: [textInput(NAME_INPUT, 'Short', { placeholder, ...limits, ...value }, t)],
  };
}

/** Where nothing was recorded that could be claimed again for another name. */
export function typeNameButton(t: Translate): Button {
  return actionButton(t('buttons.otherName'), customIds.claimvote.buttons['type-name'](), 'Primary');
}

/** Names as choices of autocomplete, which Discord shows without markdown; those too long for a value are left out. */
export function nameChoices(names: readonly string[]): APIApplicationCommandOptionChoice<string>[] {
  return names
    .filter(({ length }) => length <= MAX_CHOICE_LENGTH)
    .map((name) => ({ name: plainText(name, MAX_CHOICE_LENGTH) || BLANK, value: name }));
}
