import { html, type TemplateResult } from 'lit-html';

import type { MarkdownNode } from '../../protocol.ts';
import { begin } from '../composer/composer.ts';
import { playedPerson, type Page } from '../page.ts';

type CommandMention = Extract<MarkdownNode, { type: 'command-mention' }>;

/** A mention of a command; {@link startMentioned} handles a click on it. */
export function commandMentionView({ id, path }: CommandMention): TemplateResult {
  const title = path.join(' ');
  return html`<button type="button" class="mention command-mention" data-command=${id} data-path=${title}>
    /${title}
  </button>`;
}

/** Starts the command whose mention was clicked, as Discord does: the person fills it in, in the line below. */
export function startMentioned(event: Event, page: Page): void {
  const mention = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-command]') : null;
  if (!mention) return;
  const { command: id, path = '' } = mention.dataset;
  const command = page.world.commands.find((one) => one.id === id && one.path.join(' ') === path);
  if (!command) page.change({ notice: { kind: 'no-command', command: `/${path}`, id: id ?? '' } });
  else if (!command.usableBy.includes(page.personId))
    page.change({ notice: { kind: 'may-not-use', person: playedPerson(page)?.name ?? '', command: `/${path}` } });
  else {
    page.change({ composer: begin(command), notice: undefined });
    document.getElementById('composer')?.focus();
  }
}
