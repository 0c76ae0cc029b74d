import { REST, type RESTOptions } from 'discord.js';
import { onTestFinished } from 'vitest';

/** Asks Discord at this address until the test ends, each thing once. */
export function openRest(
  { apiUrl, token }: { apiUrl: string; token: string },
  options: Partial<RESTOptions> = {},
): REST {
  const rest = new REST({ api: apiUrl, retries: 0, ...options }).setToken(token);
  onTestFinished(() => {
    rest.clearHashSweeper();
    rest.clearHandlerSweeper();
  });
  return rest;
}
