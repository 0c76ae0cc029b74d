import type { Action, CommandOption } from '../../protocol.ts';
import type { Place } from '../place.ts';
import type { Outcome } from '../refusal-text.ts';
import { valuesOf, type Composer } from './composer.ts';
import type { Offered } from './suggestions.ts';

export const TYPING_PAUSE_MS = 150;

type AutocompleteParts = {
  ask: (action: Action) => Promise<Outcome>;
  show: (offered: Offered) => void;
};

/** Asks the bot for choices when typing pauses, and shows only the answer to the latest text. */
export function createAutocomplete({ ask, show }: AutocompleteParts) {
  let followed = '';
  let option: CommandOption | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function askFor(action: Action, asked: string): Promise<void> {
    const answer = await ask(action);
    if (asked !== followed) return;
    show(answer.kind === 'choices' ? answer : { kind: 'failed' });
  }

  /** To be called whenever the composer may have changed. The choices for an option stay until newer ones arrive. */
  function follow(composer: Composer, { personId, channelId }: Place): void {
    const { command, text } = composer;
    const typedInto = command && composer.option?.autocomplete ? composer.option : undefined;
    const isAnother = typedInto !== option;
    option = typedInto;
    if (isAnother) show({ kind: typedInto ? 'asking' : 'none' });
    const asked = command && option ? JSON.stringify([personId, command.path, option.name, text]) : '';
    if (asked === followed) return;
    followed = asked;
    clearTimeout(timer);
    if (!command || !option) return;
    const { path } = command;
    const options = valuesOf(composer);
    const action: Action = {
      type: 'autocomplete',
      personId,
      channelId,
      path,
      option: option.name,
      typed: text,
      options,
    };
    timer = setTimeout(() => void askFor(action, asked), TYPING_PAUSE_MS);
  }

  return { follow };
}
