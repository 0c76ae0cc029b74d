import { html, nothing, type TemplateResult } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { repeat } from 'lit-html/directives/repeat.js';

import type { LogEntry } from '../../protocol.ts';
import type { Page } from '../page.ts';
import { timestampText } from '../timestamps.ts';
import { WORDS } from '../words.ts';
import { flowsOf, type FlowEntry } from './flow.ts';

const BOUNDARIES = ['all', 'gateway', 'rest', 'main', 'identity', 'game'] as const satisfies Page['boundary'][];
const FIRST_ERROR_STATUS = 400;

/** The log of events and calls between Discord, the bot and the hosts, newest first. */
export function logView(page: Page): TemplateResult {
  const { boundary, hidesBackground, clearedUpTo, openEntries, locale } = page;
  const { log: words } = WORDS;
  const { log } = page.world;
  const filter = (event: Event): void => {
    page.change({ boundary: (event.currentTarget as HTMLSelectElement).value as Page['boundary'] });
  };
  const hide = (event: Event): void => {
    page.change({ hidesBackground: (event.currentTarget as HTMLInputElement).checked });
  };
  const clear = (): void => {
    page.change({ clearedUpTo: Math.max(clearedUpTo, ...log.map(({ id }) => id)) });
  };
  return html`
    <section class="log-area" tabindex="0" aria-label=${words.label}>
      <div class="log-bar">
        <h3>${words.title}</h3>
        <select aria-label=${words.show} @change=${filter}>
          ${BOUNDARIES.map((one) => html`<option value=${one}>${words.boundaries[one]}</option>`)}
        </select>
        <button type="button" class="button secondary" @click=${clear}>${words.clear}</button>
        <label class="hiding">
          <input type="checkbox" .checked=${hidesBackground} @change=${hide} />
          ${words.hideBackground}
        </label>
      </div>
      ${guard([log, boundary, hidesBackground, clearedUpTo, openEntries, locale], () => flowsView(page))}
    </section>
  `;
}

function flowsView(page: Page): TemplateResult {
  const flows = flowsOf(page.world.log, page);
  const { log: words } = WORDS;
  return html`
    ${flows.length === 0 ? html`<p class="aside">${words.nothingYet}</p>` : nothing}
    ${repeat(
      flows,
      ({ id }) => id,
      ({ entries, isBackground }) =>
        html`${isBackground ? html`<p class="aside">${words.background}</p>` : nothing}
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
  const { locale, now } = page;
  const { parties } = WORDS.log;
  const toggle = (event: Event): void => {
    const { open } = event.currentTarget as HTMLDetailsElement;
    page.change(({ openEntries }) => ({ openEntries: withEntry(openEntries, id, open) }));
  };
  return html`
    <details class="entry" @toggle=${toggle}>
      <summary>
        <span class="way">
          <span class="party ${from}">${parties[from]}</span
          ><span class="arrow" role="img" aria-label=${WORDS.log.to}>→</span
          ><span class="party ${to}">${parties[to]}</span>
          ${outcomeView(entry)}
          <span class="when"
            >${sinceMs === null ? timestampText({ at: startedAt, now }, 'T', locale) : `+${Math.round(sinceMs)} ms`}</span
          >
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
  const { log: words } = WORDS;
  return html`
    ${bodyView(words.sent, request)} ${bodyView(words.answer, response)}
    ${request === null && response === null ? html`<p class="aside">${words.noBody}</p>` : nothing}
  `;
}

function outcomeView({ outcome }: LogEntry): TemplateResult | typeof nothing {
  const { log } = WORDS;
  if (outcome === null) return nothing;
  const { status, durationMs, fault } = outcome;
  const isGood = typeof status === 'number' ? status < FIRST_ERROR_STATUS : status === 'ok';
  return html`
    ${fault === null ? nothing : html`<span class="struck">${fault}</span>`}
    <span class="outcome ${isGood ? 'good' : 'bad'}">${status ?? log.noAnswer}</span>
    <span class="duration">${Math.round(durationMs)} ms</span>
  `;
}

function bodyView(title: string, body: string | null): TemplateResult | typeof nothing {
  return body === null
    ? nothing
    : html`<p class="body-title">${title}</p>
        <pre tabindex="0" role="region" aria-label=${title}>${body}</pre>`;
}
