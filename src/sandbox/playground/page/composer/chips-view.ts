import { html, nothing, type TemplateResult } from 'lit-html';

import type { CommandOption } from '../../protocol.ts';
import { PAGE_LANGUAGE, type Page } from '../page.ts';
import { missing, reopen, type Composer } from './composer.ts';
import { localised } from './suggestions.ts';

/** The command and the options filled in so far; a click on an option opens it again. */
export function chipsView(composer: Composer, page: Page, locale: string): TemplateResult | typeof nothing {
  const { command, filled, option } = composer;
  if (!command) return nothing;
  const open = missing(composer).filter((one) => one !== option);
  return html`
    <span class="chip command" lang=${locale}>/${localised(command.title, locale)}</span>
    ${filled.map((one) => chipView(one.option, one.label, page, locale))}
    ${open.map((one) => chipView(one, '', page, locale))}
    ${option ? html`<span class="chip current" lang=${locale} aria-hidden="true">${localised(option.title, locale)}</span>` : nothing}
  `;
}

function chipView(option: CommandOption, label: string, page: Page, locale: string): TemplateResult {
  const open = (): void => {
    page.change({ composer: reopen(page.composer, option) });
  };
  const title = localised(option.title, locale);
  return html`<button type="button" class="chip ${label === '' ? 'empty' : ''}" lang=${locale} @click=${open}>
    <span class="name">${title}</span>${label}<span class="visually-hidden" lang=${PAGE_LANGUAGE}> change</span>
  </button>`;
}
