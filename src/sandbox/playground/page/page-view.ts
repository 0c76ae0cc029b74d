import { html, nothing, type TemplateResult } from 'lit-html';

import { channelView } from './channel/channel-view.ts';
import { modalView, openModal } from './modal-view.ts';
import { noticeView } from './notice-view.ts';
import type { Page } from './page.ts';
import { panelView } from './panel/panel-view.ts';
import { WORDS } from './words.ts';

export function pageView(page: Page): TemplateResult {
  const { health } = page;
  return html`
    ${health === 'well' ? nothing : html`<p class="offline" role="status">${WORDS.refusals[health]}</p>`}
    ${channelView(page)} ${panelView(page)} ${openModal(page) ? nothing : noticeView(page)} ${modalView(page)}
  `;
}
