import { html, nothing, type TemplateResult } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';

import type { Button, Control, LinkButton, Message, Select } from '../../protocol.ts';
import type { Page } from '../page.ts';
import { WORDS } from '../words.ts';

/** The rows of buttons and selects below a message. */
export function controlsView(message: Message, page: Page): TemplateResult | typeof nothing {
  if (message.rows.length === 0) return nothing;
  return html`<div class="controls">
    ${message.rows.map((row) => html`<div class="row">${row.map((control) => controlView(control, message.id, page))}</div>`)}
  </div>`;
}

function controlView(control: Control, messageId: string, page: Page): unknown {
  switch (control.kind) {
    case 'button':
      return buttonView(control, messageId, page);
    case 'link':
      return linkView(control);
    case 'select':
      return keyed(JSON.stringify(control.options), selectView(control, messageId, page));
  }
}

function buttonView(
  { customId, label, emoji, style, disabled }: Button,
  messageId: string,
  page: Page,
): TemplateResult {
  const click = () => void page.act({ type: 'click', personId: page.personId, messageId, customId });
  return html`<button type="button" class="button ${style}" ?disabled=${disabled} @click=${click}>
    ${emoji} ${label}
  </button>`;
}

function linkView({ label, emoji, url, disabled }: LinkButton): TemplateResult {
  if (disabled) return html`<button type="button" class="button secondary" disabled>${emoji} ${label}</button>`;
  return html`<a class="button secondary" href=${url} target="_blank" rel="noopener noreferrer"
    >${emoji} ${label}<svg class="leave" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M6 3H3v10h10v-3M9 3h4v4M13 3 7 9" /></svg
    ><span class="visually-hidden" lang="en"> ${WORDS.message.newTab}</span></a
  >`;
}

function selectView(select: Select, messageId: string, page: Page): TemplateResult {
  return select.maxValues > 1 ? manyView(select, messageId, page) : oneView(select, messageId, page);
}

function oneView(select: Select, messageId: string, page: Page): TemplateResult {
  const choose = (event: Event) => void sendChoice(event.currentTarget as HTMLSelectElement, select, messageId, page);
  const isChosen = select.options.some(({ selected }) => selected);
  return html`
    <select class="select" aria-label=${nameOf(select)} ?disabled=${select.disabled} @change=${choose}>
      ${isChosen ? nothing : html`<option value="" disabled selected>${nameOf(select)}</option>`} ${optionsView(select)}
    </select>
  `;
}

function manyView(select: Select, messageId: string, page: Page): TemplateResult {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const chosen = (event.currentTarget as HTMLFormElement).querySelector('select');
    if (chosen) void sendChoice(chosen, select, messageId, page);
  };
  return html`
    <form class="row" @submit=${submit}>
      <select class="select" multiple aria-label=${nameOf(select)} ?disabled=${select.disabled}>
        ${optionsView(select)}
      </select>
      <button class="button secondary" lang="en" ?disabled=${select.disabled}>${WORDS.message.choose}</button>
    </form>
  `;
}

/** The options of a select, each with its description behind its label. */
export function optionsView({ options }: Pick<Select, 'options'>): TemplateResult[] {
  return options.map(
    ({ label, value, description, selected }) =>
      html`<option value=${value} ?selected=${selected}>
        ${description === null ? label : `${label}: ${description}`}
      </option>`,
  );
}

function nameOf({ placeholder }: Select): string {
  return placeholder ?? WORDS.message.select;
}

async function sendChoice(
  shown: HTMLSelectElement,
  { customId }: Select,
  messageId: string,
  page: Page,
): Promise<void> {
  const values = [...shown.selectedOptions].map(({ value }) => value);
  await page.act({ type: 'select', personId: page.personId, messageId, customId, values });
}
