import { html, type TemplateResult } from 'lit-html';

import type { Game } from '../../protocol.ts';
import type { Page } from '../page.ts';
import { timestampText } from '../timestamps.ts';
import type { Words } from '../words/index.ts';

/** The game server: its address, its secret, and the rewards of players. */
export function rewardsView(page: Page): TemplateResult {
  const { game } = page.world;
  const { rewards: words } = page.words;
  const give = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const secret = new FormData(form).get('secret') as string;
    form.reset();
    void page.act({ type: 'secret', secret }, ({ rewards }) => rewards.accepts);
  };
  return html`
    <section class="card">
      <h3>${words.title}</h3>
      <ol class="steps">
        <li>${words.addWebhook(html`<code>/settings rewards</code>`, html`<code>${game.address}</code>`)}</li>
        <li>
          <form @submit=${give}>
            <label for="secret">${words.giveSecret}</label>
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
              <button class="button secondary">${words.give}</button>
            </div>
          </form>
          <p class="aside">${secretText(game, words)}</p>
        </li>
        <li>${words.claim}</li>
      </ol>
    </section>
    <section class="card">
      <h3>${words.handedOver}</h3>
      ${game.handedOver.length === 0 ? html`<p class="aside">${words.nobody}</p>` : handedOverView(page)}
    </section>
  `;
}

function secretText({ knowsSecret }: Game, words: Words['rewards']): string {
  return knowsSecret ? words.knowsSecret : words.knowsNone;
}

/** The newest first. */
function handedOverView({ world, words, locale, now }: Page): TemplateResult {
  const { got, reference: referenceText, told } = words.rewards;
  return html`
    <ol class="handed-over">
      ${world.game.handedOver.toReversed().map(
        ({ player, reference, at, deliveries }) =>
          html`<li>
            ${got(html`<strong>${player}</strong>`, timestampText({ at, now }, 'T', locale))}
            <span class="aside">${referenceText(html`<code>${reference}</code>`, told(deliveries))}</span>
          </li>`,
      )}
    </ol>
  `;
}
