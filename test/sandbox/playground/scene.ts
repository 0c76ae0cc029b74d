import { EventEmitter, once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

import { onTestFinished } from 'vitest';

import { readSandboxConfig } from '../../../src/config.ts';
import { type AppOptions, createApp } from '../../../src/process/app.ts';
import { createPlayground, type Playground } from '../../../src/sandbox/playground/playground.ts';
import type { Action, Answer, PlaygroundEvent, PlaygroundState } from '../../../src/sandbox/playground/protocol.ts';
import { startPlaygroundServer } from '../../../src/sandbox/playground/server.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { createLog } from '../../../src/work/log.ts';
import { WIDE_LIMITS } from '../../wide-limits.ts';

export type Served = { sandbox: Sandbox; playground: Playground; url: URL; close: () => Promise<void> };

/** A playground served to viewers, with no bot in it. Ends with the test at the latest. @param port - 0 takes any */
export async function servePlayground(port = 0): Promise<Served> {
  const sandbox = await startSandbox();
  const playground = createPlayground(sandbox);
  const server = await startPlaygroundServer({ playground, port });
  let closing: Promise<void> | undefined;
  const closeBoth = async (): Promise<void> => {
    await server.close();
    await sandbox.close();
  };
  const close = (): Promise<void> => (closing ??= closeBoth());
  onTestFinished(close);
  return { sandbox, playground, url: new URL(server.url), close };
}

/** The same with the bot logged in and answering. @param options - those that are to differ */
export async function serveBot(options: Partial<AppOptions> = {}): Promise<Served> {
  const served = await servePlayground();
  const log = createLog({ level: 'silent', secrets: [] });
  const config = readSandboxConfig(served.sandbox.environment);
  const app = await createApp({ config, log, limits: WIDE_LIMITS, ...options });
  onTestFinished(() => app.stop());
  await app.start();
  return served;
}

export type Viewer = {
  /** As the stream began. */
  state: PlaygroundState;
  /** The first event, past or to come, that `read` makes something of. */
  seen: <T>(read: (event: PlaygroundEvent) => T | undefined) => Promise<T>;
  act: (action: Action) => Promise<Answer>;
  leave: () => void;
};

/** Opens the event stream of a page, as a browser does. */
export async function openViewer(url: URL): Promise<Viewer> {
  const token = url.searchParams.get('token') ?? '';
  const connection = new AbortController();
  const leave = (): void => {
    connection.abort();
  };
  onTestFinished(leave);
  const response = await fetch(new URL(`/api/events?token=${token}`, url), { signal: connection.signal });
  const events: PlaygroundEvent[] = [];
  const arrivals = new EventEmitter<{ event: [] }>();
  void collect(response, (event) => {
    events.push(event);
    arrivals.emit('event');
  });

  const seen: Viewer['seen'] = async (read) => {
    for (let next = 0; ; next += 1) {
      while (next >= events.length) await once(arrivals, 'event');
      const event = events[next];
      const found = event && read(event);
      if (found !== undefined) return found;
    }
  };
  return {
    state: await seen((event) => (event.type === 'state' ? event.state : undefined)),
    seen,
    leave,
    async act(action) {
      const answer = await fetch(new URL('/api/actions', url), {
        method: 'POST',
        headers: { 'x-playground-token': token, 'content-type': 'application/json' },
        body: JSON.stringify(action),
      });
      return (await answer.json()) as Answer;
    },
  };
}

async function collect(response: Response, onEvent: (event: PlaygroundEvent) => void): Promise<void> {
  let rest = '';
  try {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) onEvent(JSON.parse(block.replace(/^data: /, '')) as PlaygroundEvent);
    }
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  }
}

export type RawAnswer = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

/** A request whose path and headers, `Host` included, go out as they are written. */
export async function ask(
  url: URL,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<RawAnswer> {
  const { method = 'GET', headers = {}, body } = options;
  const { hostname, port } = url;
  const sent = request({ hostname, port, path, method, headers, agent: false });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
}
