import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';

import type { Page } from '../page.ts';
import { WORDS } from '../words.ts';
import { chipsView } from './chips-view.ts';
import { EMPTY, isEmpty, valuesOf, type Composer, type Suggestion } from './composer.ts';
import { withSent } from './history.ts';
import { press } from './keys.ts';
import { LIST_ID, listView, optionId } from './list-view.ts';
import { localised, suggestionsFor, type Offered } from './suggestions.ts';
import { typeInto } from './typing.ts';

const HINT_ID = 'composer-hint';

/** The line for writing commands, with the list of suggestions above it. */
export function composerView(page: Page): TemplateResult {
  const { composer } = page;
  const suggestions = suggestionsFor(composer, page);
  const isOpen = composer.isListOpen && suggestions.length > 0;
  const send = (): void => {
    pressKey('Enter', page, suggestions);
  };
  return html`
    <div class="composer">
      ${isOpen ? listView(suggestions, page) : nothing} ${hintView(page)}
      <div class="line" @click=${focusInput}>
        <div class="words">${chipsView(composer, page)} ${inputView(page, suggestions, isOpen)}</div>
        <button type="button" class="button primary" ?disabled=${!composer.command} @click=${send}>
          ${WORDS.composer.send}
        </button>
      </div>
    </div>
  `;
}

function inputView(page: Page, suggestions: readonly Suggestion[], isOpen: boolean): TemplateResult {
  const { composer, world, channelId, locale } = page;
  const { composer: words } = WORDS;
  const name = world.channels.find(({ id }) => id === channelId)?.name ?? '';
  const type = (event: InputEvent): void => {
    const { value } = event.currentTarget as HTMLInputElement;
    page.change({ composer: typeInto(composer, value, page) });
  };
  const openList = (isListOpen: boolean): void => {
    page.change((view) => ({ composer: { ...view.composer, isListOpen } }));
  };
  const pressed = (event: KeyboardEvent): void => {
    if (event.isComposing || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Enter' && event.repeat) return;
    if (pressKey(event.key, page, suggestions)) event.preventDefault();
  };
  return html`<input
    type="text"
    autofocus
    role="combobox"
    id="composer"
    autocomplete="off"
    spellcheck="false"
    aria-label=${composer.option ? localised(composer.option.title, locale) : words.label(name)}
    aria-describedby=${HINT_ID}
    aria-autocomplete="list"
    aria-expanded=${String(isOpen)}
    aria-controls=${LIST_ID}
    aria-activedescendant=${isOpen && composer.highlighted !== -1 ? optionId(composer.highlighted) : nothing}
    aria-invalid=${String(composer.problem !== undefined)}
    placeholder=${composer.command ? '' : words.placeholder(name)}
    .value=${live(composer.text)}
    @input=${type}
    @keydown=${pressed}
    @focus=${() => {
      openList(true);
    }}
    @blur=${() => {
      openList(false);
    }}
  />`;
}

/** @returns whether the composer has handled the key */
function pressKey(key: string, page: Page, suggestions: readonly Suggestion[]): boolean {
  const pressed = press(key, page.composer, suggestions, page.sent);
  if (!pressed) return false;
  if (pressed.run) void runCommand(pressed.composer, page);
  else page.change({ composer: pressed.composer });
  return true;
}

/** Sends the command. If the sandbox refuses it, the line gets it back, unless the user has started another one. */
async function runCommand(composer: Composer, { personId, channelId, change, act }: Page): Promise<void> {
  if (!composer.command) return;
  const { path } = composer.command;
  change(({ sent }) => ({ composer: EMPTY, sent: withSent(sent, composer) }));
  const answer = await act({ type: 'command', personId, channelId, path, options: valuesOf(composer) });
  if (answer.kind !== 'refused') return;
  change((view) => (view.personId === personId && isEmpty(view.composer) ? { composer } : {}));
}

/** Describes the expected input, or its problem. */
function hintView(page: Page): TemplateResult {
  const { locale, offered, sent } = page;
  const { command, option, problem, text } = page.composer;
  const { composer: words } = WORDS;
  if (problem !== undefined) return html`<p class="hint problem" id=${HINT_ID} role="alert">${problem}</p>`;
  const offer = option?.autocomplete ? offeredText(offered, text) : '';
  const described = option ?? command;
  return html`<p class="hint" id=${HINT_ID}>
    ${described ? html`<span lang=${locale}><strong>${localised(described.title, locale)}</strong> ${localised(described.description, locale)}</span>` : nothing}
    ${offer === '' ? nothing : `· ${offer}`} ${command && !option ? `· ${words.enterSends}` : nothing}
    ${sent.length > 0 && !command && text === '' ? words.bringsBack : nothing}
  </p>`;
}

function offeredText(offered: Offered, typed: string): string {
  const { composer: words } = WORDS;
  switch (offered.kind) {
    case 'none':
      return '';
    case 'asking':
      return words.asking;
    case 'failed':
      return words.noAnswer;
    case 'choices':
      if (offered.choices.length > 0) return '';
      return typed === '' ? words.nothingYet : words.takesTyped;
  }
}

function focusInput(event: Event): void {
  (event.currentTarget as HTMLElement).querySelector('input')?.focus();
}
