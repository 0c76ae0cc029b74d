import { connect, type Socket } from 'node:net';

/** How strangers hold up a server. Each opens its connection again as soon as it is closed. */
export const STRANGE_KINDS = ['one-byte chunks', 'no length', 'slow body', 'silent', 'half-open'] as const;
export type StrangeKind = (typeof STRANGE_KINDS)[number];

/** What the process is asked to do, once. It answers with how often its connections were closed, when it is told to stop. */
export type Visit = { port: number; connections: number; kind: StrangeKind };

const AGAIN_AFTER_MS = 50;
const BLOCK_BYTES = 64 * 1024;
const LONGEST_BODY_BYTES = 256 * 1024;
const CHUNKS = Buffer.from('1\r\na\r\n'.repeat(BLOCK_BYTES / 6));
const BYTES = Buffer.alloc(BLOCK_BYTES, 'x');

let closed = 0;

/** The head of a request that looks signed. */
function head(...more: string[]): string {
  const timestamp = Math.floor(Date.now() / 1_000);
  const lines = [
    'POST / HTTP/1.1',
    'host: bot.example',
    `x-signature-ed25519: ${'0'.repeat(128)}`,
    `x-signature-timestamp: ${timestamp}`,
    ...more,
  ];
  return `${lines.join('\r\n')}\r\n`;
}

/** Sends this at once and then again and again. */
function pour(socket: Socket, bytes: Buffer | string): void {
  socket.write(bytes);
  const timer = setInterval(() => socket.write(bytes), AGAIN_AFTER_MS);
  socket.once('close', () => {
    clearInterval(timer);
  });
}

const BEGIN: Record<StrangeKind, (socket: Socket) => void> = {
  'one-byte chunks'(socket) {
    socket.write(`${head('transfer-encoding: chunked')}\r\n`);
    pour(socket, CHUNKS);
  },
  'no length'(socket) {
    socket.write(`${head()}\r\n`);
    pour(socket, BYTES);
  },
  'slow body'(socket) {
    socket.write(`${head(`content-length: ${LONGEST_BODY_BYTES}`)}\r\n${'x'.repeat(LONGEST_BODY_BYTES / 2)}`);
    pour(socket, 'x');
  },
  silent: () => undefined,
  'half-open'(socket) {
    socket.write(head());
    pour(socket, 'x-more: x\r\n');
  },
};

function open(visit: Visit): void {
  const socket = connect(visit.port, '127.0.0.1', () => {
    BEGIN[visit.kind](socket);
  });
  socket.resume();
  socket.on('error', () => undefined);
  socket.once('close', () => {
    closed += 1;
    open(visit);
  });
}

process.on('message', (message: Visit | 'stop') => {
  if (message === 'stop') {
    process.send?.(closed, () => process.exit());
    return;
  }
  for (let index = 0; index < message.connections; index += 1) open(message);
});
