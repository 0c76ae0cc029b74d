import { html, nothing, type TemplateResult } from 'lit-html';

import type { Page } from './page.ts';

/** Why the last action was refused. */
export function noticeView(page: Page): TemplateResult | typeof nothing {
  const dismiss = (): void => {
    page.change({ notice: undefined });
  };
  if (page.notice === undefined) return nothing;
  return html`<div class="notice" role="alert">
    <span>${page.notice}</span>
    <button type="button" class="close" aria-label="Dismiss" @click=${dismiss}>✕</button>
  </div>`;
}
