import { spawn } from 'node:child_process';
import { getDiffieHellman } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** For `localhost`, `game.example` and 127.0.0.1; nobody trusts it. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIDNTCCAh2gAwIBAgIUa4501xvIABeompg2nUKru7gMHuMwDQYJKoZIhvcNAQEL
BQAwFDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNjE0NDcxOVoYDzIxMjYx
MTAyMTQ0NzE5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwggEiMA0GCSqGSIb3DQEB
AQUAA4IBDwAwggEKAoIBAQCtB/i9KweRWH62bOYXtj5KLJFAgVB0uo85UckyxugN
S5XJoBVestaDC7dVvPjWwKH+Cza3jy6Lh9BvhTVTR7LUvHPIZIDIQ0pQvhipGVGy
JZrDwUXu63J8Ecq8hrTie2EyYlAgvNneaD83AGQ4djO6s9hbbeTe4EZtwlxThYIs
6aT76JdVeX5EJ4VmfawR9s0V72/ZVzxepm/YQnqu44Oyt4pZrFCBHyC/PbI3iThv
qfWdoRfsfRT6p7Q5Vi5xix6RxjMZDKgMdq/W1IoBAp8lzhwBKqqimw/elka1p3Lw
v97jGfNjTIRLTYyMSW4AQ3NJOQOciVEgceXY8XDR0E9fAgMBAAGjfTB7MB0GA1Ud
DgQWBBTHZhJUT0v0NPxEP5wrPUQZB/hpyDAfBgNVHSMEGDAWgBTHZhJUT0v0NPxE
P5wrPUQZB/hpyDAPBgNVHRMBAf8EBTADAQH/MCgGA1UdEQQhMB+CCWxvY2FsaG9z
dIIMZ2FtZS5leGFtcGxlhwR/AAABMA0GCSqGSIb3DQEBCwUAA4IBAQBfnesMDhDk
64gjnSvAOt1tej5TzL6cJF2AzE1vyUQwsPuaGDbM1P8a9P7nDpqMK/unNKHS++2H
CPt45ov6sVTe9+lli14lSenj9SkUwVa5hwUzoiCvP1j/33tG5KBNKKsC14UCF2Bf
HOaQ1zinV1i1PtraXkqg6GG/nXC4stYqZXaFgADxHive5FGkNROwircdfPj02Myg
oVeArZy0AoACzg9rBzk7Y1Xy6bRH3kpizbqJI518lspvwmaj8ZiSBiFog4/OYX/I
0PDotAD9WdJZsBFv2oRzmQpA9GgVfeLu0C9HfmRmxjLSxzk0+Xu0QsIdsop9Z3t/
juio3HY+Kbos
-----END CERTIFICATE-----
`;

export const KEY = `-----BEGIN PRIVATE KEY-----
MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQCtB/i9KweRWH62
bOYXtj5KLJFAgVB0uo85UckyxugNS5XJoBVestaDC7dVvPjWwKH+Cza3jy6Lh9Bv
hTVTR7LUvHPIZIDIQ0pQvhipGVGyJZrDwUXu63J8Ecq8hrTie2EyYlAgvNneaD83
AGQ4djO6s9hbbeTe4EZtwlxThYIs6aT76JdVeX5EJ4VmfawR9s0V72/ZVzxepm/Y
Qnqu44Oyt4pZrFCBHyC/PbI3iThvqfWdoRfsfRT6p7Q5Vi5xix6RxjMZDKgMdq/W
1IoBAp8lzhwBKqqimw/elka1p3Lwv97jGfNjTIRLTYyMSW4AQ3NJOQOciVEgceXY
8XDR0E9fAgMBAAECggEAT5h4rHB0YUCPvZRXvjWn7tAUm1NBMwk05F3Ci5ijW6ZX
B7Kb0f27nvnPQuIUqBliC26WI5d6hlYaJIrnDmHPmnv8WQUelsEZmQ3xYyxR//y7
dmxcorztY7R9if7/i6XM/vPpvz2QjXZwCfmkoLKDNlIP53MkkwAhddEwTn1+dfDc
ZjGU/YxX3NDRRZ7XL51qfFgxIfhrLNBq1E6hMyRHcH/5xv1Bpvlo0J5B9zURWSgU
+RTgBQJOZ39nF780R3dfftb12gOCIpezRNRWglGvYNGRjuvxKoLaYwCZXEQ/XAXU
stRorBOne4q+2IGgHRVxAwRoSuvdKLokscfOUUC6+QKBgQDnNDqG7CPnBiA8/hRt
1ZcZlcC6onYD+sBFcqiX74SEBTQFJreF5SwHduoip7fNAgm+J+R06djDtqNEXFzJ
utUce7NJBJxbby3okvfSQ0u+MxuT1neJdJ1Qh+VLoeQizTLUDcZOtsz8/QRKPwcE
ZcCwsBK9O6P+JPTMWcNcQU4vdwKBgQC/lpcbBUVcIYvQgdnWwf4FijjkypT5HhJv
bWNkFJ5G/wieiLMe3oO82N+vFktyjP6NgyEe/QjfCvbKTBncWrusH8ag7NFxFKS0
hzVAmlL04cqFjBb1zQEh1oYUBbm2VTDtkNHpv6xy0XU84/j3wVAGwIV78eJOAWrf
gigDI6ZpWQKBgQDPh1gJh6jqU9tYJBCeThxlAMCQRgd8pvUy4SpnxrzB7BG3lfsh
moWc5aZgGP+oau3n29L7BnRlqGiAkg9Pm/5ypK5XGmZmxDMHEfSUrYctYJ6eYuHF
ZgFXKcQt0VD/1ASNxxd7zCXP6CSTqGNaFSOS9Vi8tu4Kz41UaDYtdwkBHQKBgQCI
+VopGFihaN50ARJEZ0d8oHjSoj9l5+kYPyXLHK6YZae86FDfpgibkJZDsHXafRFV
DUY1yIR6KnWM5mGq2DfK9KDm1slaxn6HDw+0k2Dx8SgA2Mpli97eWWhckkdXI4sq
ndpl+wKIyFXAZeDPCSd03FnS5nl8eaj2CTEgJXHJaQKBgBdMwFU7OfgC+A7zxa3B
dKnhzmhBuNc8tgPsO9Exc4zSA/w+F+kIlemRoAZLMCWpMGb4okY3/I75ODlwz7nD
PZjzksabCZb4s4xGxvoHqf8IVQcQt1ukwlPH3wt7Lc0jKonX7bBjnlXp0ypBdUjo
EVdy/7mvirafkS8m7FDArKNq
-----END PRIVATE KEY-----
`;

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

async function listening(server: Server, port = 0): Promise<Receiver> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket.on('error', () => undefined));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port: (server.address() as AddressInfo).port, server, close };
}

/** Takes connections and says nothing, but for what `talk` does. */
export function listenFor(talk: (socket: Socket) => void, port?: number): Promise<Receiver> {
  return listening(createServer(talk), port);
}

/** Answers without an end, as fast as it is read. Votes are greeted so at once, requests after they came. */
export function listenEndlessly(kind: Endless, { isGreeting = kind === 'greetings' } = {}): Promise<Receiver> {
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
    if (isGreeting) begin();
    else socket.once('data', begin);
  });
}

/**
 * An address of this machine, of which this port takes connections that nobody ever sees: they hang, as on the way to a
 * machine that is off.
 */
export async function listenDead(): Promise<{ address: string; port: number; close: () => void }> {
  const address = '127.0.0.2';
  const program = `const s = require('net').createServer().listen(0, '${address}', 1, () => console.log(s.address().port))`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const port = Number(line.toString());
  child.kill('SIGSTOP');
  // The kernel takes two more than are waited for.
  const waiting = Array.from({ length: 8 }, () => connect({ host: address, port }).on('error', () => undefined));
  await Promise.all(waiting.slice(0, 2).map((socket) => once(socket, 'connect')));
  const close = () => {
    for (const socket of waiting) socket.destroy();
    child.kill('SIGKILL');
  };
  return { address, port, close };
}

/** @param options - `chain`: how often the certificate is sent; `isClosing`: after each answer */
export function listenByTls(options: TlsOptions & { chain?: number; isClosing?: boolean } = {}): Promise<Receiver> {
  const { chain = 1, isClosing = false, ...ofTls } = options;
  const server = createTlsServer({ key: KEY, cert: CERTIFICATE.repeat(chain), ...ofTls }, (socket) => {
    socket.on('error', () => undefined);
    const answer = 'HTTP/1.1 204 No Content\r\n\r\n';
    socket.on('data', () => (isClosing ? socket.end(answer) : socket.write(answer)));
  });
  return listening(server);
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
