import { createHash } from 'node:crypto';
import { inspect } from 'node:util';

const REDACTED = '[secret]';

/** A credential. It prints as `[secret]` wherever it is logged, inspected or serialised; only {@link Secret.reveal} gives the text. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  reveal(): string {
    return this.#text;
  }

  /** SHA-256 in hex of the given context and the text: tells credentials apart without holding them. */
  fingerprint(context = ''): string {
    return createHash('sha256').update(context).update('\0').update(this.#text).digest('hex');
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }

  [inspect.custom](): string {
    return REDACTED;
  }
}
