import type { Modal, ModalField } from '../playground/protocol.ts';

type Input = Exclude<ModalField, { kind: 'note' }>;

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

  /** An empty line leaves a select unchanged, any other line chooses the option with that label. */
  fillIn(line: string): void {
    const input = this.open;
    if (input?.kind === 'text') this.#values.set(input.customId, line);
    if (input?.kind !== 'select') return;
    const picked = input.options.filter(({ label, selected }) => (line === '' ? selected : label === line));
    this.#values.set(
      input.customId,
      picked.map(({ value }) => value),
    );
  }

  get values(): Record<string, string | readonly string[]> {
    return Object.fromEntries(this.#values);
  }
}
