import { LoopbackServer } from '../loopback-server.ts';
import { refuse } from './wire.ts';

/** The base of the hosts: a loopback server of their own. Its faults and request log are in `server`. */
export abstract class ServiceHost {
  readonly server = new LoopbackServer();

  constructor() {
    this.server.app.notFound((context) => refuse(context, 404, 'not_found', 'There is no such endpoint.'));
  }

  /** `http://127.0.0.1:PORT`, without a slash at its end. */
  get url(): string {
    return this.server.url;
  }

  /** @param port - 0 takes any free port */
  listen(port = 0): Promise<void> {
    return this.server.listen(port);
  }

  close(): Promise<void> {
    return this.server.close();
  }
}
