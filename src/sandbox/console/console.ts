import type { Playground } from '../playground/playground.ts';
import { bannerText } from './banner.ts';
import { QUIT } from './own-commands.ts';
import { createScreen, type Streams } from './screen.ts';
import { Session } from './session.ts';

/**
 * A prompt for the playground, in a terminal or through a pipe. A line is a slash command, a command of the console's
 * own, or the number of a button of the last reply. Tab completes it. Resolves at the end of the input, once the last
 * reply is shown.
 */
export async function runConsole({
  playground,
  pageUrl,
  ...streams
}: { playground: Playground; pageUrl?: string } & Streams): Promise<void> {
  const screen = createScreen(streams, (line) => session.complete(line));
  const session = new Session(playground, screen);
  const { print, lines } = screen;
  const unsubscribe = playground.subscribe((event) => {
    session.observe(event);
  });
  print(`${bannerText(pageUrl, screen.style)}\n`);
  screen.ask(session.prompt);
  for await (const raw of lines) {
    const line = raw.trim();
    if (line === QUIT) break;
    const isAnswer = session.isFormOpen;
    if (!screen.isTerminal && line !== '') print(`${isAnswer ? '' : session.prompt}${line}`);
    if (line !== '' || isAnswer) {
      await session.act(line).catch((error: unknown) => {
        print(error instanceof Error ? error.message : String(error));
      });
    }
    screen.ask(session.prompt);
  }
  unsubscribe();
  lines.close();
}
