import { html, nothing, type TemplateResult } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import { ref } from 'lit-html/directives/ref.js';

import type { Modal, ModalField } from '../protocol.ts';
import { optionsView } from './channel/controls-view.ts';
import { markdownView } from './channel/markdown-view.ts';
import { noticeView } from './notice-view.ts';
import type { Page } from './page.ts';
import { WORDS } from './words.ts';

const TITLE_ID = 'modal-title';

/** The modal that is open in this page, if any. */
export function openModal({ world, personId, ownInteractions }: Page): Modal | undefined {
  return world.modals.find((modal) => modal.personId === personId && ownInteractions.has(modal.interactionId));
}

export function modalView(page: Page): unknown {
  const modal = openModal(page);
  return modal === undefined ? nothing : keyed(modal.interactionId, dialogView(modal, page));
}

function dialogView(modal: Modal, page: Page): TemplateResult {
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    void submit(event.currentTarget as HTMLFormElement, modal, page);
  };
  const cancel = (event: Event): void => {
    (event.currentTarget as HTMLElement).closest('dialog')?.close();
  };
  const close = (): void => {
    page.closeModal(modal.interactionId);
    placeCaret();
  };
  const { modal: words } = WORDS;
  return html`
    <dialog class="modal" lang=${page.locale} aria-labelledby=${TITLE_ID} ${ref(show)} @close=${close}>
      <form @submit=${send}>
        <header>
          <h2 id=${TITLE_ID}>${modal.title}</h2>
          <button type="button" class="close" lang="en" aria-label=${words.close} @click=${cancel}>✕</button>
        </header>
        ${modal.fields.map((field, index) => fieldView(field, index, page))} ${noticeView(page)}
        <footer lang="en">
          <button type="button" class="button secondary" @click=${cancel}>${words.cancel}</button>
          <button class="button primary">${words.submit}</button>
        </footer>
      </form>
    </dialog>
  `;
}

/** Opens a dialog once it is in the document: lit calls a `ref` before that. */
function show(element: Element | undefined): void {
  queueMicrotask(() => {
    if (element instanceof HTMLDialogElement && element.isConnected && !element.open) element.showModal();
  });
}

/** The browser returns the focus to the former element, but an input takes no typed text until it has a selection. */
function placeCaret(): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLInputElement && activeElement.type === 'text') {
    activeElement.setSelectionRange(activeElement.value.length, activeElement.value.length);
  }
}

function fieldView(field: ModalField, index: number, page: Page): TemplateResult {
  if (field.kind === 'note') return html`<div class="text">${markdownView(field.text.nodes, page)}</div>`;
  const { label, description, required } = field;
  const id = `modal-field-${index}`;
  return html`
    <p class="field">
      <label for=${id}>${label}${required ? html`<span class="needed" aria-hidden="true"> *</span>` : nothing}</label>
      ${description === null ? nothing : html`<span class="about" id="${id}-about">${description}</span>`}
      ${field.kind === 'text' ? textView(field, id) : selectView(field, id)}
    </p>
  `;
}

function textView(field: Extract<ModalField, { kind: 'text' }>, id: string): TemplateResult {
  const { customId, description, required, maxLength, value } = field;
  const describedBy = description === null ? nothing : `${id}-about`;
  const minLength = field.minLength === 0 ? nothing : field.minLength;
  const placeholder = field.placeholder ?? nothing;
  if (field.multiline) {
    return html`<textarea
      id=${id}
      name=${customId}
      autofocus
      rows="4"
      minlength=${minLength}
      maxlength=${maxLength}
      placeholder=${placeholder}
      aria-describedby=${describedBy}
      ?required=${required}
      .defaultValue=${value}
    ></textarea>`;
  }
  return html`<input
    type="text"
    id=${id}
    name=${customId}
    autofocus
    autocomplete="off"
    minlength=${minLength}
    maxlength=${maxLength}
    placeholder=${placeholder}
    aria-describedby=${describedBy}
    ?required=${required}
    .defaultValue=${value}
  />`;
}

function selectView(field: Extract<ModalField, { kind: 'select' }>, id: string): TemplateResult {
  const { customId, placeholder, maxValues, required } = field;
  return html`<select id=${id} name=${customId} ?multiple=${maxValues > 1} ?required=${required}>
    ${maxValues > 1 ? nothing : html`<option value="">${placeholder ?? WORDS.message.select}</option>`}
    ${optionsView(field)}
  </select>`;
}

async function submit(form: HTMLFormElement, { interactionId, fields }: Modal, page: Page): Promise<void> {
  const filled = new FormData(form);
  const values = Object.fromEntries(
    fields.flatMap((field): [string, string | string[]][] => {
      if (field.kind === 'note') return [];
      const given = filled.getAll(field.customId).filter((value) => typeof value === 'string');
      return [[field.customId, field.kind === 'text' ? (given[0] ?? '') : given.filter((value) => value !== '')]];
    }),
  );
  const answer = await page.act({ type: 'submit', personId: page.personId, interactionId, values });
  if (answer.kind === 'sent') form.closest('dialog')?.close();
}
