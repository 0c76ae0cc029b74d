import { readSandboxConfig } from '../../../src/config.ts';
import { type AppOptions, createApp } from '../../../src/process/app.ts';
import { createPlayground, type Playground } from '../../../src/sandbox/playground/playground.ts';
import { startPlaygroundServer } from '../../../src/sandbox/playground/server.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { createLog } from '../../../src/work/log.ts';
import { WIDE_LIMITS } from '../../wide-limits.ts';

/** `url`: the page, with its token */
export type OpenPlayground = { sandbox: Sandbox; playground: Playground; url: URL; close: () => Promise<void> };

/** A playground served to viewers, with no bot in it. @param port - 0 takes any */
export async function openPlayground(
  port = 0,
  watched = (playground: Playground) => playground,
): Promise<OpenPlayground> {
  const sandbox = await startSandbox();
  const playground = watched(createPlayground(sandbox));
  const server = await startPlaygroundServer({ playground, port });
  const close = async (): Promise<void> => {
    await server.close();
    await sandbox.close();
  };
  return { sandbox, playground, url: new URL(server.url), close };
}

/** The same with the bot logged in and answering. @param options - those that are to differ */
export async function openBot(options: Partial<AppOptions> = {}): Promise<OpenPlayground> {
  const { close, ...opened } = await openPlayground();
  const log = createLog({ level: 'silent', secrets: [] });
  const config = readSandboxConfig(opened.sandbox.environment);
  const app = await createApp({ config, log, limits: WIDE_LIMITS, ...options });
  await app.start();
  return {
    ...opened,
    async close() {
      await app.stop();
      await close();
    },
  };
}
