import { createHash } from 'node:crypto';
import { inspect } from 'node:util';

export const REDACTED = '[secret]';

/** A credential. It prints as `[secret]` wherever it is logged, inspected or serialised; only `reveal` returns the text. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  reveal(): string {
    return this.#text;
  }

  /** SHA-256 of the context and the text, in hex: identifies a credential without revealing it. */
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
