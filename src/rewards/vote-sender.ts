import { connect, type LookupFunction, type Socket } from 'node:net';

import type { Secret } from '../secrets/secret.ts';
import type { Endpoint } from './hook-address.ts';
import type { Outcome } from './hook.ts';
import { BlockedError } from './look-up.ts';
import type { Reward } from './message.ts';
import { voteName } from './vote-name.ts';
import { MAX_GREETING_BYTES, readGreeting, readVoteAnswer, votePacket } from './votifier.ts';

const MAX_ANSWER_BYTES = 16 * 1024;

/**
 * Sends one vote to a game server with NuVotifier, over a connection of its own. Rejects only if `begin` does.
 *
 * @param options.lookup - finds the addresses of a name; the system's look-up if left out
 * @param options.deadline - ends the try
 * @param options.stopping - ends it too, until the vote goes out
 * @param options.isLate - whether the try is over, on a clock that a stopped process does not miss
 * @param options.begin - records that the vote goes out, before it does; false when it must not
 * @returns undefined when it was not sent after all
 */
export async function sendVote(
  { hostname, port }: Endpoint,
  vote: Pick<Reward, 'playername' | 'claimedAt'>,
  token: Secret,
  options: {
    lookup: LookupFunction | undefined;
    deadline: AbortSignal;
    stopping: AbortSignal | undefined;
    isLate: () => boolean;
    begin: () => Promise<boolean>;
  },
): Promise<Outcome | undefined> {
  const { lookup, deadline, stopping, isLate, begin } = options;
  if (stopping?.aborted) return undefined;
  const playername = voteName(vote.playername);
  if (playername === undefined) return { kind: 'bad-name' };
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({ host, port: Number(port), signal: deadline, ...(lookup ? { lookup } : {}) });
  const way = { isOpen: false };
  socket.once('connect', () => {
    way.isOpen = true;
  });
  const stop = () => void socket.destroy(new Error('the process stops'));
  stopping?.addEventListener('abort', stop);
  try {
    const lines = linesOf(socket);
    let greeting: string;
    try {
      greeting = await lines.next(MAX_GREETING_BYTES);
    } catch (error) {
      if (stopping?.aborted) return undefined;
      if (error instanceof BlockedError) return { kind: 'blocked' };
      return { kind: way.isOpen ? 'no-votifier' : 'unreachable' };
    }
    const challenge = readGreeting(greeting);
    if (challenge === undefined) return { kind: 'no-votifier' };
    stopping?.removeEventListener('abort', stop);
    if (stopping?.aborted || !(await begin())) return undefined;
    if (deadline.aborted || isLate() || !socket.writable) return { kind: 'unreachable' };
    socket.write(votePacket({ ...vote, playername }, challenge, token));
    const answer = await lines.next(MAX_ANSWER_BYTES).catch(() => '');
    return readVoteAnswer(answer) ?? { kind: 'no-answer' };
  } finally {
    stopping?.removeEventListener('abort', stop);
    socket.destroy();
  }
}

function linesOf(socket: Socket) {
  socket.setEncoding('utf8');
  const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<string, undefined>;
  return {
    /** @returns a line with its end; what has come where the server ends before, or sends more than `max` */
    async next(max: number): Promise<string> {
      let line = '';
      while (!line.includes('\n') && line.length <= max) {
        const chunk = await chunks.next();
        if (chunk.done) break;
        line += chunk.value;
      }
      return line;
    },
  };
}
