import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const LOOPBACK = '127.0.0.1';
const NOBODY_THERE = 503;
const NO_ANSWER = 502;

/**
 * A load balancer in front of the bot's processes: each request goes to the next one that is ready, to another one when
 * that one takes no connections, and to nobody else when it died in the middle of it.
 */
export class Balancer<Upstream extends { port: number }> {
  readonly #server: Server;
  readonly #upstreams: () => readonly Upstream[];
  readonly #onGiven: (body: string, upstream: Upstream) => void;
  /** with the port of the process that each was handed to */
  readonly #underWay = new Map<Promise<unknown>, number>();
  #turn = 0;

  /**
   * @param upstreams - the processes that are ready
   * @param onGiven - told of each request that a process may have read
   */
  constructor(
    upstreams: () => readonly Upstream[],
    onGiven: (body: string, upstream: Upstream) => void = () => undefined,
  ) {
    this.#upstreams = upstreams;
    this.#onGiven = onGiven;
    this.#server = createServer((incoming, response) => {
      void this.#serve(incoming, response);
    });
  }

  get url(): string {
    return `http://${LOOPBACK}:${(this.#server.address() as AddressInfo).port}/`;
  }

  async listen(): Promise<void> {
    this.#server.listen(0, LOOPBACK);
    await once(this.#server, 'listening');
  }

  /** Resolves once a process has answered all that it was handed. */
  async answered(port: number): Promise<void> {
    const underWay = [...this.#underWay].filter(([, to]) => to === port);
    await Promise.all(underWay.map(([handed]) => handed));
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming).catch(() => undefined);
    if (!body) return;
    const ready = this.#upstreams();
    this.#turn += 1;
    for (let tries = 0; tries < ready.length; tries += 1) {
      const upstream = ready[(this.#turn + tries) % ready.length];
      if (!upstream) break;
      this.#onGiven(body.toString(), upstream);
      const handed = hand(incoming, body, upstream.port);
      this.#underWay.set(handed, upstream.port);
      const status = await handed;
      this.#underWay.delete(handed);
      if (status === undefined) continue;
      response.writeHead(status).end();
      return;
    }
    response.writeHead(NOBODY_THERE).end();
  }
}

/** @returns the status; undefined when the process took no connection */
async function hand({ method, headers }: IncomingMessage, body: Buffer, port: number): Promise<number | undefined> {
  const outgoing = request({ host: LOOPBACK, port, method, headers, agent: false });
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  // A process may die when its answer has begun.
  outgoing.on('error', () => undefined);
  outgoing.end(body);
  try {
    const [answer] = await answered;
    answer.resume();
    return answer.statusCode;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' ? undefined : NO_ANSWER;
  }
}
