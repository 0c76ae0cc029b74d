import { html, type TemplateResult } from 'lit-html';

import type { MarkdownNode } from '../../protocol.ts';
import { fullText, timestampText } from '../timestamps.ts';
import { WORDS } from '../words.ts';
import { commandMentionView } from './command-mention.ts';
import type { Reading } from './spoken-text.ts';

/** Markdown as the corresponding HTML elements. */
export function markdownView(nodes: readonly MarkdownNode[], reading: Reading): unknown[] {
  return nodes.map((node) => nodeView(node, reading));
}

function nodeView(node: MarkdownNode, reading: Reading): TemplateResult | string {
  switch (node.type) {
    case 'text':
      return node.text;
    case 'break':
      return html`<br />`;
    case 'strong':
      return html`<strong>${markdownView(node.children, reading)}</strong>`;
    case 'emphasis':
      return html`<em>${markdownView(node.children, reading)}</em>`;
    case 'underline':
      return html`<u>${markdownView(node.children, reading)}</u>`;
    case 'strikethrough':
      return html`<s>${markdownView(node.children, reading)}</s>`;
    case 'spoiler':
      return html`<details class="spoiler">
        <summary lang="en">${WORDS.message.spoiler}</summary>
        ${markdownView(node.children, reading)}
      </details>`;
    case 'quote':
      return html`<blockquote>${markdownView(node.children, reading)}</blockquote>`;
    case 'subtext':
      return html`<small>${markdownView(node.children, reading)}</small>`;
    case 'heading':
      return html`<strong class="heading level-${node.level}">${markdownView(node.children, reading)}</strong>`;
    case 'code':
      return html`<code>${node.text}</code>`;
    case 'code-block':
      return html`<pre><code>${node.text}</code></pre>`;
    case 'link':
      return html`<a href=${node.url} target="_blank" rel="noopener noreferrer"
        >${markdownView(node.children, reading)}</a
      >`;
    case 'timestamp':
      return timeView(node.at, node.style, reading);
    case 'mention':
      return html`<span class="mention">${node.text}</span>`;
    case 'unknown-mention':
      return html`<span class="mention" lang="en">${WORDS.message.unknown[node.of]}</span>`;
    case 'command-mention':
      return commandMentionView(node);
  }
}

/** A time in the person's language, with the full date as its tooltip. @param style - as in `<t:0:R>` */
export function timeView(at: number, style: string, { locale, now }: Reading): TemplateResult {
  return html`<time lang=${locale} datetime=${new Date(at).toISOString()} title=${fullText(at, locale)}
    >${timestampText({ at, now }, style, locale)}</time
  >`;
}
