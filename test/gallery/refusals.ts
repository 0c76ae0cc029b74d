import { InteractionType } from 'discord.js';

import { messageBody } from '../../src/discord/responder.ts';
import { DiscordError } from '../../src/sandbox/discord/discord-error.ts';
import { acceptCallback, acceptChannelMessage } from '../../src/sandbox/discord/validation/bodies.ts';
import { limitErrors } from '../ui/discord-limits.ts';
import type { Gallery } from './gallery.ts';

const MESSAGE = 4;
const CHOICES = 8;
const MODAL = 9;

/** What Discord would refuse in a gallery, and why; empty when it accepts everything. */
export function refusalsOf({ replies, modals, choices }: Gallery): string[] {
  const { ApplicationCommand, ApplicationCommandAutocomplete } = InteractionType;
  return [
    ...Object.entries(replies).flatMap(([name, reply]) => [
      ...limitErrors(reply).map((error) => `${name}: ${error}`),
      ...refusal(name, () =>
        acceptCallback({ type: MESSAGE, data: messageBody(reply) }, ApplicationCommand, undefined),
      ),
      ...refusal(name, () => acceptChannelMessage(messageBody(reply))),
    ]),
    ...Object.entries(modals).flatMap(([name, data]) =>
      refusal(name, () => acceptCallback({ type: MODAL, data }, ApplicationCommand, undefined)),
    ),
    ...Object.entries(choices).flatMap(([name, offered]) =>
      refusal(name, () =>
        acceptCallback({ type: CHOICES, data: { choices: offered } }, ApplicationCommandAutocomplete, undefined),
      ),
    ),
  ];
}

function refusal(name: string, accept: () => unknown): string[] {
  try {
    accept();
    return [];
  } catch (error) {
    if (error instanceof DiscordError) return [`${name}: ${JSON.stringify(error.body)}`];
    throw error;
  }
}
