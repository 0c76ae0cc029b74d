import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

import { type CompiledQuery, type DatabaseConnection, Kysely, type QueryResult, SqliteDialect } from 'kysely';

import type { Statement, StatementResult } from './reading-thread.ts';
import type { Schema } from './schema.ts';

/**
 * Reads a SQLite file in a thread, which starts with the first statement. A search through half a million claims takes
 * a third of a second; meanwhile this thread acknowledges and records. Checkpoints wait for the disk there as well.
 */
export function openReading(path: string): Kysely<Schema> {
  const sqlite = new SqliteDialect({ database: () => Promise.reject(new Error('the thread opens it')) });
  const thread = new ReadingThread(path);
  const run = (sql: string) => thread.run(sql).then(() => undefined);
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => sqlite.createAdapter(),
      createIntrospector: (db) => sqlite.createIntrospector(db),
      createQueryCompiler: () => sqlite.createQueryCompiler(),
      createDriver: () => ({
        init: () => Promise.resolve(),
        acquireConnection: () => Promise.resolve(thread),
        beginTransaction: () => run('begin'),
        commitTransaction: () => run('commit'),
        // A thread that died has ended its transaction.
        rollbackTransaction: () => run('rollback').catch(() => undefined),
        releaseConnection: () => Promise.resolve(),
        destroy: () => thread.end(),
      }),
    },
  });
}

class ReadingThread implements DatabaseConnection {
  readonly #path: string;
  readonly #asked = new Map<number, PromiseWithResolvers<unknown[]>>();
  #worker: Worker | undefined;
  #last = 0;

  constructor(path: string) {
    this.#path = path;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return { rows: (await this.run(sql, parameters)) as R[] };
  }

  streamQuery(): never {
    throw new Error('rows are read page by page');
  }

  /** @returns its rows; none for a statement that reads nothing */
  run(sql: string, parameters: readonly unknown[] = []): Promise<unknown[]> {
    const number = (this.#last += 1);
    const answer = Promise.withResolvers<unknown[]>();
    this.#asked.set(number, answer);
    this.#worker ??= this.#start();
    this.#worker.postMessage({ number, sql, parameters } satisfies Statement);
    return answer.promise;
  }

  async end(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    // Beside this file in the bundle too, where both are JavaScript.
    const thread = new URL(`reading-thread${extname(import.meta.url)}`, import.meta.url);
    const worker = new Worker(thread, { workerData: { path: this.#path } });
    worker.on('message', (result: StatementResult) => {
      const answer = this.#asked.get(result.number);
      this.#asked.delete(result.number);
      if ('rows' in result) answer?.resolve(result.rows);
      else answer?.reject(result.error);
    });
    const lose = (error: unknown) => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      for (const answer of this.#asked.values()) answer.reject(error);
      this.#asked.clear();
    };
    // It could not open the file, or ran out of memory: the next statement starts another one.
    worker.on('error', lose);
    worker.on('exit', () => {
      lose(new Error('the reading thread has ended'));
    });
    return worker;
  }
}
