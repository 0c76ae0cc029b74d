import type { Client } from 'discord.js';

import { receiveInteraction } from '../../src/discord/incoming/event-filter.ts';
import type { WayIn as OfProcess } from '../../src/discord/incoming/way-in.ts';
import type { LoopbackDiscord } from '../../src/sandbox/discord/loopback-discord.ts';
import { createLog } from '../../src/work/log.ts';
import type { Life } from '../faults/lives.ts';
import type { WayIn } from '../faults/ways-in.ts';
import { currentMachine } from './machine.ts';
import { time } from './time.ts';

const MOST_ON_THE_WAY_MS = 25;

/** A process to which interactions can be given. */
export type Receiver = Life & { receive: (payload: object) => void };

const log = createLog({ level: 'silent', secrets: [] });
/** What takes the interactions of each process. */
const receivers = new WeakMap<object, (payload: object) => void>();

/** In the place of `src/discord/incoming/way-in.ts`. */
export function throughGateway(client: Client): OfProcess {
  const machine = currentMachine();
  let isOpen = false;
  return {
    lingersMs: 0,
    open() {
      isOpen = true;
      receivers.set(machine, (payload) => {
        if (isOpen) receiveInteraction(client, log, payload);
      });
      return Promise.resolve();
    },
    isReceiving: () => isOpen,
    close() {
      isOpen = false;
      return Promise.resolve();
    },
  };
}

export const byHttp = throughGateway;

export function receiverOf(machine: object): (payload: object) => void {
  return (payload) => receivers.get(machine)?.(payload);
}

/**
 * How interactions reach simulated processes. `toOne`: each to one of the processes, as by HTTP behind a balancer; else all
 * of them get everything, as while one takes over from another
 */
export function createWayIn(discord: LoopbackDiscord, lives: ReadonlySet<Life>, { toOne }: { toOne: boolean }): WayIn {
  const heirs = new Map<string, Set<Life>>();
  let last: { id: string } | undefined;

  function heirsOf(id: string): Set<Life> {
    const given = heirs.get(id) ?? new Set();
    heirs.set(id, given);
    return given;
  }

  function deliver(payload: { id: string }): void {
    const ready = [...lives].filter(({ isReady }) => isReady) as Receiver[];
    const next = ready[Math.floor(time.random.next() * ready.length)];
    for (const life of toOne ? (next ? [next] : []) : ready) {
      heirsOf(payload.id).add(life);
      time.after(time.random.next() * MOST_ON_THE_WAY_MS, () => {
        life.receive(payload);
      });
    }
  }

  discord.gateway.dispatch = (event, data) => {
    if (event !== 'INTERACTION_CREATE') return;
    last = data as { id: string };
    deliver(last);
  };
  return {
    environment: () => ({}),
    heirs: heirsOf,
    deliverAgain() {
      if (last) deliver(last);
    },
    failShared: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
