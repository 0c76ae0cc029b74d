import { html, nothing, type TemplateResult } from 'lit-html';

import type { FaultName, Host } from '../../protocol.ts';
import type { Page } from '../page.ts';
import { WORDS } from '../words.ts';
import { faultText, spanText } from './fault-text.ts';

const TIMES = [1, 3, null] as const;

/** Switches the faults of the hosts on and off. */
export function hostsView(page: Page): TemplateResult {
  return html`
    <section class="card">
      <h3>${WORDS.faults.title}</h3>
      ${page.world.hosts.map((host) => hostView(host, page))}
    </section>
  `;
}

function hostView(host: Host, page: Page): TemplateResult {
  const { name, offered, faults } = host;
  const { faults: words } = WORDS;
  const title = words.hosts[name];
  const isBroken = faults.length > 0;
  const strike = (event: SubmitEvent): void => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget as HTMLFormElement);
    const fault = fields.get('fault') as FaultName;
    const times = TIMES.find((one) => String(one) === fields.get('times')) ?? null;
    void page.act({ type: 'fault', host: name, fault, times }, faultText(host, fault, times));
  };
  const heal = (): void => {
    void page.act({ type: 'heal', host: name }, words.works(title));
  };
  return html`
    <form class="host" @submit=${strike} aria-label=${title}>
      <p class="host-title">
        <strong>${title}</strong>
        <span class="health ${isBroken ? 'broken' : 'well'}">${isBroken ? words.broken : words.working}</span>
      </p>
      ${faults.map(({ fault, times }) => html`<p class="fault">${fault}, ${spanText(times)}</p>`)}
      <div class="row">
        <select name="fault" aria-label=${words.faultOf(title)} required>
          <option value="">${words.pick}</option>
          ${offered.map(({ fault }) => html`<option value=${fault}>${words.option(fault, words.about[fault])}</option>`)}
        </select>
        <select name="times" aria-label=${words.howOften}>
          ${TIMES.map((times) => html`<option value=${String(times)}>${spanText(times)}</option>`)}
        </select>
        <button class="button secondary">${words.break}</button>
        ${isBroken ? html`<button type="button" class="button secondary" @click=${heal}>${words.heal}</button>` : nothing}
      </div>
    </form>
  `;
}
