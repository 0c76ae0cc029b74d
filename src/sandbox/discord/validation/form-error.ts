import { DiscordError, INVALID_FORM_BODY, type ErrorTree } from '../discord-error.ts';

export type FormPath = readonly PropertyKey[];

/** An error in a request body: its place, and Discord's code and message. */
export type FormError = { path: FormPath; code: string; message: string };

const LEAF = '_errors';

function errorTree(errors: readonly FormError[]): ErrorTree {
  const root: ErrorTree = {};
  for (const { path, code, message } of errors) {
    let node = root;
    for (const key of path) {
      const child = node[String(key)];
      const next = child === undefined || Array.isArray(child) ? {} : child;
      node[String(key)] = next;
      node = next;
    }
    const leaf = node[LEAF];
    if (Array.isArray(leaf)) leaf.push({ code, message });
    else node[LEAF] = [{ code, message }];
  }
  return root;
}

/** Throws 50035 with Discord's error tree, if there are errors. */
export function refuseInvalidForm(errors: readonly FormError[]): void {
  if (errors.length === 0) return;
  throw new DiscordError(400, { message: 'Invalid Form Body', code: INVALID_FORM_BODY, errors: errorTree(errors) });
}

export const required = (path: FormPath): FormError => ({
  path,
  code: 'BASE_TYPE_REQUIRED',
  message: 'This field is required',
});

export const badLength = (path: FormPath, minimum: number, maximum: number): FormError => ({
  path,
  code: 'BASE_TYPE_BAD_LENGTH',
  message: `Must be between ${minimum} and ${maximum} in length.`,
});

export const tooLong = (path: FormPath, maximum: number): FormError => ({
  path,
  code: 'BASE_TYPE_MAX_LENGTH',
  message: `Must be ${maximum} or fewer in length.`,
});

export const notAChoice = (path: FormPath, choices: Iterable<unknown>): FormError => ({
  path,
  code: 'BASE_TYPE_CHOICES',
  message: `Value must be one of {${[...choices].map(String).join(', ')}}.`,
});

export const wrongComponent = (path: FormPath, types: Iterable<unknown>): FormError => ({
  path,
  code: 'UNION_TYPE_CHOICES',
  message: `Value of field "type" must be one of (${[...types].map(String).join(', ')}).`,
});

/** The message is Discord's; its code is unknown. */
export const notVerified = (path: FormPath): FormError => ({
  path,
  code: 'APPLICATION_INTERACTIONS_ENDPOINT_NOT_VERIFIED',
  message: 'The specified interactions endpoint url could not be verified.',
});
