import { html, nothing, type TemplateResult } from 'lit-html';

import type { Page } from './page.ts';
import { refusalText } from './refusal-text.ts';

/** Why the last action was refused. */
export function noticeView(page: Page): TemplateResult | typeof nothing {
  const { notice, words } = page;
  const dismiss = (): void => {
    page.change({ notice: undefined });
  };
  if (notice === undefined) return nothing;
  return html`<div class="notice" role="alert">
    <span lang=${notice.kind === 'other' ? 'en' : nothing}>${refusalText(notice, words)}</span>
    <button type="button" class="close" aria-label=${words.dismiss} @click=${dismiss}>✕</button>
  </div>`;
}
