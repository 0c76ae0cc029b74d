import { html, nothing, type TemplateResult } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { keyed } from 'lit-html/directives/keyed.js';
import { repeat } from 'lit-html/directives/repeat.js';

import type { Channel } from '../../protocol.ts';
import { composerView } from '../composer/composer-view.ts';
import { isDirect, playedPerson, type Page, seenChannels } from '../page.ts';
import { WORDS } from '../words.ts';
import { startMentioned } from './command-mention.ts';
import { itemView } from './message-view.ts';
import { timelineOf } from './timeline.ts';
import { directView, welcomeView } from './welcome-view.ts';

const SECOND_MS = 1_000;

/** The current channel: its messages, and the line for commands. */
export function channelView(page: Page): TemplateResult {
  const { world, personId, channelId, dismissed, now } = page;
  const shown = [world, personId, channelId, dismissed, Math.floor(now / SECOND_MS)];
  const me = playedPerson(page);
  const openPanel = (): void => {
    page.change({ isPanelOpen: true });
  };
  return html`
    <main class="channel" ?inert=${page.isPanelOpen}>
      <header class="bar">
        <h1>${world.guild.name}</h1>
        <nav aria-label=${WORDS.channel.all}>
          ${seenChannels(page).map((channel) => channelLink(channel, '#', page))}
          ${me ? channelLink({ id: me.directChannelId, name: world.bot.name }, '@', page) : nothing}
        </nav>
        <button type="button" class="panel-opener" @click=${openPanel}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 7h8m6 0h2M4 17h2m6 0h8" />
            <circle cx="15" cy="7" r="2.5" />
            <circle cx="9" cy="17" r="2.5" />
          </svg>
          <span>${WORDS.channel.openPanel(html`<strong>${WORDS.panel.title}</strong>`)}</span>
        </button>
      </header>
      ${keyed(
        `${channelId} ${personId}`,
        guard(shown, () => messagesView(page)),
      )}
      ${isDirect(page) ? nothing : composerView(page)}
    </main>
  `;
}

function messagesView(page: Page): TemplateResult {
  const { world, channelId } = page;
  const name = world.channels.find(({ id }) => id === channelId)?.name ?? '';
  const isPrivate = isDirect(page);
  return html`
    <div
      class="messages"
      id="messages"
      tabindex="0"
      role="region"
      aria-label=${isPrivate ? WORDS.channel.directMessages(world.bot.name) : WORDS.channel.messages(name)}
      @click=${(event: Event) => {
        startMentioned(event, page);
      }}
    >
      ${isPrivate ? directView(page) : welcomeView(name, page)}
      ${repeat(
        timelineOf(world, page),
        ({ id }) => id,
        (item) => itemView(item, page),
      )}
    </div>
  `;
}

/** @param mark - Discord's sign before the name: `#` for a channel, `@` for direct messages */
function channelLink({ id, name }: Channel, mark: '#' | '@', page: Page): TemplateResult {
  const isHere = id === page.channelId;
  const unread = page.unread.get(id);
  const go = (): void => {
    page.change({ channelId: id, unread: new Map([...page.unread].filter(([other]) => other !== id)) });
  };
  return html`<button type="button" class="channel-link" aria-current=${isHere ? 'page' : 'false'} @click=${go}>
    <span aria-hidden="true">${mark}</span> ${name} ${unread === undefined ? nothing : unreadView(unread)}
  </button>`;
}

function unreadView(mark: 'message' | 'ping'): TemplateResult {
  return html`<span class="unread ${mark === 'ping' ? mark : ''}"
    ><span class="visually-hidden">${mark === 'ping' ? WORDS.channel.unreadPing : WORDS.channel.unread}</span></span
  >`;
}
