import { html, type TemplateResult } from 'lit-html';

import { playedPerson, type Page } from '../page.ts';

/** The top of a channel: who the user is, and what to try first. */
export function welcomeView(channelName: string, page: Page): TemplateResult {
  const { world } = page;
  const [waiting] = world.waitingVotes;
  return html`
    <div class="welcome">
      <p class="welcome-title">Welcome to #${channelName}</p>
      <p>
        You are <strong>${playedPerson(page)?.name}</strong>. Nothing here is real, so try everything.
        ${waiting === undefined ? everyVoteClaimed() : voteWaits(waiting)} <kbd>/</kbd> alone shows all commands that
        ${world.bot.name} offers you.
      </p>
    </div>
  `;
}

/** The top of the direct messages: who else is there, and how to get one. */
export function directView(page: Page): TemplateResult {
  const { world } = page;
  return html`
    <div class="welcome">
      <p class="welcome-title">Direct messages of ${world.bot.name}</p>
      <p>
        Only <strong>${playedPerson(page)?.name}</strong> sees them. Once a manager has used
        <kbd>/settings reminders hours:24</kbd>, a member who used <kbd>/remind</kbd> and claims a vote is reminded here
        to vote again: a day later in earnest, some seconds later in the sandbox.
      </p>
    </div>
  `;
}

function voteWaits(player: string): TemplateResult {
  return html`A vote of ${player} is waiting: type <kbd>/claimvote playername:${player}</kbd> below and press Enter.`;
}

function everyVoteClaimed(): TemplateResult {
  return html`Every vote is claimed; cast another one under <em>Votes</em>.`;
}
