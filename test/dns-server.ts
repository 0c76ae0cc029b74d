import { createSocket } from 'node:dgram';
import { EventEmitter, once } from 'node:events';
import { isIP, SocketAddress } from 'node:net';

/** RFC 1035, section 3.2.2, and RFC 3596. */
const RECORD_TYPES = { 4: 1, 6: 28 } as const;
const HEADER_BYTES = 12;
/** It is a response, without and with an error: there is no such name. */
const ANSWERED = 0x8180;
const NO_SUCH_NAME = 0x8183;
/** A pointer to the question's name. */
const SAME_NAME = 0xc00c;
const INTERNET = 1;
const LASTS_SECONDS = 0;

/** What a name leads to: nothing for one that there is not; `silence`: nobody answers for it. */
export type Found = readonly string[] | 'silence';

/** A DNS server on loopback that finds what a test says. */
export class DnsServer extends EventEmitter<{ asked: [name: string] }> {
  /** each name whose IPv4 addresses were asked for, as often as they were */
  readonly asked: string[] = [];
  readonly #socket = createSocket('udp4');

  private constructor(find: (name: string) => Found) {
    super();
    this.#socket.on('message', (query, { port, address }) => {
      const { name, type, end } = readQuestion(query);
      if (type === RECORD_TYPES[4]) this.asked.push(name);
      const found = find(name);
      if (found !== 'silence') this.#socket.send(respond(query.subarray(0, end), type, found), port, address);
      this.emit('asked', name);
    });
  }

  static async listen(find: (name: string) => Found): Promise<DnsServer> {
    const server = new DnsServer(find);
    server.#socket.bind(0, '127.0.0.1');
    await once(server.#socket, 'listening');
    return server;
  }

  /** as `address:port` */
  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  async hasBeenAsked(names: number): Promise<void> {
    while (new Set(this.asked).size < names) await once(this, 'asked');
  }

  close(): void {
    this.#socket.close();
  }
}

/** RFC 1035, section 4.1.2. */
function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function respond(question: Buffer, type: number, addresses: readonly string[]): Buffer {
  const records = addresses
    .filter((address) => type === RECORD_TYPES[isIP(address) as 4 | 6])
    .map((address) => record(type, bytesOf(address)));
  const response = Buffer.concat([question, ...records]);
  response.writeUInt16BE(addresses.length === 0 ? NO_SUCH_NAME : ANSWERED, 2);
  response.writeUInt16BE(records.length, 6);
  response.writeUInt32BE(0, 8);
  return response;
}

/** RFC 1035, section 4.1.3. */
function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(HEADER_BYTES);
  head.writeUInt16BE(SAME_NAME, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(INTERNET, 4);
  head.writeUInt32BE(LASTS_SECONDS, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function bytesOf(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number));
  const { hostname } = new URL(`http://[${new SocketAddress({ address, family: 'ipv6' }).address}]`);
  const [before = '', after = ''] = hostname.slice(1, -1).split('::');
  const words = (part: string) => part.split(':').filter((word) => word !== '');
  const [first, last] = [words(before), words(after)];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return Buffer.from([...first, ...zeros, ...last].map((word) => word.padStart(4, '0')).join(''), 'hex');
}
