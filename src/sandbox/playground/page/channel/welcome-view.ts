import { html, type TemplateResult } from 'lit-html';

import { playedPerson, type Page } from '../page.ts';
import { WORDS } from '../words.ts';

/** The top of a channel: who the user is, and what to try first. */
export function welcomeView(channelName: string, page: Page): TemplateResult {
  const { world } = page;
  const { welcome: words, votes } = WORDS;
  const [waiting] = world.waitingVotes;
  return html`
    <div class="welcome">
      <p class="welcome-title">${words.title(channelName)}</p>
      <p>
        ${words.youAre(personView(page))}
        ${waiting === undefined ? words.allClaimed(html`<em>${votes.title}</em>`) : words.voteWaits(waiting, html`<kbd>/claimvote playername:${waiting}</kbd>`)}
        ${words.allCommands(html`<kbd>/</kbd>`, world.bot.name)}
      </p>
    </div>
  `;
}

/** The top of the direct messages: who sees them, and how to get one. */
export function directView(page: Page): TemplateResult {
  const { world } = page;
  return html`
    <div class="welcome">
      <p class="welcome-title">${WORDS.channel.directMessages(world.bot.name)}</p>
      <p>
        ${WORDS.welcome.direct(personView(page), html`<kbd>/settings reminders hours:24</kbd>`, html`<kbd>/remind</kbd>`)}
      </p>
    </div>
  `;
}

function personView(page: Page): TemplateResult {
  return html`<strong>${playedPerson(page)?.name}</strong>`;
}
