import { html, nothing, type TemplateResult } from 'lit-html';

import type { Attachment, Interaction, Message } from '../../protocol.ts';
import { PAGE_LANGUAGE } from '../page.ts';
import { fullText } from '../timestamps.ts';
import { avatarView, botAvatarView } from '../avatar.ts';
import type { Page } from '../page.ts';
import { controlsView } from './controls-view.ts';
import { embedView } from './embed-view.ts';
import { markdownView, timeView } from './markdown-view.ts';
import type { Reading } from './spoken-text.ts';
import { pings, type TimelineItem } from './timeline.ts';

const KIBIBYTE = 1_024;

export function itemView(item: TimelineItem, page: Page, reading: Reading): TemplateResult {
  if (item.kind === 'message') return messageView(item.message, item.failure, page, reading);
  return unansweredView(item.interaction, page, reading);
}

function messageView(message: Message, failure: string | undefined, page: Page, reading: Reading): TemplateResult {
  const { usedBy, visibleTo, loading, editedAt } = message;
  const look = [visibleTo === null ? '' : 'ephemeral', pings(message, page.personId) ? 'pinged' : ''].join(' ');
  return html`
    <article class="message ${look}" data-message=${message.id}>
      ${usedBy === null ? nothing : usedByView(usedBy.personId, usedBy.command, page)}
      ${headerView(message.createdAt, page, reading)}
      <div class="body" lang=${loading ? PAGE_LANGUAGE : reading.locale}>
        ${loading ? thinkingView(`${page.world.bot.name} is thinking…`) : contentView(message, page, reading)}
      </div>
      ${message.pings.length === 0 ? nothing : pingsView(message, page)}
      ${editedAt === null ? nothing : html`<p class="aside" title=${fullText(editedAt, PAGE_LANGUAGE)}>(edited)</p>`}
      ${failure === undefined ? nothing : html`<p class="failure">${failure}</p>`}
      ${visibleTo === null ? nothing : ephemeralView(message.id, page)}
    </article>
  `;
}

function contentView(message: Message, page: Page, reading: Reading): TemplateResult {
  const { content, embeds, attachments } = message;
  return html`
    ${content.markdown === '' ? nothing : html`<div class="text">${markdownView(content.nodes, reading)}</div>`}
    ${embeds.map((embed) => embedView(embed, reading))}
    ${attachments.map((attachment) => attachmentView(attachment, page))} ${controlsView(message, page)}
  `;
}

function unansweredView(interaction: Interaction, page: Page, reading: Reading): TemplateResult {
  const { personId, action, progress, startedAt } = interaction;
  const isFailed = progress.kind === 'failed';
  return html`
    <article class="message">
      ${action.startsWith('/') ? usedByView(personId, action, page) : nothing} ${headerView(startedAt, page, reading)}
      ${isFailed ? html`<p class="failure">${progress.reason}</p>` : thinkingView('Sending…')}
      ${isFailed ? ephemeralView(interaction.id, page) : nothing}
    </article>
  `;
}

function headerView(at: number, { world }: Page, reading: Reading): TemplateResult {
  return html`
    ${botAvatarView()}
    <h2 class="author">${world.bot.name} <span class="tag">App</span> ${timeView(at, 't', reading)}</h2>
  `;
}

function usedByView(personId: string, command: string, { world }: Page): TemplateResult {
  const name = world.people.find(({ id }) => id === personId)?.name ?? 'Someone';
  return html`<p class="used-by">
    ${avatarView(name)}<strong>${name}</strong> used <span class="command">${command}</span>
  </p>`;
}

function thinkingView(words: string): TemplateResult {
  return html`<p class="thinking">
    <span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>${words}
  </p>`;
}

function ephemeralView(id: string, page: Page): TemplateResult {
  const dismiss = (): void => {
    page.change(({ dismissed }) => ({ dismissed: new Set([...dismissed, id]) }));
    document.getElementById('composer')?.focus();
  };
  return html`<p class="aside">
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d="M1 8s2.5-4.5 7-4.5S15 8 15 8s-2.5 4.5-7 4.5S1 8 1 8Z" />
      <circle cx="8" cy="8" r="2" />
    </svg>
    Only you can see this ·
    <button type="button" class="dismiss" @click=${dismiss}>Dismiss message</button>
  </p>`;
}

function pingsView(message: Message, { personId }: Page): TemplateResult {
  const names = message.pings.map(({ name }) => name).join(', ');
  return html`<p class="aside">
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d="M3 12h10l-1.5-2V7a3.5 3.5 0 0 0-7 0v3ZM7 14.5h2M8 3.5V2" />
    </svg>
    Pings ${names}${pings(message, personId) ? ', and so you' : ''}
  </p>`;
}

function attachmentView({ filename, size, url, description }: Attachment, page: Page): TemplateResult {
  return html`
    <a class="attachment" href=${page.fileUrl(url)} download=${filename}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M14 3H6v18h12V7l-4-4v4h4M12 11v6M9.5 14.5 12 17l2.5-2.5" />
      </svg>
      <span
        ><strong>${filename}</strong
        ><span class="size"><span lang=${PAGE_LANGUAGE}>${sizeText(size)}</span> ${description}</span></span
      >
    </a>
  `;
}

function sizeText(bytes: number): string {
  return bytes < KIBIBYTE ? `${bytes} bytes` : `${(bytes / KIBIBYTE).toFixed(1)} KiB`;
}
