import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

/** Serves several owners at once (guilds, hooks or jobs), each by one piece of work after the other. */
export type Worker = {
  /** Begins to serve the owners who have something due, and resolves when there is room for more. Never rejects. */
  round(stopping: AbortSignal): Promise<void>;
  /** Resolves when no owner is being served. */
  idle(): Promise<void>;
};

export type Job = {
  /** Begins nothing more, and resolves when nothing is under way. */
  stop(): Promise<void>;
};

export function createWorker<Owner extends { id: string; guildId?: string }>(options: {
  /** for the log */
  name: string;
  atOnce: number;
  /** Finds owners, the longest waiting first. @param serving - being served now: if found again, they are skipped */
  due: (serving: readonly Owner[]) => Promise<readonly Owner[]>;
  /** Does one piece of work. @returns whether to go on with this owner at once */
  next: (owner: Owner, stopping: AbortSignal) => Promise<boolean>;
  /** Called when an owner's work is over, but not when it failed. */
  leave?: (owner: Owner) => Promise<void>;
  log: Log;
}): Worker {
  const { name, atOnce, due, next, leave, log } = options;
  const serving = new Map<string, { owner: Owner; served: Promise<void> }>();

  const logFailure = (error: unknown, guildId?: string) => {
    log.error({ err: error, kind: name, guildId }, 'a job failed, it will be tried again');
  };

  async function serve(owner: Owner, stopping: AbortSignal): Promise<void> {
    try {
      while (!stopping.aborted && (await next(owner, stopping)));
      await leave?.(owner);
    } catch (error) {
      logFailure(error, owner.guildId);
    }
  }

  const allServed = () => [...serving.values()].map(({ served }) => served);

  async function findRoom(): Promise<void> {
    while (serving.size >= atOnce) await Promise.race(allServed());
  }

  return {
    async round(stopping) {
      try {
        for (const owner of await due([...serving.values()].map((one) => one.owner))) {
          await findRoom();
          if (serving.has(owner.id)) continue;
          const served = serve(owner, stopping).finally(() => serving.delete(owner.id));
          serving.set(owner.id, { owner, served });
        }
      } catch (error) {
        logFailure(error);
      }
      await findRoom();
    },
    async idle() {
      await Promise.all(allServed());
    },
  };
}

/** Lets a worker look for what is due at once, and then again `everyMs` after each round. */
export function start(worker: Worker, { everyMs, clock }: { everyMs: number; clock: Clock }): Job {
  const stopping = new AbortController();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await worker.round(stopping.signal);
      await clock.sleep(everyMs, stopping.signal);
    }
    await worker.idle();
  }

  const running = run();
  return {
    stop() {
      stopping.abort();
      return running;
    },
  };
}

/** Runs each work at once, and again `everyMs` after it ended or failed. None waits for another. */
export function repeat(
  works: readonly ((stopping: AbortSignal) => Promise<void>)[],
  { name, everyMs, clock, log }: { name: string; everyMs: number; clock: Clock; log: Log },
): Job {
  const owners = works.map((work, index) => ({ id: String(index), work }));
  const worker = createWorker({
    name,
    atOnce: owners.length,
    due: () => Promise.resolve(owners),
    next: ({ work }, stopping) => work(stopping).then(() => false),
    log,
  });
  return start(worker, { everyMs, clock });
}
