import { EventEmitter, once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

import { expect, onTestFinished } from 'vitest';

import type { Action, Answer, PlaygroundEvent, PlaygroundState } from '../../../src/sandbox/playground/protocol.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { openBot, openPlayground, type OpenPlayground } from './open-playground.ts';

/** As {@link openPlayground}, until the test ends. */
export async function servePlayground(...options: Parameters<typeof openPlayground>): Promise<OpenPlayground> {
  const opened = await openPlayground(...options);
  onTestFinished(opened.close);
  return opened;
}

/** As {@link openBot}, until the test ends. */
export async function serveBot(...options: Parameters<typeof openBot>): Promise<OpenPlayground> {
  const opened = await openBot(...options);
  onTestFinished(opened.close);
  return opened;
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

/** Posts as the bot in a channel of this name. */
export async function post({ discord, guild }: Sandbox, name: string, body: object): Promise<void> {
  const channel = guild.channels.values().find((one) => one.name === name);
  const response = await fetch(`${discord.apiUrl}/v10/channels/${String(channel?.id)}/messages`, {
    method: 'POST',
    headers: { authorization: `Bot ${discord.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}
