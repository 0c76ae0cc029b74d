import { fork, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { shardOf } from '../../src/sandbox/discord/snowflakes.ts';
import type { Arm, KillPoint } from './kill-points.ts';
import { CANNOT_START, type Command, type Notice, type Orders } from './messages.ts';
import type { Patch } from './patches.ts';

const BOT_PROCESS = fileURLToPath(new URL('bot-process.ts', import.meta.url));

/** One process of the bot. When it dies, the next one of its shard starts at once. */
export type Life = { child: ChildProcess; shard: number; arms: readonly Arm[]; isReady: boolean; isPaused: boolean };

type LivesOptions = {
  shards: number;
  /** read at each start */
  environment: () => Record<string, string>;
  patches: readonly Patch[];
  /** for each new life */
  arm: () => readonly Arm[];
  /** what became of a life's arms: `point` is undefined when it ended without one */
  onArmsDone: (arms: readonly Arm[], point: KillPoint | undefined) => void;
  compileCache: string;
};

/** The processes of the bot. `change` fires when one is ready, has finished a round of recovery, or has ended. */
export class Lives extends EventEmitter<{ change: []; ended: [] }> {
  /** how many died at a kill point */
  kills = 0;
  /** how many rounds of recovery were finished, all processes together */
  rounds = 0;
  /** ends that nobody chose, in words */
  readonly crashes: string[] = [];
  readonly all = new Set<Life>();
  readonly #options: LivesOptions;
  #ending = false;
  #disarmed = false;

  constructor(options: LivesOptions) {
    super();
    this.setMaxListeners(0);
    this.#options = options;
  }

  /** Resolves once every shard is served. */
  async start(): Promise<void> {
    const { shards } = this.#options;
    for (let shard = 0; shard < shards; shard += 1) {
      const life = this.#launch(shard);
      while (!life.isReady && this.all.has(life)) await once(this, 'change');
    }
  }

  /** From now on nobody dies at a kill point. */
  disarm(): void {
    this.#disarmed = true;
    for (const life of this.all) this.command(life, 'disarmed');
  }

  /** Which process Discord gives a guild's interactions to. */
  servingGuild(guildId: string): Life[] {
    const shard = shardOf(guildId, this.#options.shards);
    return [...this.all].filter((life) => life.shard === shard);
  }

  command({ child }: Life, command: Command): void {
    if (child.connected) child.send(command, () => undefined);
  }

  async end(): Promise<void> {
    this.#ending = true;
    const ended = [...this.all].map(({ child }) => once(child, 'exit'));
    for (const { child } of this.all) child.kill('SIGKILL');
    await Promise.all(ended);
  }

  #launch(shard: number): Life {
    const { environment, patches, arm, compileCache, shards } = this.#options;
    const arms = this.#disarmed ? [] : arm();
    const orders: Orders = { patches: [...patches], arms: [...arms] };
    const child = fork(BOT_PROCESS, {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: {
        PATH: process.env.PATH,
        ...environment(),
        SHARD_IDS: String(shard),
        SHARD_COUNT: String(shards),
        ORDERS: JSON.stringify(orders),
        COMPILE_CACHE: compileCache,
      },
    });
    const life: Life = { child, shard, arms, isReady: false, isPaused: false };
    let point: KillPoint | undefined;
    this.all.add(life);
    child.on('message', (notice: Notice) => {
      if (notice === 'ready') life.isReady = true;
      else if (notice === 'recovered') this.rounds += 1;
      else point = notice.dies;
      this.emit('change');
    });
    child.on('exit', (code, signal) => {
      this.all.delete(life);
      this.#options.onArmsDone(arms, this.#ending ? undefined : point);
      if (this.#ending) return;
      // A process may be killed before its last notice has left it.
      const isKilled = point !== undefined || signal === 'SIGKILL';
      if (!life.isReady && !isKilled && code !== CANNOT_START) throw new Error('the bot cannot be loaded, see above');
      this.emit('ended');
      if (point) this.kills += 1;
      else if (life.isReady && !isKilled)
        this.crashes.push(`a process ended by itself (code ${String(code)}, ${String(signal)})`);
      this.#launch(shard);
      this.emit('change');
    });
    return life;
  }
}

/** Fills the cache of compiled modules, from which every process then starts in half the time. */
export async function warmUp(compileCache: string, patches: readonly Patch[]): Promise<void> {
  const child = fork(BOT_PROCESS, {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {
      PATH: process.env.PATH,
      ORDERS: JSON.stringify({ patches, arms: [] }),
      COMPILE_CACHE: compileCache,
      ONLY_COMPILE: '1',
    },
  });
  await once(child, 'exit');
}
