import { html, type TemplateResult } from 'lit-html';
import { ref } from 'lit-html/directives/ref.js';

import type { Page } from '../page.ts';
import { WORDS } from '../words.ts';
import { hostsView } from './hosts-view.ts';
import { logView } from './log-view.ts';
import { peopleView } from './people-view.ts';
import { rewardsView } from './rewards-view.ts';
import { tabPanelView, tabsView } from './tabs-view.ts';
import { plansView, votesView } from './world-views.ts';

/** The panel beside the channel (over it on a narrow screen): people, votes, rewards, plans, hosts and the log. */
export function panelView(page: Page): TemplateResult {
  const { panel: words } = WORDS;
  const close = (): void => {
    page.change({ isPanelOpen: false });
    queueMicrotask(() => {
      focus(document.querySelector('.panel-opener'));
    });
  };
  const escape = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && page.isPanelOpen) close();
  };
  return html`
    <aside class="panel ${page.isPanelOpen ? 'open' : ''}" aria-label=${words.title} @keydown=${escape}>
      <header class="bar panel-bar">
        <h2>${words.title}</h2>
        <button type="button" class="button secondary" @click=${close} ${ref(page.isPanelOpen ? focus : undefined)}>
          ${words.back}
        </button>
      </header>
      ${tabsView(page)} ${tabPanelView('people', page, peopleView(page))}
      ${tabPanelView('votes', page, votesView(page))} ${tabPanelView('rewards', page, rewardsView(page))}
      ${tabPanelView('plans', page, plansView(page))} ${tabPanelView('faults', page, hostsView(page))}
      <p class="done" role="status">${page.done ?? ''}</p>
      ${logView(page)}
    </aside>
  `;
}

function focus(element: Element | null | undefined): void {
  if (element instanceof HTMLElement) element.focus();
}
