import { getDiffieHellman } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

const fileBeside = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** For `localhost`, `game.example` and 127.0.0.1; nobody trusts it. */
export const CERTIFICATE = fileBeside('localhost-certificate.pem');
export const KEY = fileBeside('localhost-key.pem');

const BLOCK = 64 * 1024;
const HEAD = 'HTTP/1.1 200 OK\r\n';

/** What a receiver answers without an end. `first`: once; `again`: then, over and over */
const ENDLESS = {
  'interim answers': { first: '', again: 'HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n' },
  'a chunk extension': { first: `${HEAD}Transfer-Encoding: chunked\r\n\r\n1;`, again: 'x=y;' },
  'header lines': { first: HEAD, again: 'X-Line: of many\r\n' },
  'a header line': { first: `${HEAD}X-Line: `, again: 'x' },
  trailers: { first: `${HEAD}Transfer-Encoding: chunked\r\n\r\n0\r\n`, again: 'X-Line: of many\r\n' },
  'a body': { first: `${HEAD}\r\n`, again: 'x' },
  chunks: { first: `${HEAD}Transfer-Encoding: chunked\r\n\r\n`, again: '1\r\nx\r\n' },
  greetings: { first: '', again: 'VOTIFIER 2 x' },
} as const;
export type Endless = keyof typeof ENDLESS;
export const ENDLESS_KINDS = Object.keys(ENDLESS) as Endless[];

export type Receiver = { port: number; server: Server; close: () => void };

async function receiving(server: Server): Promise<Receiver> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket.on('error', () => undefined));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port: (server.address() as AddressInfo).port, server, close };
}

/** Takes connections and says nothing, but for what `talk` does. */
export function listenFor(talk: (socket: Socket) => void): Promise<Receiver> {
  return receiving(createServer(talk));
}

/** Answers without an end, as fast as it is read. Votes are greeted so at once, requests after they came. */
export function listenEndlessly(
  kind: Endless,
  { isGreeting = kind === 'greetings', greeting = '' } = {},
): Promise<Receiver> {
  const { first, again } = ENDLESS[kind];
  const block = Buffer.from(again.repeat(Math.ceil(BLOCK / again.length)));
  return listenFor((socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write(block));
    };
    const begin = () => {
      socket.write(first);
      socket.on('drain', more);
      more();
    };
    socket.write(greeting);
    if (isGreeting) begin();
    else socket.once('data', begin);
  });
}

/** @param options - `chain`: how often the certificate is sent */
export function listenByTls(options: TlsOptions & { chain?: number } = {}): Promise<Receiver> {
  const { chain = 1, ...ofTls } = options;
  const server = createTlsServer({ key: KEY, cert: CERTIFICATE.repeat(chain), ...ofTls }, (socket) => {
    socket.on('error', () => undefined);
    const answer = 'HTTP/1.1 204 No Content\r\n\r\n';
    socket.on('data', () => socket.write(answer));
  });
  return receiving(server);
}

/** TLS 1.2, in which both sides calculate with a modulus of 8,192 bits (RFC 3526, group 18). */
export function listenByHugeModulus(): Promise<Receiver> {
  const group = getDiffieHellman('modp18');
  const der = sequence(integer(group.getPrime()), integer(group.getGenerator()));
  const dhparam = `-----BEGIN DH PARAMETERS-----\n${der.toString('base64')}\n-----END DH PARAMETERS-----\n`;
  return listenByTls({ maxVersion: 'TLSv1.2', ciphers: 'DHE-RSA-AES128-GCM-SHA256', dhparam });
}

/** DER (ITU-T X.690). */
function tagged(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const length = content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}
const integer = (value: Buffer) => tagged(0x02, Buffer.from([0]), value);
const sequence = (...contents: Buffer[]) => tagged(0x30, ...contents);
