import { html, nothing, type TemplateResult } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { repeat } from 'lit-html/directives/repeat.js';

import type { LogEntry, Party } from '../../protocol.ts';
import type { Page } from '../page.ts';
import { flowsOf, type FlowEntry } from './flow.ts';

const BOUNDARIES = {
  all: 'Everything',
  gateway: 'Discord’s events',
  rest: 'Calls to Discord',
  main: 'Calls to the main service',
  identity: 'Calls to the identity service',
  game: 'Calls to the game server',
} as const satisfies Record<Page['boundary'], string>;

const PARTIES = {
  discord: 'Discord',
  bot: 'Bot',
  main: 'Main',
  identity: 'Identity',
  game: 'Game',
} as const satisfies Record<Party, string>;

const FIRST_ERROR_STATUS = 400;

/** The log of events and calls between Discord, the bot and the hosts, newest first. */
export function logView(page: Page): TemplateResult {
  const { boundary, clearedUpTo, openEntries } = page;
  const { log } = page.world;
  const filter = (event: Event): void => {
    page.change({ boundary: (event.currentTarget as HTMLSelectElement).value as Page['boundary'] });
  };
  const clear = (): void => {
    page.change({ clearedUpTo: Math.max(clearedUpTo, ...log.map(({ id }) => id)) });
  };
  return html`
    <section class="log-area" tabindex="0" aria-label="What crossed the boundaries">
      <div class="log-bar">
        <h3>Data flow</h3>
        <select aria-label="Show" @change=${filter}>
          ${Object.entries(BOUNDARIES).map(([boundary, label]) => html`<option value=${boundary}>${label}</option>`)}
        </select>
        <button type="button" class="button secondary" @click=${clear}>Clear</button>
      </div>
      ${guard([log, boundary, clearedUpTo, openEntries], () => flowsView(page))}
    </section>
  `;
}

function flowsView(page: Page): TemplateResult {
  const flows = flowsOf(page.world.log, page);
  return html`
    ${flows.length === 0 ? html`<p class="aside">Nothing yet. Use a command, and see what happens.</p>` : nothing}
    ${repeat(
      flows,
      ({ id }) => id,
      ({ entries, isBackground }) =>
        html`${isBackground ? html`<p class="aside">In the background</p>` : nothing}
          <ol>
            ${repeat(
              entries,
              ({ entry }) => entry.id,
              (one) => html`<li>${entryView(one, page)}</li>`,
            )}
          </ol>`,
    )}
  `;
}

function entryView({ entry, sinceMs }: FlowEntry, page: Page): TemplateResult {
  const { id, from, to, summary, startedAt } = entry;
  const toggle = (event: Event): void => {
    const { open } = event.currentTarget as HTMLDetailsElement;
    page.change(({ openEntries }) => ({ openEntries: withEntry(openEntries, id, open) }));
  };
  return html`
    <details class="entry" @toggle=${toggle}>
      <summary>
        <span class="way">
          <span class="party ${from}">${PARTIES[from]}</span><span class="arrow" role="img" aria-label="to">→</span
          ><span class="party ${to}">${PARTIES[to]}</span>
          ${outcomeView(entry)}
          <span class="when">${sinceMs === null ? CLOCK.format(startedAt) : `+${Math.round(sinceMs)} ms`}</span>
        </span>
        <span class="what">${summary}</span>
      </summary>
      ${page.openEntries.has(id) ? bodiesView(entry) : nothing}
    </details>
  `;
}

function withEntry(open: ReadonlySet<number>, id: number, isOpen: boolean): ReadonlySet<number> {
  return isOpen ? new Set([...open, id]) : new Set([...open].filter((other) => other !== id));
}

function bodiesView({ request, response }: LogEntry): TemplateResult {
  return html`
    ${bodyView('Sent', request)} ${bodyView('Answer', response)}
    ${request === null && response === null ? html`<p class="aside">It has no body.</p>` : nothing}
  `;
}

function outcomeView({ outcome }: LogEntry): TemplateResult | typeof nothing {
  if (outcome === null) return nothing;
  const { status, durationMs, fault } = outcome;
  const isGood = status !== null && status < FIRST_ERROR_STATUS;
  return html`
    ${fault === null ? nothing : html`<span class="struck">${fault}</span>`}
    <span class="outcome ${isGood ? 'good' : 'bad'}">${status ?? 'no answer'}</span>
    <span class="duration">${Math.round(durationMs)} ms</span>
  `;
}

function bodyView(title: string, body: string | null): TemplateResult | typeof nothing {
  return body === null
    ? nothing
    : html`<p class="body-title">${title}</p>
        <pre tabindex="0" role="region" aria-label=${title}>${body}</pre>`;
}

const CLOCK = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
