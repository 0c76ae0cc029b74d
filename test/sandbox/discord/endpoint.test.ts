import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

import { REST, Routes } from 'discord.js';
import { describe, expect, test } from 'vitest';

import { createSignatureCheck, readSignature } from '../../../src/discord/incoming/interactions-endpoint.ts';
import { HOUR_MS } from '../../../src/work/clock.ts';
import { listenOnLoopback } from '../../loopback.ts';
import { openDiscord } from './bots.ts';

const REFUSAL = /interactions_endpoint_url\[.*\]: The specified interactions endpoint url could not be verified\./;

type Handler = (body: string, isSigned: boolean, response: ServerResponse) => void;

/** A Discord, and an application behind an address that answers as `handle` says. */
async function open(handle: Handler, options: Parameters<typeof openDiscord>[0] = {}) {
  const discord = await openDiscord(options);
  const isSigned = createSignatureCheck(discord.application.endpoint.verifyKey);
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const signature = readSignature(request.headers);
    handle(body, signature !== undefined && isSigned(signature, Buffer.from(body)), response);
  };
  const port = await listenOnLoopback(createServer((request, response) => void answer(request, response)));
  const url = `http://127.0.0.1:${port}/`;
  const rest = new REST({ api: discord.apiUrl }).setToken(discord.token);
  const use = (address: string | null) =>
    rest.patch(Routes.currentApplication(), { body: { interactions_endpoint_url: address } });
  const guild = discord.addGuild();
  return { discord, url, use, person: discord.addPerson({ guild, name: 'Ada' }) };
}

describe('an address for interactions', () => {
  test.each<[string, Handler]>([
    [
      'takes bad signatures',
      (_body, _isSigned, response) => response.setHeader('content-type', 'application/json').end('{"type":1}'),
    ],
    [
      'says not that its PONG is JSON',
      (_body, isSigned, response) => response.writeHead(isSigned ? 200 : 401).end('{"type":1}'),
    ],
    ['answers something else', (_body, isSigned, response) => response.writeHead(isSigned ? 202 : 401).end()],
  ])('is refused when it %s', async (_, handler) => {
    const { discord, url, use } = await open(handler);

    await expect(use(url)).rejects.toThrow(REFUSAL);
    expect(discord.application.endpoint.url).toBeNull();
  });
});

test('an interaction that is posted fails at once when the application answers anything but 2xx', async () => {
  const onlyPings: Handler = (body, isSigned, response) => {
    const isPing = (JSON.parse(body) as { type: number }).type === 1;
    const signed = isPing ? 200 : 500;
    response.setHeader('content-type', 'application/json').writeHead(isSigned ? signed : 401);
    response.end('{"type":1}');
  };
  const { url, use, person } = await open(onlyPings, { ackDeadlineMs: HOUR_MS });
  await use(url);

  await expect(person.forge('a:button').acknowledged()).rejects.toThrow('did not respond');
});
