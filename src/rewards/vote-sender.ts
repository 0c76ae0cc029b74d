import { connect, type LookupFunction, type Socket } from 'node:net';

import { ADDRESS_LASTS_MS } from '../http/bounded-pool.ts';
import { Secret } from '../secret.ts';
import type { Clock } from '../work/clock.ts';
import { newId } from '../work/ids.ts';
import type { Endpoint } from './hook-address.ts';
import type { Reward } from './message.ts';
import { reasonOf, type Sent } from './schedule.ts';
import { voteName } from './vote-name.ts';
import { isProtocol1, MAX_GREETING_BYTES, readGreeting, readVoteAnswer, votePacket } from './votifier.ts';

/** More than an error with its cause has. */
const MAX_ANSWER_BYTES = 4 * 1024;
/** How long a process that stops waits for the answer to a vote that went out: an honest server answers at once. */
const ANSWER_WHILE_STOPPING_MS = 1_500;

/**
 * Sends one vote to a game server with NuVotifier, over a connection of its own. Rejects only if `begin` does.
 *
 * @param options.lookup - finds the addresses of a name; the system's look-up if left out
 * @param options.deadline - ends the try
 * @param options.stopping - ends it too, at once until the vote goes out, then after `stoppingLastsMs`
 * @param options.isLate - whether the try is over, on a clock that goes on while the process stands still
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
    clock: Clock;
    stoppingLastsMs?: number | undefined;
  },
): Promise<Sent | undefined> {
  const { lookup, deadline, stopping, isLate, begin, clock, stoppingLastsMs = ANSWER_WHILE_STOPPING_MS } = options;
  if (stopping?.aborted) return undefined;
  const playername = voteName(vote.playername);
  if (playername === undefined) return { outcome: { kind: 'bad-name' } };
  const host = hostname.replace(/^\[|\]$/g, '');
  const open = (to: string) =>
    connect({
      host: to,
      port: Number(port),
      signal: deadline,
      autoSelectFamilyAttemptTimeout: ADDRESS_LASTS_MS,
      ...(lookup ? { lookup } : {}),
    });
  const socket = open(host);
  let stopsAfterMs = 0;
  let cancelEnd: (() => void) | undefined;
  const stop = () => {
    cancelEnd = clock.after(stopsAfterMs, () => void socket.destroy(new Error('the process stops')));
  };
  stopping?.addEventListener('abort', stop);
  try {
    const lines = linesOf(socket);
    let greeting: string;
    try {
      greeting = await lines.next(MAX_GREETING_BYTES);
    } catch (error) {
      return stopping?.aborted ? undefined : { outcome: { kind: 'no-votifier' }, reason: reasonOf(error) };
    }
    const challenge = readGreeting(greeting);
    if (challenge === undefined) {
      const kind = isProtocol1(greeting) ? 'protocol-1' : 'no-votifier';
      return { outcome: { kind }, reason: 'another greeting' };
    }
    // Of several addresses of a name the one that is asked again has to be the same.
    const { remoteAddress } = socket;
    stopsAfterMs = stoppingLastsMs;
    if (stopping?.aborted || !(await begin())) return undefined;
    if (deadline.aborted || isLate() || !socket.writable) return { outcome: { kind: 'unreachable' } };
    socket.write(votePacket({ ...vote, playername }, challenge, token));
    const answer = await lines.next(MAX_ANSWER_BYTES).catch(() => undefined);
    const outcome = readVoteAnswer(answer ?? '');
    if (outcome) return { outcome };
    const mayAsk = answer === '' && remoteAddress !== undefined && !stopping?.aborted;
    const isSilent = mayAsk && (await closesOnNonsense(open(remoteAddress), stopping));
    return { outcome: { kind: isSilent ? 'closed' : 'no-answer' } };
  } finally {
    cancelEnd?.();
    stopping?.removeEventListener('abort', stop);
    socket.destroy();
  }
}

/**
 * Whether a server closes the connection without a word on what no server takes for a vote, as VotifierPlus does: then
 * the vote that it closed on was none to it either. One that answers, as NuVotifier does, answers whatever it refuses: it
 * may have taken the vote that it did not answer.
 */
async function closesOnNonsense(socket: Socket, stopping: AbortSignal | undefined): Promise<boolean> {
  const stop = () => void socket.destroy(new Error('the process stops'));
  stopping?.addEventListener('abort', stop);
  try {
    const lines = linesOf(socket);
    const challenge = readGreeting(await lines.next(MAX_GREETING_BYTES));
    if (challenge === undefined) return false;
    // By its challenge, its token and its name.
    socket.write(votePacket({ playername: '', claimedAt: 0 }, `no-${challenge}`, new Secret(newId())));
    return (await lines.next(MAX_ANSWER_BYTES)) === '';
  } catch {
    return false;
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
        // HytaleVotifier ends no line, and resets a connection of which it has not read everything.
        const chunk = await chunks.next().catch((error: unknown) => {
          if (line === '') throw error;
          return undefined;
        });
        if (!chunk || chunk.done) break;
        line += chunk.value;
      }
      return line;
    },
  };
}
