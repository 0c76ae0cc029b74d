import { connect, createServer, type Socket } from 'node:net';

import { listenOnLoopback } from './loopback.ts';

const LOOPBACK = '127.0.0.1';

/**
 * Stands between a client and a port on loopback, until the test ends. `adds`: before the first byte to the port;
 * `transit`: what each piece waits for on its way, in either direction
 *
 * @returns its own address
 */
export async function standBetween(
  port: number,
  { adds = '', transit = () => Promise.resolve() }: { adds?: string; transit?: () => Promise<void> },
): Promise<string> {
  const server = createServer((near) => {
    const far = connect(port, LOOPBACK);
    for (const side of [near, far]) side.on('error', () => undefined);
    if (adds !== '') near.once('data', () => far.write(adds));
    carry(near, far, transit);
    carry(far, near, transit);
  });
  return `${LOOPBACK}:${await listenOnLoopback(server)}`;
}

function carry(from: Socket, to: Socket, transit: () => Promise<void>): void {
  let last = Promise.resolve();
  const arrive = (pass: () => void) => {
    const arrived = transit();
    last = last.then(() => arrived).then(pass);
  };
  from.on('data', (piece: Buffer) => {
    arrive(() => to.write(piece));
  });
  from.on('end', () => {
    arrive(() => to.end());
  });
}
