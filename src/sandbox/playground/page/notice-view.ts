import { html, nothing, type TemplateResult } from 'lit-html';

import type { Page } from './page.ts';
import { refusalText } from './refusal-text.ts';
import { WORDS } from './words.ts';

/** Why the last action was refused. */
export function noticeView(page: Page): TemplateResult | typeof nothing {
  const { notice } = page;
  const dismiss = (): void => {
    page.change({ notice: undefined });
  };
  if (notice === undefined) return nothing;
  return html`<div class="notice" role="alert">
    <span>${refusalText(notice)}</span>
    <button type="button" class="close" aria-label=${WORDS.dismiss} @click=${dismiss}>✕</button>
  </div>`;
}
