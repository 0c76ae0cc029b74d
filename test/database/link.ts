import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

const LOOPBACK = '127.0.0.1';

type Connection = { near: Socket; far: Socket; loses: 'nothing' | 'answers' | 'everything' };

/**
 * The network between one process and a server, which can be cut as when a cable is pulled: connections stay open, new
 * ones are taken, and nothing arrives until it is mended. What was sent in the meantime arrives then. Or it forgets
 * open connections as a firewall does: nothing arrives by them ever again, and nobody is told.
 */
export class Link {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #connections = new Set<Connection>();
  #isCut = false;

  private constructor(port: number) {
    this.#server = createServer((near) => {
      const far = connect(port, LOOPBACK);
      const connection: Connection = { near, far, loses: 'nothing' };
      this.#connections.add(connection);
      this.#join(connection, near, far);
      this.#join(connection, far, near);
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
    for (const connection of [...this.#connections].slice(0, most)) {
      connection.loses = loses;
      this.#connections.delete(connection);
    }
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #join(connection: Connection, from: Socket, to: Socket): void {
    const arrives = () =>
      connection.loses === 'nothing' || (connection.loses === 'answers' && from === connection.near);
    this.#sockets.add(from);
    from.on('data', (bytes) => {
      if (arrives()) to.write(bytes);
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
