import { html, type TemplateResult } from 'lit-html';

import type { PlanState } from '../../protocol.ts';
import type { Page } from '../page.ts';
import { WORDS } from '../words.ts';

/** Casts votes. */
export function votesView(page: Page): TemplateResult {
  const { waitingVotes, accessToken } = page.world;
  const { votes: words } = WORDS;
  const vote = (event: SubmitEvent): void => {
    const player = fieldsOf(event).get('player') as string;
    void page.act({ type: 'vote', player }, words.hasVoted(player));
  };
  return html`
    <section class="card">
      <h3>${words.title}</h3>
      <form @submit=${vote}>
        <label for="player">${words.player}</label>
        <div class="row">
          <input
            type="text"
            id="player"
            name="player"
            required
            autocomplete="off"
            maxlength="100"
            placeholder="Steve"
          />
          <button class="button secondary">${words.cast}</button>
        </div>
      </form>
      <p class="aside">${waitingVotes.length === 0 ? words.noneWaits : words.waiting(waitingVotes.join(', '))}</p>
      <p class="aside">${words.token(html`<code>/settings token</code>`, html`<code>${accessToken}</code>`)}</p>
    </section>
  `;
}

/** Changes the plan of a server or team. */
export function plansView(page: Page): TemplateResult {
  const { examples, planStates } = page.world;
  const { plans: words } = WORDS;
  const set = (event: SubmitEvent): void => {
    const fields = fieldsOf(event);
    const entityId = fields.get('entity') as string;
    const state = fields.get('state') as PlanState;
    void page.act({ type: 'plan', entityId, state }, words.isNow(entityId, words.about[state]));
  };
  return html`
    <section class="card">
      <h3>${words.title}</h3>
      <form @submit=${set}>
        <label for="entity">${words.entity}</label>
        <input
          type="text"
          id="entity"
          name="entity"
          list="entities"
          required
          autocomplete="off"
          maxlength="80"
          placeholder=${examples[0]?.entityId ?? ''}
        />
        <datalist id="entities">
          ${examples.map(({ entityId, name }) => html`<option value=${entityId}>${name}</option>`)}
        </datalist>
        <label for="state">${words.becomes}</label>
        <div class="row">
          <select id="state" name="state">
            ${planStates.map((state) => html`<option value=${state}>${words.about[state]}</option>`)}
          </select>
          <button class="button secondary">${words.set}</button>
        </div>
      </form>
      <details class="examples">
        <summary>${words.examples(examples.length)}</summary>
        <dl>
          ${examples.map(
            ({ entityId, shows }) =>
              html`<dt><code>${entityId}</code></dt>
                <dd>${words.about[shows]}</dd>`,
          )}
        </dl>
      </details>
    </section>
  `;
}

function fieldsOf(event: SubmitEvent): FormData {
  event.preventDefault();
  return new FormData(event.currentTarget as HTMLFormElement);
}
