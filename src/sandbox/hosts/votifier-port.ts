import { EventEmitter } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { FaultSwitches, type Fault, type FaultScope } from '../fault-switches.ts';
import { LoopbackListener } from '../loopback-listener.ts';
import {
  frameIn,
  hytaleAnswer,
  hytaleRefusal,
  isProtocol2,
  newToken,
  nuVotifierAnswer,
  readVote,
  VotifierException,
  type Vote,
  type VotifierAnswer,
} from './votifier-vote.ts';

export type { Vote } from './votifier-vote.ts';

/**
 * One connection as it crossed the wire. `requestBody` is null when no message came. `status` is null without an answer
 * of the protocol. `fault`: the fault that struck it. Times in ms since the epoch.
 */
export type VotifierExchange = {
  requestBody: string | null;
  status: VotifierAnswer['status'] | null;
  responseBody: string | null;
  fault: Fault | null;
  startedAt: number;
  endedAt: number;
};

type VotifierFault = Exclude<Fault, { kind: 'off' }>;
type Underway = Omit<VotifierExchange, 'endedAt'> & { endedAt: number | undefined };

/**
 * Which plugin listens; each is known by how it greets and refuses. `VotifierPlus without tokens` is VotifierPlus as it is
 * installed.
 */
export type VotifierPlugin = 'NuVotifier' | 'VotifierPlus' | 'VotifierPlus without tokens' | 'HytaleVotifier';

const FIRST_SERVER_ERROR = 500;
/** A voting plugin has failed at a vote that it had counted. */
const FAILED_AFTERWARDS: VotifierAnswer = {
  status: 'error',
  cause: 'NullPointerException',
  error: 'Cannot invoke "org.bukkit.entity.Player.getName()" because "player" is null',
};
const NONSENSE = '<!doctype html><title>Bad gateway page</title>';

/**
 * The port of NuVotifier 3 at a game server, for protocol 2 alone, or of another plugin for votes. It remembers no ids, so
 * that the same vote twice is two votes.
 *
 * A fault strikes a connection from its beginning. `reset` closes it before the greeting, `greeting` greets with another
 * text. The others let the vote count: `lost-answer` closes then, `hang` never answers, `garbage` answers nonsense, and a
 * `status` from 500 answers an error; a vote that is refused is answered as ever. A lower `status` has no counterpart here, and strikes nothing.
 */
export class VotifierPort extends EventEmitter<{ vote: [Vote]; exchange: [VotifierExchange] }> {
  /** The tokens by the name of a service; `default` is for all others. */
  token = new Map([['default', newToken()]]);
  plugin: VotifierPlugin = 'NuVotifier';
  /** All that were taken, in order. */
  readonly votes: Vote[] = [];
  readonly server: Server;
  readonly #switches: FaultSwitches;
  readonly #listener: LoopbackListener;
  readonly #sockets = new Set<Socket>();

  /** @param switches - those of the host whose port this is */
  constructor(switches = new FaultSwitches()) {
    super();
    this.#switches = switches;
    this.server = createServer((socket) => {
      this.#serve(socket);
    });
    this.#listener = new LoopbackListener(this.server, switches, () => {
      for (const socket of this.#sockets) socket.destroy();
    });
  }

  get port(): number {
    return this.#listener.port;
  }

  /** `127.0.0.1:PORT` */
  get address(): string {
    return this.#listener.host;
  }

  /** @param port - 0 takes any free port */
  listen(port = 0): Promise<void> {
    return this.#listener.listen(port);
  }

  close(): Promise<void> {
    return this.#listener.close();
  }

  /** Switches a fault on, as {@link FaultSwitches.inject} does. `times`: how many connections it strikes. */
  inject(fault: Fault, scope?: Pick<FaultScope, 'times'>): void {
    this.#switches.inject(fault, scope);
  }

  /** Switches every fault off. */
  heal(): void {
    this.#switches.heal();
  }

  #serve(socket: Socket): void {
    const fault = this.#switches.next(canStrike, ({ path, body }) => path === undefined && body === undefined);
    const exchange = newExchange(fault);
    this.#sockets.add(socket);
    // A connection that was reset has nothing to tell.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      exchange.endedAt ??= Date.now();
      this.emit('exchange', { ...exchange, endedAt: exchange.endedAt });
    });
    if (fault?.kind === 'reset') {
      socket.destroy();
      return;
    }
    const challenge = newToken();
    const greeting = this.plugin === 'VotifierPlus without tokens' ? 'VOTIFIER 1\n' : `VOTIFIER 2 ${challenge}\n`;
    socket.write(fault?.kind === 'greeting' ? fault.text : greeting);
    let received = Buffer.alloc(0);
    const read = (chunk: Buffer): void => {
      received = Buffer.concat([received, chunk]);
      // As with `disable-v1-protocol`, and without `v1Enabled`.
      if (isProtocol2(received) === false || this.plugin === 'VotifierPlus without tokens') {
        // It closes with bytes that it has not read, which resets the connection.
        const answer = this.plugin === 'HytaleVotifier' ? hytaleRefusal('V1 protocol is disabled') : undefined;
        if (answer === undefined) socket.destroy();
        else socket.off('data', read).write(answer, () => socket.resetAndDestroy());
        return;
      }
      const answer = this.#take(received, challenge, exchange);
      if (answer === undefined) return;
      socket.off('data', read).resume();
      void respond(socket, answer, exchange, this.plugin);
    };
    socket.on('data', read);
  }

  /** @returns undefined while the message has not come as a whole */
  #take(received: Buffer, challenge: string, exchange: Underway): VotifierAnswer | undefined {
    try {
      const text = frameIn(received);
      if (text === undefined) return undefined;
      exchange.requestBody = text;
      const vote = readVote(text, { challenge, tokens: this.token });
      this.votes.push(vote);
      this.emit('vote', vote);
      return { status: 'ok' };
    } catch (error) {
      if (!(error instanceof VotifierException)) throw error;
      return { status: 'error', cause: error.simpleName, error: error.message };
    }
  }
}

function canStrike(fault: Fault): fault is VotifierFault {
  return fault.kind !== 'off' && (fault.kind !== 'status' || fault.status >= FIRST_SERVER_ERROR);
}

function newExchange(fault: VotifierFault | undefined): Underway {
  return {
    requestBody: null,
    status: null,
    responseBody: null,
    fault: fault ?? null,
    startedAt: Date.now(),
    endedAt: undefined,
  };
}

async function respond(
  socket: Socket,
  answer: VotifierAnswer,
  exchange: Underway,
  plugin: VotifierPlugin,
): Promise<void> {
  const fault = answer.status === 'ok' ? exchange.fault : null;
  if (fault?.kind === 'latency') await delay(fault.ms);
  if (fault?.kind === 'hang') return;
  exchange.endedAt = Date.now();
  if (fault?.kind === 'lost-answer') {
    socket.destroy();
    return;
  }
  const given = fault?.kind === 'status' ? FAILED_AFTERWARDS : answer;
  const line = answerLine(given, plugin);
  exchange.status = fault?.kind === 'garbage' || line === null ? null : given.status;
  exchange.responseBody = fault?.kind === 'garbage' ? NONSENSE : line;
  socket.end(exchange.responseBody ?? '');
}

/** What a plugin writes; null when it closes the connection instead. */
function answerLine(answer: VotifierAnswer, plugin: VotifierPlugin): string | null {
  if (plugin === 'HytaleVotifier') return hytaleAnswer(answer);
  return plugin !== 'NuVotifier' && answer.status === 'error' ? null : nuVotifierAnswer(answer);
}
