import { EventEmitter, once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

import { type LostCommit, LostCommits, writesIn } from './lost-commits.ts';

const LOOPBACK = '127.0.0.1';
/** As pg sends them: each waits for the answer before, so it comes alone. */
const [BEGIN, COMMIT] = [simpleQuery('begin'), simpleQuery('commit')];

/** `isSilent`: the connection stays open and says no more, as behind a firewall that forgot it; else it is closed. */
export type LostAnswer = LostCommit & { isSilent: boolean };

/** One connection. `lost`: how the COMMIT ends whose answer is awaited. */
type Wire = { near: Socket; far: Socket; written: Set<string>; lost: LostAnswer | undefined; isDead: boolean };

/**
 * The network between one process and a server, which can be cut as when a cable is pulled: connections stay open, new
 * ones are taken, and nothing arrives until it is mended. What was sent in the meantime arrives then. Connections can
 * also die without a word, and COMMITs to Postgres can be lost: `lost` fires when one is.
 */
export class Link extends EventEmitter<{ lost: [] }> {
  readonly #server: Server;
  readonly #wires = new Set<Wire>();
  readonly #losses = new LostCommits<LostAnswer>();
  #isCut = false;

  private constructor(port: number) {
    super();
    this.#server = createServer((near) => {
      const far = connect(port, LOOPBACK);
      const wire: Wire = { near, far, written: new Set(), lost: undefined, isDead: false };
      this.#wires.add(wire);
      this.#join(wire, near, far, (bytes) => this.#mayBeSent(wire, bytes));
      this.#join(wire, far, near, () => this.#mayBeHeard(wire));
    });
  }

  /** @param port - of the server on this machine */
  static async to(port: number): Promise<Link> {
    const link = new Link(port);
    link.#server.listen(0, LOOPBACK);
    await once(link.#server, 'listening');
    return link;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The address of the server, as it is reached by this link. */
  through(url: string): string {
    return Object.assign(new URL(url), { port: String(this.port) }).href;
  }

  cut(): void {
    this.#isCut = true;
    for (const { near, far } of this.#wires) for (const socket of [near, far]) socket.pause();
  }

  mend(): void {
    this.#isCut = false;
    for (const { near, far } of this.#wires) for (const socket of [near, far]) socket.resume();
  }

  /** Nothing arrives any more by the connections that are open now, or by one of them. */
  kill(which: 'all' | 'one' = 'all'): void {
    const open = [...this.#wires].filter(({ isDead }) => !isDead);
    for (const wire of which === 'all' ? open : open.slice(-1)) wire.isDead = true;
  }

  loseCommit(loss: LostAnswer): void {
    this.#losses.add(loss);
  }

  /** From now on no COMMIT is lost. */
  spareCommits(): void {
    this.#losses.clear();
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const { near, far } of this.#wires) for (const socket of [near, far]) socket.destroy();
    await closed;
  }

  #mayBeSent(wire: Wire, bytes: Buffer): boolean {
    if (bytes.equals(BEGIN)) wire.written.clear();
    if (!bytes.equals(COMMIT)) {
      for (const write of writesIn(bytes.toString('latin1'))) wire.written.add(write);
      return true;
    }
    const loss = this.#losses.strike(wire.written);
    if (loss?.isDone === false) return this.#lose(wire, loss);
    wire.lost = loss;
    return true;
  }

  #mayBeHeard(wire: Wire): boolean {
    return wire.lost ? this.#lose(wire, wire.lost) : true;
  }

  #lose(wire: Wire, { isSilent }: LostAnswer): false {
    if (isSilent) wire.isDead = true;
    else wire.near.destroy();
    this.emit('lost');
    return false;
  }

  #join(wire: Wire, from: Socket, to: Socket, mayPass: (bytes: Buffer) => boolean): void {
    from.on('data', (bytes) => {
      if (!wire.isDead && mayPass(bytes)) to.write(bytes);
    });
    from.on('end', () => to.end());
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.#wires.delete(wire);
      to.destroy();
    });
    if (this.#isCut) from.pause();
  }
}

function simpleQuery(text: string): Buffer {
  const head = Buffer.alloc(5, 'Q');
  head.writeInt32BE(4 + text.length + 1, 1);
  return Buffer.concat([head, Buffer.from(`${text}\0`)]);
}
