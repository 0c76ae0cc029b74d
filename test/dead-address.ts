import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';

import { onTestFinished } from 'vitest';

/** Of this machine; nothing else listens there. */
export const DEAD_ADDRESS = '127.0.0.2';
/** More than may wait to be accepted. */
const WAITING = 3;

const LISTENS_AND_SLEEPS = `
  const { parentPort, workerData } = require('node:worker_threads');
  const server = require('node:net').createServer();
  server.listen({ ...workerData, backlog: 1 }, () => {
    parentPort.postMessage('listening');
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
  });`;

/** Has {@link DEAD_ADDRESS} answer nobody at a port, not even that it is closed: what waits there fills its queue. */
export async function makeDead(port: number): Promise<void> {
  const worker = new Worker(LISTENS_AND_SLEEPS, { eval: true, workerData: { port, host: DEAD_ADDRESS } });
  await once(worker, 'message');
  const waiting = Array.from({ length: WAITING }, () => connect({ port, host: DEAD_ADDRESS }));
  for (const socket of waiting) socket.on('error', () => undefined);
  onTestFinished(async () => {
    for (const socket of waiting) socket.destroy();
    await worker.terminate();
  });
  await Promise.all(waiting.slice(0, WAITING - 1).map((socket) => once(socket, 'connect')));
}
