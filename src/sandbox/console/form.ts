import type { Modal, ModalField } from '../playground/protocol.ts';

type Input = Exclude<ModalField, { kind: 'note' }>;
type Select = Extract<Input, { kind: 'select' }>;
type Text = Extract<Input, { kind: 'text' }>;

/** Closes a form without an answer. */
export const CLOSE = '/close';

/** A modal being filled in, one line for each input. `sourceId`: the message whose button or select opened it. */
export class Form {
  readonly modal: Modal;
  readonly sourceId: string | undefined;
  readonly #values = new Map<string, string | readonly string[]>();

  constructor(modal: Modal, sourceId?: string) {
    this.modal = modal;
    this.sourceId = sourceId;
  }

  /** The next input to fill in; undefined after the last one. */
  get open(): Input | undefined {
    return this.modal.fields.find(
      (field): field is Input => field.kind !== 'note' && !this.#values.has(field.customId),
    );
  }

  /** The labels that the next input takes; empty when it takes any text. */
  get labels(): string[] {
    return this.open?.kind === 'select' ? this.open.options.map(({ label }) => label) : [];
  }

  /** What the next input asks, with the hint below it and a numbered line for each choice. */
  get question(): string {
    const { open } = this;
    if (!open) return '';
    const asked = `${open.label.replace(/\?$/, '')}?`;
    const isKept = open.kind === 'text' && open.value !== '';
    const choices = open.kind === 'select' ? open.options : [];
    return [
      isKept ? `${asked} An empty line leaves it as it is.` : asked,
      ...(open.description === null ? [] : [`  ${open.description}`]),
      ...choices.map(
        ({ label, selected }, at) => `  [${at + 1}] ${label}${selected ? ' (an empty line leaves it)' : ''}`,
      ),
    ].join('\n');
  }

  /**
   * A select takes labels or numbers, with commas between several. An empty line leaves an input as it is.
   *
   * @throws Error when the line is no answer to the question
   */
  fillIn(line: string): void {
    const input = this.open;
    if (!input) return;
    if (line.startsWith('/')) throw new Error(`A form is open. Answer it, or type ${CLOSE}.\n${this.question}`);
    this.#values.set(input.customId, input.kind === 'text' ? this.#text(input, line) : this.#pick(input, line));
  }

  #text({ value, label, required, minLength, maxLength }: Text, line: string): string {
    const text = line || value;
    if (text === '' && !required) return text;
    const least = Math.max(minLength, 1);
    if (text.length >= least && text.length <= maxLength) return text;
    throw new Error(`${label}: this takes ${least} to ${maxLength} characters.\n${this.question}`);
  }

  #pick({ options, maxValues, required }: Select, line: string): string[] {
    if (line === '') {
      const selected = options.filter((option) => option.selected).map(({ value }) => value);
      if (required && selected.length === 0) throw new Error(`Choose one.\n${this.question}`);
      return selected;
    }
    const words = maxValues > 1 ? line.split(',') : [line];
    return words.map((word) => {
      const wanted = word.trim().toLowerCase();
      const picked = options.find(({ label }, at) => label.toLowerCase() === wanted || String(at + 1) === wanted);
      if (!picked) throw new Error(`There is no "${word.trim()}" to choose.\n${this.question}`);
      return picked.value;
    });
  }

  get values(): Record<string, string | readonly string[]> {
    return Object.fromEntries(this.#values);
  }
}
