import { ComponentType } from 'discord-api-types/v10';

import type { ModalBody } from '../../src/sandbox/discord/components.ts';

/** A modal that nobody was shown, with text inputs of these ids. */
export function modal(customId: string, ...inputs: string[]): ModalBody {
  return {
    custom_id: customId,
    title: customId,
    components: inputs.map((input) => ({
      type: ComponentType.Label,
      label: input,
      component: { type: ComponentType.TextInput, custom_id: input },
    })),
  };
}

const forAllClaims = ({ components, ...rest }: ModalBody): ModalBody => ({
  ...rest,
  components: [
    ...components,
    {
      type: ComponentType.Label,
      label: 'sent-claims',
      component: {
        type: ComponentType.StringSelect,
        custom_id: 'sent-claims',
        options: [{ value: 'all', label: 'All', default: true }],
      },
    },
  ],
});

/** Those that add a webhook, and a game server with NuVotifier, for all claims. */
export const ADDRESS_MODAL = forAllClaims(modal('settings:webhook', 'address'));
export const VOTIFIER_MODAL = forAllClaims(modal('settings:votifier', 'address', 'token'));
