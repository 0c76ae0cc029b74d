import type { IncomingHttpHeaders } from 'node:http';

import { type DiscordErrorData, HTTPError, RESTJSONErrorCodes } from 'discord.js';

import { BlockedError } from '../../work/errors.ts';

const SERVER_ERROR = 500;
const BLOCKED: number = RESTJSONErrorCodes.CloudflareIsBlockingYourRequest;

/** Whether a call never came to Discord, so that nothing was done: we held it back, or a proxy before Discord refused it. */
export function neverCame(error: unknown): boolean {
  return error instanceof BlockedError || (error instanceof HTTPError && error.status < SERVER_ERROR);
}

/** Whether an answer is a page of what stands before Discord: Discord's API has none, whatever the status says. */
export function isPage({ 'content-type': type = '' }: IncomingHttpHeaders): boolean {
  return /^text\/html/i.test(type);
}

/** Whatever stands in an answer; nothing for a page. */
export function jsonFields(text: string): Record<string, unknown> {
  try {
    const fields: unknown = JSON.parse(text);
    return typeof fields === 'object' && fields !== null ? { ...fields } : {};
  } catch {
    return {};
  }
}

/** Discord's own error; undefined for that of a proxy before Discord, which says nothing about what was asked. */
export function parseRefusal(text: string): DiscordErrorData | undefined {
  const refusal = jsonFields(text) as Partial<DiscordErrorData>;
  if (typeof refusal.code !== 'number' || refusal.code === BLOCKED) return undefined;
  return { message: '', ...refusal, code: refusal.code };
}
