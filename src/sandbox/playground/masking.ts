import type { Sandbox } from '../sandbox.ts';

const MASK = '[masked]';
const NAMES_CREDENTIAL = /token|secret|password|key$/i;

/** The paths that answer an interaction contain its token. */
const TOKEN_IN_PATH = /(\/interactions|\/webhooks)\/\d+\/[^/?]+/g;

/** The bot shows the secret of a webhook once, for somebody to give to their game server. */
const WEBHOOK_SECRET = /whsec_[\w+/=]+/g;

/** Removes the credentials of a sandbox from the log. */
export class Masking {
  readonly #sandbox: Sandbox;

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  path(path: string): string {
    return this.#withoutCredentials(path.replace(TOKEN_IN_PATH, '$1/…'));
  }

  /** A readable body: indented JSON with the values under names of credentials masked, any other text unchanged. */
  body(text: string): string {
    return this.#withoutCredentials(indented(text));
  }

  json(value: unknown): string {
    return this.#withoutCredentials(JSON.stringify(value, maskNamed, 2));
  }

  /** Reads the credentials anew each time: tests and people add and replace them. */
  #withoutCredentials(text: string): string {
    const { discord, identity, main, game } = this.#sandbox;
    const credentials = [
      discord.token,
      ...identity.keys.keys(),
      ...main.tokens.keys(),
      ...game.votifier.token.values(),
    ];
    return credentials.reduce(
      (masked, credential) => masked.replaceAll(credential, MASK),
      text.replace(WEBHOOK_SECRET, MASK),
    );
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
