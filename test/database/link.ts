import { EventEmitter, once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

import { type LostCommit, LostCommits, writesIn } from './lost-commits.ts';

const LOOPBACK = '127.0.0.1';
/** As the bot sends them: what begins a transaction comes first, right before a statement, its end last, or alone. */
const BEGIN = message('P', '\0begin\0\0\0');
const COMMITS = [message('Q', 'commit\0'), message('P', '\0commit\0\0\0')];

/** `isSilent`: the connection stays open and says no more, as behind a firewall that forgot it; else it is closed. */
export type LostAnswer = LostCommit & { isSilent: boolean };

/** One connection. `loses`: for ever; `lost`: how the COMMIT ends whose answer is awaited. */
type Connection = {
  near: Socket;
  far: Socket;
  loses: 'nothing' | 'answers' | 'everything';
  written: Set<string>;
  lost: LostAnswer | undefined;
};

/**
 * The network between one process and a server, which can be cut as when a cable is pulled: connections stay open, new
 * ones are taken, and nothing arrives until it is mended. What was sent in the meantime arrives then. Or it forgets
 * open connections as a firewall does: nothing arrives by them ever again, and nobody is told. COMMITs to Postgres can be
 * lost too: `lost` fires when one is.
 */
export class Link extends EventEmitter<{ lost: [] }> {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #connections = new Set<Connection>();
  readonly #losses = new LostCommits<LostAnswer>();
  #isCut = false;

  private constructor(port: number) {
    super();
    this.#server = createServer((near) => {
      const far = connect(port, LOOPBACK);
      const connection: Connection = { near, far, loses: 'nothing', written: new Set(), lost: undefined };
      this.#connections.add(connection);
      this.#join(connection, near, far, (bytes) => this.#mayBeSent(connection, bytes));
      this.#join(connection, far, near, () => this.#mayBeHeard(connection));
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
    for (const socket of this.#sockets) socket.pause();
  }

  mend(): void {
    this.#isCut = false;
    for (const socket of this.#sockets) socket.resume();
  }

  /** How many connections are open that still lead somewhere. */
  get open(): number {
    return this.#connections.size;
  }

  /** Forgets the open connections, or the oldest ones, or the way back of each alone. */
  forget({ most = Infinity, loses = 'everything' }: { most?: number; loses?: 'answers' | 'everything' } = {}): void {
    for (const connection of [...this.#connections].slice(0, most)) this.#forget(connection, loses);
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
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #mayBeSent(connection: Connection, bytes: Buffer): boolean {
    const { written } = connection;
    if (bytes.subarray(0, BEGIN.length).equals(BEGIN)) written.clear();
    for (const write of writesIn(bytes.toString('latin1'))) written.add(write);
    if (!COMMITS.some((commit) => bytes.includes(commit))) return true;
    const loss = this.#losses.strike(written);
    if (loss?.isDone === false) return this.#lose(connection, loss);
    connection.lost = loss;
    return true;
  }

  #mayBeHeard(connection: Connection): boolean {
    return connection.lost ? this.#lose(connection, connection.lost) : true;
  }

  #lose(connection: Connection, { isSilent }: LostAnswer): false {
    if (isSilent) this.#forget(connection, 'everything');
    else connection.near.destroy();
    this.emit('lost');
    return false;
  }

  #forget(connection: Connection, loses: 'answers' | 'everything'): void {
    connection.loses = loses;
    this.#connections.delete(connection);
  }

  #join(connection: Connection, from: Socket, to: Socket, mayPass: (bytes: Buffer) => boolean): void {
    const arrives = () =>
      connection.loses === 'nothing' || (connection.loses === 'answers' && from === connection.near);
    this.#sockets.add(from);
    from.on('data', (bytes) => {
      if (arrives() && mayPass(bytes)) to.write(bytes);
    });
    from.on('end', () => {
      if (arrives()) to.end();
    });
    from.on('error', () => {
      if (arrives()) to.destroy();
    });
    from.on('close', () => {
      this.#sockets.delete(from);
      this.#connections.delete(connection);
      if (arrives()) to.destroy();
    });
    if (this.#isCut) from.pause();
  }
}

/** As Postgres' protocol has it: its kind, its length and its content. */
function message(kind: string, content: string): Buffer {
  const head = Buffer.alloc(5, kind);
  head.writeInt32BE(4 + content.length, 1);
  return Buffer.concat([head, Buffer.from(content)]);
}
