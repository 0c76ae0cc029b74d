import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

import { onTestFinished } from 'vitest';

import { CERTIFICATE, KEY } from '../rewards/hostile-receivers.ts';

/** Beside the name and the address that {@link CERTIFICATE} is for. */
const HOST = '127.0.0.2';
const ASKS_FOR_TLS = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** What a server does with the first packet of a connection, which names the user and what else is asked for. */
export type Door = (socket: Socket, first: Buffer) => void;

/** Refuses as Postgres does, and PgBouncer (`send_pooler_error` in its src/proto.c). */
export const refuses =
  (code: string, message = ''): Door =>
  (socket) => {
    const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`);
    const head = Buffer.from([...Buffer.from('E'), 0, 0, 0, 0]);
    head.writeInt32BE(4 + fields.length, 1);
    socket.end(Buffer.concat([head, fields]));
  };

/** Asks for a password by SCRAM (PostgreSQL's documentation, "SASL Authentication"). */
export const asksForPassword: Door = (socket) => {
  const ask = (step: number, text: string) => {
    const head = Buffer.from([...Buffer.from('R'), 0, 0, 0, 8 + text.length, 0, 0, 0, step]);
    socket.write(Buffer.concat([head, Buffer.from(text)]));
  };
  ask(10, 'SCRAM-SHA-256\0\0');
  socket.once('data', (answer) => {
    const [, nonce = ''] = /r=(.*)/.exec(answer.toString()) ?? [];
    ask(11, `r=${nonce}more,s=c2FsdA==,i=4096`);
  });
};

export const closes: Door = (socket) => {
  socket.destroy();
};

/** Leads on to a server, unless a connection asks for settings that poolers do not know (`set_startup_options` there). */
export const leadsOn =
  (url: string): Door =>
  (socket, first) => {
    const [asked] = /statement_timeout|idle_in_transaction_session_timeout|options(?=\0)/.exec(first.toString()) ?? [];
    if (asked !== undefined) {
      refuses('08P01', `unsupported startup parameter: ${asked}`)(socket, first);
      return;
    }
    const server = connect(Number(new URL(url).port), '127.0.0.1');
    server.write(first);
    socket.pipe(server).pipe(socket);
    for (const one of [socket, server]) one.on('error', () => undefined);
  };

/** Does one thing after the other, and then the last for ever. */
export const inTurn = (...doors: Door[]): Door => {
  let connections = 0;
  return (socket, first) => doors[Math.min(connections++, doors.length - 1)]?.(socket, first);
};

/** @returns the address of a stand-in for Postgres, or for a pooler before it */
export async function openDoor(door: Door, { tls = 'N' }: { tls?: 'S' | 'N' } = {}): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', (first) => {
      if (!first.equals(ASKS_FOR_TLS)) {
        door(socket, first);
        return;
      }
      socket.write(tls);
      if (tls === 'S') new TLSSocket(socket, { isServer: true, key: KEY, cert: CERTIFICATE }).on('error', closes);
    });
  });
  server.listen(0, HOST);
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `postgres://bot@${HOST}:${(server.address() as AddressInfo).port}/bot`;
}
