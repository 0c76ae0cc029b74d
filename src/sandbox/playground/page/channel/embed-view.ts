import { html, nothing, type TemplateResult } from 'lit-html';

import type { Embed } from '../../protocol.ts';
import { markdownView, timeView } from './markdown-view.ts';
import type { Reading } from './spoken-text.ts';

const DEFAULT_COLOUR = 'var(--edge)';

export function embedView(embed: Embed, reading: Reading): TemplateResult {
  const { author, title, description, fields } = embed;
  return html`
    <section class="embed" .style=${`--bar: ${hex(embed.colour)}`}>
      ${author === null ? nothing : html`<p class="embed-author">${author}</p>`}
      ${title === null ? nothing : html`<h3>${titleView(title.nodes, embed.url, reading)}</h3>`}
      ${description === null ? nothing : html`<div class="text">${markdownView(description.nodes, reading)}</div>`}
      ${fields.length === 0 ? nothing : html`<dl>${fields.map((field) => fieldView(field, reading))}</dl>`}
      ${footerView(embed, reading)}
    </section>
  `;
}

function titleView(nodes: NonNullable<Embed['title']>['nodes'], url: string | null, reading: Reading): unknown {
  const words = markdownView(nodes, reading);
  return url === null ? words : html`<a href=${url} target="_blank" rel="noopener noreferrer">${words}</a>`;
}

function fieldView({ name, value, inline }: Embed['fields'][number], reading: Reading): TemplateResult {
  return html`
    <div class=${inline ? 'inline' : 'wide'}>
      <dt>${markdownView(name.nodes, reading)}</dt>
      <dd class="text">${markdownView(value.nodes, reading)}</dd>
    </div>
  `;
}

function footerView({ footer, timestamp }: Embed, reading: Reading): TemplateResult | typeof nothing {
  if (footer === null && timestamp === null) return nothing;
  const separator = footer !== null && timestamp !== null ? ' • ' : '';
  const time = timestamp === null ? nothing : timeView(timestamp, 'f', reading);
  return html`<footer>${footer}${separator}${time}</footer>`;
}

function hex(colour: number | null): string {
  return colour === null ? DEFAULT_COLOUR : `#${colour.toString(16).padStart(6, '0')}`;
}
