import { html, type TemplateResult } from 'lit-html';

import { TABS, type Page, type Tab } from '../page.ts';
import { WORDS } from '../words.ts';

/** The tabs of the panel: Tab reaches the chosen one, the arrows choose another. */
export function tabsView(page: Page): TemplateResult {
  const choose = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const tab = TABS.at((TABS.indexOf(page.tab) + by) % TABS.length) ?? 'people';
    page.change({ tab });
    document.getElementById(tabId(tab))?.focus();
  };
  return html`
    <div class="tabs" role="tablist" aria-label=${WORDS.panel.tabs} @keydown=${choose}>
      ${TABS.map((tab) => tabView(tab, page))}
    </div>
  `;
}

/** The content of a tab. It stays in the document behind another tab, and so keeps what was typed there. */
export function tabPanelView(tab: Tab, page: Page, content: TemplateResult): TemplateResult {
  return html`
    <div
      class="controls-area"
      role="tabpanel"
      id=${panelId(tab)}
      aria-labelledby=${tabId(tab)}
      tabindex="0"
      ?hidden=${page.tab !== tab}
    >
      ${content}
    </div>
  `;
}

function tabView(tab: Tab, page: Page): TemplateResult {
  const { panel: words } = WORDS;
  const isChosen = page.tab === tab;
  const choose = (): void => {
    page.change({ tab });
  };
  return html`<button
    type="button"
    class="tab"
    role="tab"
    id=${tabId(tab)}
    aria-selected=${String(isChosen)}
    aria-controls=${panelId(tab)}
    tabindex=${isChosen ? 0 : -1}
    @click=${choose}
  >
    ${words[tab]}${isOn(tab, page) ? html` <span class="mark"><span class="visually-hidden">${words.switchedOn}</span></span>` : ''}
  </button>`;
}

/** Whether a service is broken, which is easily forgotten behind another tab. */
function isOn(tab: Tab, { world }: Page): boolean {
  return tab === 'faults' && world.hosts.some(({ faults }) => faults.length > 0);
}

const tabId = (tab: Tab): string => `tab-${tab}`;
const panelId = (tab: Tab): string => `panel-${tab}`;
