import { once } from 'node:events';

import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';

import { LoopbackDiscord, type LoopbackDiscordOptions } from '../../../src/sandbox/discord/loopback-discord.ts';
import { listening } from '../../loopback.ts';

export const openDiscord = (options: LoopbackDiscordOptions = {}): Promise<LoopbackDiscord> =>
  listening(new LoopbackDiscord(options));

type Frame = { op: number; t?: string | null; s?: number | null; d?: unknown };
export type Address = { id: string; token: string };
export type Answer = { status: number; body: unknown };

/** The least a bot can be: a socket that has identified, and fetch. */
export class RawBot {
  readonly discord: LoopbackDiscord;
  readonly socket: WebSocket;
  readonly #frames: Frame[] = [];
  #wake: () => void = () => undefined;

  constructor(discord: LoopbackDiscord) {
    this.discord = discord;
    this.socket = new WebSocket(`${discord.gatewayUrl}?v=10&encoding=json`);
    this.socket.on('message', (data: Buffer) => {
      this.#frames.push(JSON.parse(data.toString('utf8')) as Frame);
      this.#wake();
    });
  }

  send(frame: object): void {
    this.socket.send(JSON.stringify(frame));
  }

  identify(shard?: [number, number]): void {
    this.send({ op: 2, d: { token: this.discord.token, intents: 0, properties: {}, shard } });
  }

  /** Waits for the first frame not taken yet that fits, and takes it. */
  async next(fits: (frame: Frame) => boolean): Promise<Frame> {
    for (;;) {
      const index = this.#frames.findIndex(fits);
      const [frame] = index === -1 ? [] : this.#frames.splice(index, 1);
      if (frame) return frame;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async interaction(): Promise<Address> {
    return (await this.next(({ t }) => t === 'INTERACTION_CREATE')).d as Address;
  }

  async closeCode(): Promise<number> {
    const [code] = (await once(this.socket, 'close')) as [number];
    return code;
  }

  request(method: string, path: string, body?: unknown): Promise<Answer> {
    if (body === undefined) return this.#fetch(path, { method });
    return this.#fetch(path, { method, body: JSON.stringify(body) }, { 'content-type': 'application/json' });
  }

  /** Posts files. */
  upload(path: string, body: FormData): Promise<Answer> {
    return this.#fetch(path, { method: 'POST', body });
  }

  register(...commands: object[]): Promise<Answer> {
    return this.request('PUT', `/applications/${this.discord.applicationId}/commands`, commands);
  }

  answer({ id, token }: Address, body: unknown): Promise<Answer> {
    return this.request('POST', `/interactions/${id}/${token}/callback`, body);
  }

  webhook(method: string, { token }: Address, path: string, body?: unknown): Promise<Answer> {
    return this.request(method, `/webhooks/${this.discord.applicationId}/${token}${path}`, body);
  }

  async #fetch(path: string, init: RequestInit, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(`${this.discord.apiUrl}/v10${path}`, {
      ...init,
      headers: { authorization: `Bot ${this.discord.token}`, ...headers },
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  }
}

/** A raw socket that has not identified yet, greeted. */
export async function openSocket(discord: LoopbackDiscord): Promise<RawBot> {
  const bot = new RawBot(discord);
  onTestFinished(() => {
    bot.socket.terminate();
  });
  await bot.next(({ op }) => op === 10);
  return bot;
}

/** A raw bot that is ready, with the command /ping registered. */
export async function startRawBot(discord: LoopbackDiscord): Promise<RawBot> {
  const bot = await openSocket(discord);
  bot.identify();
  await bot.next(({ t }) => t === 'READY');
  await bot.register({ name: 'ping', description: 'Ping' });
  return bot;
}

/** One guild with one person, and a raw bot with /ping. */
export async function startScene(options: LoopbackDiscordOptions = {}) {
  const discord = await openDiscord(options);
  const guild = discord.addGuild();
  const person = discord.addPerson({ guild, name: 'Ada' });
  const bot = await startRawBot(discord);
  return { discord, guild, person, bot };
}
