import type { Sandbox } from '../sandbox.ts';

const MASK = '[masked]';
const NAMES_CREDENTIAL = /token|secret|password|key$/i;

/** Interaction tokens are part of the paths that answer an interaction. */
const TOKEN_IN_PATH = /(\/interactions|\/webhooks)\/\d+\/[^/?]+/g;

/** Takes the credentials of a sandbox out of what the log of its boundaries shows. */
export class Masking {
  readonly #sandbox: Sandbox;

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  path(path: string): string {
    return this.#withoutCredentials(path.replace(TOKEN_IN_PATH, '$1/…'));
  }

  /** A body in lines to be read: JSON indented, what stands under the name of a credential masked, anything else as it is. */
  body(text: string): string {
    return this.#withoutCredentials(indented(text));
  }

  json(value: unknown): string {
    return this.#withoutCredentials(JSON.stringify(value, maskNamed, 2));
  }

  /** The credentials there are now, since any may be replaced. */
  #withoutCredentials(text: string): string {
    const { discord, identity, main } = this.#sandbox;
    const credentials = [discord.token, ...identity.keys.keys(), ...main.tokens.keys()];
    return credentials.reduce((masked, credential) => masked.replaceAll(credential, MASK), text);
  }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), maskNamed, 2);
  } catch {
    return text;
  }
}

/** Masks `{"token": "…"}`, and what a person typed into an input of that name. */
function maskNamed(this: { custom_id?: unknown }, key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const isTyped = key === 'value' && typeof this.custom_id === 'string' && NAMES_CREDENTIAL.test(this.custom_id);
  return isTyped || NAMES_CREDENTIAL.test(key) ? MASK : value;
}
