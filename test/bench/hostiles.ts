import process from 'node:process';

import {
  ENDLESS_KINDS,
  listenByHugeModulus,
  listenByTls,
  listenEndlessly,
  type Receiver,
} from '../rewards/hostile-receivers.ts';

/** A process of its own, which tells its parent the address of each kind of hostile receiver. */
const kinds = ENDLESS_KINDS.filter((kind) => kind !== 'greetings');
const web: Record<string, Promise<Receiver>> = Object.fromEntries(kinds.map((kind) => [kind, listenEndlessly(kind)]));
const tls: Record<string, Promise<Receiver>> = {
  'a huge modulus': listenByHugeModulus(),
  'a long chain of certificates': listenByTls({ chain: 60 }),
  'a handshake for each': listenByTls({ isClosing: true }),
};
const games: Record<string, Promise<Receiver>> = { greetings: listenEndlessly('greetings') };

async function addressesOf(receivers: Record<string, Promise<Receiver>>, scheme: string): Promise<[string, string][]> {
  const found = Object.entries(receivers).map(async ([kind, receiver]): Promise<[string, string]> => {
    const { port } = await receiver;
    return [kind, `${scheme}127.0.0.1:${port}`];
  });
  return Promise.all(found);
}

const hostile = await Promise.all([addressesOf(tls, 'https://'), addressesOf(web, 'http://'), addressesOf(games, '')]);
process.send?.(hostile.flat());
process.once('disconnect', () => process.exit());
