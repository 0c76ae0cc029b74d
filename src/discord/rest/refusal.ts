import { type DiscordErrorData, RESTJSONErrorCodes } from 'discord.js';

const BLOCKED: number = RESTJSONErrorCodes.CloudflareIsBlockingYourRequest;

/** Whatever stands in an answer; nothing for a page. */
export function fieldsOf(text: string): Record<string, unknown> {
  try {
    const fields: unknown = JSON.parse(text);
    return typeof fields === 'object' && fields !== null ? { ...fields } : {};
  } catch {
    return {};
  }
}

/** Discord's own error; undefined for that of a proxy before Discord, which says nothing about what was asked. */
export function parseRefusal(text: string): DiscordErrorData | undefined {
  const refusal = fieldsOf(text) as Partial<DiscordErrorData>;
  if (typeof refusal.code !== 'number' || refusal.code === BLOCKED) return undefined;
  return { message: '', ...refusal, code: refusal.code };
}
