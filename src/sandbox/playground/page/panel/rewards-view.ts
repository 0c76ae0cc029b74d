import { html, nothing, type TemplateResult } from 'lit-html';

import type { Game, HandedOver } from '../../protocol.ts';
import type { Page } from '../page.ts';
import { timestampText } from '../timestamps.ts';
import { WORDS } from '../words.ts';
import { waitingText } from './waiting-text.ts';

/** The game server: how it is told of rewards, who is online, and what players got. */
export function rewardsView(page: Page): TemplateResult {
  const { game } = page.world;
  const { rewards: words } = WORDS;
  const give = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const secret = new FormData(form).get('secret') as string;
    form.reset();
    void page.act({ type: 'secret', secret }, words.accepts);
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
          <p class="aside">${secretText(game)}</p>
        </li>
        <li>${words.claim}</li>
      </ol>
    </section>
    ${votifierView(page)}
    <section class="card">
      <h3>${words.handedOver}</h3>
      ${game.handedOver.length === 0 ? html`<p class="aside">${words.nobody}</p>` : handedOverView(page)}
    </section>
  `;
}

/** Rewards by Votifier wait for their players, who join and leave here. */
function votifierView(page: Page): TemplateResult {
  const { votifier, online, waiting } = page.world.game;
  const { rewards: words } = WORDS;
  const join = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const player = new FormData(form).get('player') as string;
    form.reset();
    void page.act({ type: 'join', player }, words.isOnline(player));
  };
  return html`
    <section class="card">
      <h3>${words.votifier}</h3>
      <ol class="steps">
        <li>
          ${words.addVotifier(
            html`<code>/settings rewards</code>`,
            html`<code>${votifier.address}</code>`,
            html`<code>${votifier.token}</code>`,
          )}
        </li>
        <li>${words.claim}</li>
        <li>
          <form @submit=${join}>
            <label for="joining">${words.player}</label>
            <div class="row">
              <input
                type="text"
                id="joining"
                name="player"
                required
                autocomplete="off"
                maxlength="100"
                placeholder="Steve"
              />
              <button class="button secondary">${words.join}</button>
            </div>
          </form>
        </li>
      </ol>
      <p class="aside">${online.length === 0 ? words.nobodyOnline : words.online(online.join(', '))}</p>
      ${waiting.length === 0 ? nothing : html`<p class="aside">${words.waiting(waitingText(page.world.game))}</p>`}
      ${online.length === 0 ? nothing : leavingView(page)}
    </section>
  `;
}

function leavingView(page: Page): TemplateResult {
  const leave = (player: string) => (): void => {
    void page.act({ type: 'leave', player }, WORDS.rewards.isAway(player));
  };
  return html`
    <div class="row players">
      ${page.world.game.online.map(
        (player) =>
          html`<button type="button" class="button secondary" @click=${leave(player)}>
            ${WORDS.rewards.leave(player)}
          </button>`,
      )}
    </div>
  `;
}

function secretText({ knowsSecret }: Game): string {
  return knowsSecret ? WORDS.rewards.knowsSecret : WORDS.rewards.knowsNone;
}

/** The newest first. */
function handedOverView({ world, locale, now }: Page): TemplateResult {
  const { got } = WORDS.rewards;
  return html`
    <ol class="handed-over">
      ${world.game.handedOver.toReversed().map(
        (reward) =>
          html`<li>
            ${got(html`<strong>${reward.player}</strong>`, timestampText({ at: reward.at, now }, 'T', locale))}
            <span class="aside">${originOf(reward)}</span>
          </li>`,
      )}
    </ol>
  `;
}

function originOf(reward: HandedOver): unknown {
  const { rewards: words } = WORDS;
  if (reward.by === 'votifier') return words.vote(html`<code>${reward.serviceName}</code>`);
  return words.reference(html`<code>${reward.reference}</code>`, words.told(reward.deliveries));
}
