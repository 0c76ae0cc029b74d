import { html, nothing, type TemplateResult } from 'lit-html';

import type { Attachment, Interaction, Message } from '../../protocol.ts';
import { avatarView, botAvatarView } from '../avatar.ts';
import { languageOf, type Page } from '../page.ts';
import { fullText } from '../timestamps.ts';
import { WORDS } from '../words.ts';
import { controlsView } from './controls-view.ts';
import { embedView } from './embed-view.ts';
import { markdownView, timeView } from './markdown-view.ts';
import { pings, type TimelineItem } from './timeline.ts';

const KILOBYTE = 1_000;

export function itemView(item: TimelineItem, page: Page): TemplateResult {
  return item.kind === 'message' ? messageView(item, page) : unansweredView(item.interaction, page);
}

function messageView({ message, hasFailed }: Extract<TimelineItem, { kind: 'message' }>, page: Page): TemplateResult {
  const { usedBy, visibleTo, loading, editedAt } = message;
  const { locale, world } = page;
  const { message: words } = WORDS;
  const language = languageOf(message, page);
  const look = [visibleTo === null ? '' : 'ephemeral', pings(message, page.personId) ? 'pinged' : ''].join(' ');
  return html`
    <article class="message ${look}" data-message=${message.id}>
      ${usedBy === null ? nothing : usedByView(usedBy.personId, usedBy.command, page)}
      ${headerView(message.createdAt, page)}
      <div class="body" lang=${loading ? nothing : language}>
        ${loading ? thinkingView(words.thinking(world.bot.name)) : contentView(message, page)}
      </div>
      ${message.pings.length === 0 ? nothing : pingsView(message, page)}
      ${editedAt === null ? nothing : html`<p class="aside" title=${fullText(editedAt, locale)}>${words.edited}</p>`}
      ${hasFailed ? html`<p class="failure">${words.notAnswered}</p>` : nothing}
      ${visibleTo === null ? nothing : ephemeralView(message.id, page)}
    </article>
  `;
}

function contentView(message: Message, page: Page): TemplateResult {
  const { content, embeds, attachments } = message;
  return html`
    ${content.markdown === '' ? nothing : html`<div class="text">${markdownView(content.nodes, page)}</div>`}
    ${embeds.map((embed) => embedView(embed, page))}
    ${attachments.map((attachment) => attachmentView(attachment, page))} ${controlsView(message, page)}
  `;
}

function unansweredView(interaction: Interaction, page: Page): TemplateResult {
  const { personId, action, progress, startedAt } = interaction;
  const { message: words } = WORDS;
  const isFailed = progress.kind === 'failed';
  return html`
    <article class="message">
      ${action.startsWith('/') ? usedByView(personId, action, page) : nothing} ${headerView(startedAt, page)}
      ${isFailed ? html`<p class="failure">${words.notAnswered}</p>` : thinkingView(words.sending)}
      ${isFailed ? ephemeralView(interaction.id, page) : nothing}
    </article>
  `;
}

function headerView(at: number, page: Page): TemplateResult {
  const { world } = page;
  return html`
    ${botAvatarView()}
    <h2 class="author">${world.bot.name} <span class="tag">${WORDS.message.app}</span> ${timeView(at, 't', page)}</h2>
  `;
}

function usedByView(personId: string, command: string, { world }: Page): TemplateResult {
  const name = world.people.find(({ id }) => id === personId)?.name ?? WORDS.someone;
  return html`<p class="used-by">
    ${avatarView(name)}<span
      >${WORDS.message.used(html`<strong>${name}</strong>`, html`<span class="command">${command}</span>`)}</span
    >
  </p>`;
}

function thinkingView(words: string): TemplateResult {
  return html`<p class="thinking">
    <span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>${words}
  </p>`;
}

function ephemeralView(id: string, page: Page): TemplateResult {
  const { message: words } = WORDS;
  const dismiss = (): void => {
    page.change(({ dismissed }) => ({ dismissed: new Set([...dismissed, id]) }));
    document.getElementById('composer')?.focus();
  };
  return html`<p class="aside">
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d="M1 8s2.5-4.5 7-4.5S15 8 15 8s-2.5 4.5-7 4.5S1 8 1 8Z" />
      <circle cx="8" cy="8" r="2" />
    </svg>
    ${words.onlyYou} ·
    <button type="button" class="dismiss" @click=${dismiss}>${words.dismiss}</button>
  </p>`;
}

function pingsView(message: Message, { personId }: Page): TemplateResult {
  const names = message.pings.map(({ name }) => name).join(', ');
  return html`<p class="aside">
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d="M3 12h10l-1.5-2V7a3.5 3.5 0 0 0-7 0v3ZM7 14.5h2M8 3.5V2" />
    </svg>
    ${pings(message, personId) ? WORDS.message.pingsYou(names) : WORDS.message.pings(names)}
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
        ><span class="size"><span lang=${page.locale}>${sizeText(size, page.locale)}</span> ${description}</span></span
      >
    </a>
  `;
}

function sizeText(bytes: number, locale: string): string {
  const isSmall = bytes < KILOBYTE;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isSmall ? 'byte' : 'kilobyte',
    unitDisplay: isSmall ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(isSmall ? bytes : bytes / KILOBYTE);
}
