import { InteractionType } from 'discord.js';

import { acceptCallback } from '../../src/sandbox/discord/validation/bodies.ts';
import { limitErrors, refusals } from '../ui/discord-limits.ts';
import type { Gallery } from './gallery.ts';

const CHOICES = 8;
const MODAL = 9;

/** What Discord would refuse in a gallery, and why; empty when it accepts everything. */
export function refusalsOf({ replies, modals, choices }: Gallery): string[] {
  const { ApplicationCommand, ApplicationCommandAutocomplete } = InteractionType;
  const named = <T>(entries: Record<string, T>, errorsOf: (entry: T) => string[]) =>
    Object.entries(entries).flatMap(([name, entry]) => errorsOf(entry).map((error) => `${name}: ${error}`));
  return [
    ...named(replies, limitErrors),
    ...named(modals, (data) => refusals(() => acceptCallback({ type: MODAL, data }, ApplicationCommand, undefined))),
    ...named(choices, (offered) =>
      refusals(() =>
        acceptCallback({ type: CHOICES, data: { choices: offered } }, ApplicationCommandAutocomplete, undefined),
      ),
    ),
  ];
}
