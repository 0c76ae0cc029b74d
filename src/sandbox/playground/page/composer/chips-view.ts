import { html, nothing, type TemplateResult } from 'lit-html';

import type { CommandOption } from '../../protocol.ts';
import type { Page } from '../page.ts';
import { WORDS } from '../words.ts';
import { missing, reopen, type Composer } from './composer.ts';
import { localised } from './suggestions.ts';

/** The command and the options filled in so far; a click on an option opens it again. */
export function chipsView(composer: Composer, page: Page): TemplateResult | typeof nothing {
  const { command, filled, option } = composer;
  const { locale } = page;
  if (!command) return nothing;
  const open = missing(composer).filter((one) => one !== option);
  return html`
    <span class="chip command">/${localised(command.title, locale)}</span>
    ${filled.map((one) => chipView(one.option, one.label, page))} ${open.map((one) => chipView(one, '', page))}
    ${option ? html`<span class="chip current" aria-hidden="true">${localised(option.title, locale)}</span>` : nothing}
  `;
}

function chipView(option: CommandOption, label: string, page: Page): TemplateResult {
  const open = (): void => {
    page.change({ composer: reopen(page.composer, option) });
  };
  const title = localised(option.title, page.locale);
  return html`<button type="button" class="chip ${label === '' ? 'empty' : ''}" @click=${open}>
    <span class="name">${title}</span>${label}<span class="visually-hidden"> ${WORDS.composer.change}</span>
  </button>`;
}
