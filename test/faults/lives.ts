import { fork } from 'node:child_process';
import { EventEmitter, once } from 'node:events';

import type { Program } from './bundles.ts';
import type { Lifetime } from './history.ts';
import type { Arm, KillPoint } from './kill-points.ts';
import { CANNOT_START, type Command, type Notice, type Orders } from './messages.ts';
import { watchStarvation } from './starvation.ts';

/** One process of the bot. When it dies, the next one in its place starts at once. */
export type Life = {
  readonly place: number;
  readonly pid: number | undefined;
  readonly lifetime: Lifetime;
  isReady: boolean;
  isPaused: boolean;
  signal(name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void;
  tell(command: Command): void;
};

/** What a world needs of its processes, which may be simulated (`test/simulation`). */
export type AnyLives = EventEmitter<LivesEvents> &
  Pick<Lives, 'all' | 'lifetimes' | 'rounds' | 'kills' | 'crashes' | 'start' | 'end' | 'disarm'>;

/** Where the processes of a world run. `running`: where those that run are kept; `places`: how many run at once */
export type Places = {
  running: Set<Life>;
  places: number;
  /** read at each start */
  environment: (place: number) => Record<string, string>;
};

type LivesOptions = Places & {
  program: Program;
  /** for each new life */
  arm: () => readonly Arm[];
  /** what became of a life's arms: `point` is undefined when it ended without one */
  onArmsDone: (arms: readonly Arm[], point: KillPoint | undefined) => void;
};

/**
 * `change` fires when a process is ready, has finished a round of recovery, or has ended; `lost` when a COMMIT of one was;
 * `stopped` when one is, at a point of its own.
 */
export type LivesEvents = {
  change: [];
  ended: [];
  lost: [];
  stopped: [from: number, until: number];
  starved: [from: number, until: number];
};

/** The processes of the bot. */
export class Lives extends EventEmitter<LivesEvents> {
  /** how many died at a kill point */
  kills = 0;
  /** how many rounds of recovery were finished, all processes together */
  rounds = 0;
  /** ends that nobody chose, in words */
  readonly crashes: string[] = [];
  /** of all processes, also of those that were never ready */
  readonly lifetimes: Lifetime[] = [];
  readonly all: ReadonlySet<Life>;
  readonly #options: LivesOptions;
  readonly #endWatching: () => void;
  #ending = false;
  #disarmed = false;

  constructor(options: LivesOptions) {
    super();
    this.setMaxListeners(0);
    this.all = options.running;
    this.#options = options;
    this.#endWatching = watchStarvation(
      () => [process.pid, ...[...this.all].flatMap(({ pid }) => pid ?? [])],
      (from, until) => this.emit('starved', from, until),
    );
  }

  /** Resolves once there is a process in every place. */
  async start(): Promise<void> {
    for (let place = 0; place < this.#options.places; place += 1) {
      const life = this.#launch(place);
      while (!life.isReady && this.all.has(life)) await once(this, 'change');
    }
  }

  /** From now on nobody dies at a kill point. */
  disarm(): void {
    this.#disarmed = true;
    for (const life of this.all) life.tell('disarmed');
  }

  async end(): Promise<void> {
    this.#endWatching();
    this.#ending = true;
    for (const life of this.all) life.signal('SIGKILL');
    while (this.all.size > 0) await once(this, 'change');
  }

  /** A process is stopped at a point of its own. */
  #note(life: Life, from: number, until: number): void {
    if (this.#disarmed) life.signal('SIGCONT');
    life.isPaused = true;
    setTimeout(() => {
      life.isPaused = false;
      this.emit('change');
    }, until - Date.now());
    this.emit('stopped', from, until);
  }

  #launch(place: number): Life {
    const { running, environment, program, arm } = this.#options;
    const arms = this.#disarmed ? [] : arm();
    const orders: Orders = { arms: [...arms] };
    const child = fork(program.path, {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: {
        PATH: process.env.PATH,
        FAULT_PATIENT: process.env.FAULT_PATIENT,
        ...environment(place),
        ORDERS: JSON.stringify(orders),
        NODE_COMPILE_CACHE: program.compileCache,
      },
    });
    const lifetime: Lifetime = { number: this.lifetimes.length, from: Infinity, until: Infinity };
    this.lifetimes.push(lifetime);
    const life: Life = {
      place,
      pid: child.pid,
      lifetime,
      isReady: false,
      isPaused: false,
      signal: (name) => void child.kill(name),
      tell(command) {
        if (child.connected) child.send(command, () => undefined);
      },
    };
    let point: KillPoint | undefined;
    running.add(life);
    child.on('message', (notice: Notice) => {
      if (notice === 'ready') {
        life.isReady = true;
        lifetime.from = Date.now();
      } else if (notice === 'recovered') this.rounds += 1;
      else if (notice === 'lost') this.emit('lost');
      else if ('dies' in notice) point = notice.dies;
      else this.#note(life, notice.at, notice.at + notice.ms);
      this.emit('change');
    });
    child.on('exit', (code, signal) => {
      running.delete(life);
      lifetime.until = Date.now();
      this.#options.onArmsDone(arms, this.#ending ? undefined : point);
      if (this.#ending) {
        this.emit('change');
        return;
      }
      // A process may be killed before its last notice has left it.
      const isKilled = point !== undefined || signal === 'SIGKILL';
      if (!life.isReady && !isKilled && code !== CANNOT_START) throw new Error('the bot cannot be loaded, see above');
      this.emit('ended');
      if (point) this.kills += 1;
      else if (life.isReady && !isKilled)
        this.crashes.push(`a process ended by itself (code ${String(code)}, ${String(signal)})`);
      this.#launch(place);
      this.emit('change');
    });
    return life;
  }
}
