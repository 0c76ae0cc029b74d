import { html, type TemplateResult } from 'lit-html';

import type { Game } from '../../protocol.ts';
import type { Page } from '../page.ts';
import { deliveriesText } from './deliveries-text.ts';

/** The game server: where it is, what it has to know, and which player got what. */
export function rewardsView(page: Page): TemplateResult {
  const { game } = page.world;
  const give = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const secret = new FormData(form).get('secret') as string;
    form.reset();
    void page.act({ type: 'secret', secret }, 'The game server accepts what is signed with this secret.');
  };
  return html`
    <section class="card">
      <h3>Rewards at the game server</h3>
      <ol class="steps">
        <li>As a manager, use <code>/settings rewards</code> and add a webhook to <code>${game.address}</code></li>
        <li>
          <form @submit=${give}>
            <label for="secret">Give the game server the secret that you are shown</label>
            <div class="row">
              <input
                type="text"
                id="secret"
                name="secret"
                required
                autocomplete="off"
                maxlength="100"
                placeholder="whsec_…"
              />
              <button class="button secondary">Give</button>
            </div>
          </form>
          <p class="aside">${secretText(game)}</p>
        </li>
        <li>Claim a vote.</li>
      </ol>
    </section>
    <section class="card">
      <h3>Who got what</h3>
      ${game.handedOver.length === 0 ? html`<p class="aside">Nobody has got a reward yet.</p>` : handedOverView(game)}
    </section>
  `;
}

function secretText({ knowsSecret }: Game): string {
  return knowsSecret
    ? 'It knows one, and turns down what is signed with another.'
    : 'It knows none yet, and turns every message down.';
}

/** The newest first. */
function handedOverView({ handedOver }: Game): TemplateResult {
  return html`
    <ol class="handed-over">
      ${handedOver.toReversed().map(
        ({ player, reference, at, deliveries }) =>
          html`<li>
            <strong>${player}</strong> got a reward at ${CLOCK.format(at)}
            <span class="aside">Reference <code>${reference}</code>, ${deliveriesText(deliveries)}</span>
          </li>`,
      )}
    </ol>
  `;
}

const CLOCK = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
