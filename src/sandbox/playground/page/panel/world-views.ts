import { html, type TemplateResult } from 'lit-html';

import type { PlanState } from '../../protocol.ts';
import type { Page } from '../page.ts';

/** Casts votes. */
export function votesView(page: Page): TemplateResult {
  const vote = (event: SubmitEvent): void => {
    const player = fieldsOf(event).get('player') as string;
    void page.act({ type: 'vote', player }, `${player} has voted.`);
  };
  return html`
    <section class="card">
      <h3>Votes</h3>
      <form @submit=${vote}>
        <label for="player">Player who votes for the game server</label>
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
          <button class="button secondary">Cast a vote</button>
        </div>
      </form>
      <p class="aside">${waitingText(page.world.waitingVotes)}</p>
      <p class="aside">
        <code>/settings token</code> asks for an access token. This one works: <code>${page.world.accessToken}</code>
      </p>
    </section>
  `;
}

function waitingText(players: readonly string[]): string {
  return players.length === 0 ? 'No vote waits to be claimed.' : `Waiting to be claimed: ${players.join(', ')}.`;
}

/** Changes the plan of a server or team. */
export function plansView(page: Page): TemplateResult {
  const { examples, planStates } = page.world;
  const set = (event: SubmitEvent): void => {
    const fields = fieldsOf(event);
    const entityId = fields.get('entity') as string;
    const state = fields.get('state') as PlanState;
    const about = planStates.find((one) => one.state === state)?.about ?? state;
    void page.act({ type: 'plan', entityId, state }, `${entityId} is now: ${about}.`);
  };
  return html`
    <section class="card">
      <h3>Plans</h3>
      <form @submit=${set}>
        <label for="entity">Server or team</label>
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
        <label for="state">Its plan becomes</label>
        <div class="row">
          <select id="state" name="state">
            ${planStates.map(({ state, about }) => html`<option value=${state}>${about}</option>`)}
          </select>
          <button class="button secondary">Set</button>
        </div>
      </form>
      <details class="examples">
        <summary>${examples.length} plans to look at</summary>
        <dl>
          ${examples.map(
            ({ entityId, about }) =>
              html`<dt><code>${entityId}</code></dt>
                <dd>${about}</dd>`,
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
