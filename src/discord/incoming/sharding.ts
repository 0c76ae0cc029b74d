import {
  CloseCodes,
  managerToFetchingStrategyOptions,
  SimpleContextFetchingStrategy,
  WebSocketShard,
  WebSocketShardDestroyRecovery,
  WebSocketShardEvents,
  WebSocketShardStatus,
  type IContextFetchingStrategy,
  type IShardingStrategy,
  type WebSocketManager,
  type WebSocketShardDestroyOptions,
} from '@discordjs/ws';
import { GatewayCloseCodes } from 'discord.js';

import { type Clock, withinTime, MINUTE_MS } from '../../work/clock.ts';
import type { Log } from '../../work/log.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = MINUTE_MS;
/** After a connection that lasted this long, the waits start short again. */
const STEADY_MS = MINUTE_MS;
/** How long the end of a shard waits for Discord's part of closing a connection, which may never come. */
const HANDSHAKE_PATIENCE_MS = 1_500;

type ShardingOptions = { clock: Clock; log: Log };

/** How discord.js itself connects again. */
type Connecting = { internalConnect(): Promise<void> };

/**
 * Keeps the shards of this process connected. The strategy of discord.js tries twice a second while Discord is away,
 * even after it was told to end; this one waits longer after each failure, and ends. It logs once that a shard is without
 * a connection, however many attempts fail until it has one.
 */
export function createSharding(options: ShardingOptions): (manager: WebSocketManager) => IShardingStrategy {
  return (manager) => {
    const shards = new Map<number, PatientShard>();
    return {
      async spawn(shardIds) {
        const fetching = await managerToFetchingStrategyOptions(manager);
        for (const shardId of shardIds) {
          const shard = new PatientShard(new SimpleContextFetchingStrategy(manager, fetching), shardId, options);
          for (const event of Object.values(WebSocketShardEvents)) {
            shard.on(event, (payload?: object) => manager.emit(event, { ...payload, shardId }));
          }
          shards.set(shardId, shard);
        }
      },
      async connect() {
        await Promise.all([...shards.values()].map((shard) => shard.connect()));
      },
      async destroy(reason) {
        await Promise.all([...shards.values()].map((shard) => shard.end(reason)));
        shards.clear();
      },
      async send(shardId, payload) {
        await shards.get(shardId)?.send(payload);
      },
      fetchStatus: () => Promise.reject(new Error('nobody asks for the status here')),
    };
  };
}

class PatientShard extends WebSocketShard {
  readonly #sessions: IContextFetchingStrategy;
  readonly #options: ShardingOptions;
  readonly #ending = new AbortController();
  #isGreeted = false;
  #isWaiting = false;
  #failures = 0;
  #connectedAt: number | undefined;
  #lostAt: number | undefined;

  constructor(sessions: IContextFetchingStrategy, id: number, options: ShardingOptions) {
    super(sessions, id);
    this.#sessions = sessions;
    this.#options = options;
    this.on(WebSocketShardEvents.Hello, () => {
      this.#isGreeted = true;
      if (this.#isEnding()) void super.destroy();
    });
    for (const event of [WebSocketShardEvents.Ready, WebSocketShardEvents.Resumed] as const) {
      this.on(event, () => {
        this.#restored();
      });
    }
  }

  /** Called by discord.js whenever a connection is of no more use; `recover` asks for another one. */
  override async destroy({ recover, ...how }: WebSocketShardDestroyOptions = {}): Promise<void> {
    if (recover === undefined || this.#isEnding()) {
      await super.destroy(how);
      return;
    }
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#lost(how);
    await this.#disconnect(how, recover);
    await this.#options.clock.sleep(this.#nextWaitMs(), this.#ending.signal);
    this.#isWaiting = false;
    if (this.#isEnding()) return;
    this.#isGreeted = false;
    // The first `connect` still waits for a ready connection, and each further one would add listeners that do.
    await (this as unknown as Connecting).internalConnect();
  }

  async end(how: WebSocketShardDestroyOptions = {}): Promise<void> {
    this.#ending.abort();
    // To give up a socket in its handshake can end the process with an error: the listener for Discord's Hello closes it.
    if (this.status === WebSocketShardStatus.Connecting && !this.#isGreeted) return;
    await withinTime(super.destroy(how), HANDSHAKE_PATIENCE_MS, this.#options.clock);
  }

  #isEnding(): boolean {
    return this.#ending.signal.aborted;
  }

  /** Keeps a session that is to be resumed. */
  async #disconnect(how: WebSocketShardDestroyOptions, recover: WebSocketShardDestroyRecovery): Promise<void> {
    if (recover !== WebSocketShardDestroyRecovery.Resume) {
      await super.destroy(how);
      return;
    }
    const session = await this.#sessions.retrieveSessionInfo(this.id);
    await super.destroy({ code: CloseCodes.Resuming, ...how });
    await this.#sessions.updateSessionInfo(this.id, session);
  }

  /** Grows with each failure, up to a minute, and differs from bot to bot. */
  #nextWaitMs(): number {
    const { clock } = this.#options;
    const isSteady = this.#connectedAt !== undefined && clock.now() - this.#connectedAt >= STEADY_MS;
    this.#connectedAt = undefined;
    if (isSteady) this.#failures = 0;
    const max = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures);
    this.#failures += 1;
    return max * (0.5 + clock.random() / 2);
  }

  #lost({ code, reason }: WebSocketShardDestroyOptions): void {
    if (this.#lostAt !== undefined) return;
    const { clock, log } = this.#options;
    this.#lostAt = clock.now();
    const name = code === undefined ? undefined : GatewayCloseCodes[code];
    const why = reason ?? name ?? 'the connection broke, or could not be made';
    log.warn({ shardId: this.id, closeCode: code, reason: why }, 'no connection to Discord, trying again');
  }

  #restored(): void {
    const { clock, log } = this.#options;
    this.#connectedAt = clock.now();
    if (this.#lostAt === undefined) return;
    const durationMs = this.#connectedAt - this.#lostAt;
    log.info({ shardId: this.id, durationMs }, 'connected to Discord again');
    this.#lostAt = undefined;
  }
}
