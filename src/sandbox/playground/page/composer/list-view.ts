import { html, nothing, type TemplateResult } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';

import type { Page } from '../page.ts';
import { WORDS } from '../words.ts';
import { accept, type Suggestion } from './composer.ts';

export const LIST_ID = 'suggestions';

/** The list of suggestions, controlled by the combobox. */
export function listView(suggestions: readonly Suggestion[], page: Page): TemplateResult {
  return html`
    <ul class="suggestions" id=${LIST_ID} role="listbox" aria-label=${WORDS.composer.suggestions}>
      ${suggestions.map((suggestion, index) => suggestionView(suggestion, index, page))}
    </ul>
  `;
}

function suggestionView(suggestion: Suggestion, index: number, page: Page): TemplateResult {
  const isHighlighted = index === page.composer.highlighted;
  // The press is taken, since a click comes after it has moved the focus out of the line.
  const take = (event: Event): void => {
    event.preventDefault();
    page.change({ composer: accept(page.composer, suggestion) });
  };
  return html`
    <li
      role="option"
      id=${optionId(index)}
      aria-selected=${String(isHighlighted)}
      @mousedown=${take}
      ${ref(isHighlighted ? intoView : undefined)}
    >
      <span class="label" lang=${page.locale}>${suggestion.label}</span>
      ${suggestion.kind === 'option' && suggestion.option.required ? html`<span class="required">${WORDS.composer.required}</span>` : nothing}
      <span class="about" lang=${page.locale}>${suggestion.about}</span>
    </li>
  `;
}

function intoView(element: Element | undefined): void {
  element?.scrollIntoView({ block: 'nearest' });
}

export function optionId(index: number): string {
  return `suggestion-${index}`;
}
