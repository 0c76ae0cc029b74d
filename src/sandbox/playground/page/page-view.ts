import { html, nothing, type TemplateResult } from 'lit-html';

import { channelView } from './channel/channel-view.ts';
import type { Health } from './connection.ts';
import { modalView, openModal } from './modal-view.ts';
import { noticeView } from './notice-view.ts';
import type { Page } from './page.ts';
import { panelView } from './panel/panel-view.ts';

const TROUBLES = {
  interrupted: 'The sandbox does not answer. Is it still running?',
  refused: 'The sandbox was restarted: open the address that it printed.',
} as const satisfies Record<Exclude<Health, 'well'>, string>;

/** The whole page. */
export function pageView(page: Page): TemplateResult {
  const { health } = page;
  return html`
    ${health === 'well' ? nothing : html`<p class="offline" role="status">${TROUBLES[health]}</p>`} ${channelView(page)}
    ${panelView(page)} ${openModal(page) ? nothing : noticeView(page)} ${modalView(page)}
  `;
}
