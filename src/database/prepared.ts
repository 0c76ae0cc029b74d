import type { CompiledQuery } from 'kysely';

import { Parameter, type Values } from './parameter.ts';
import type { Queries, Store } from './store.ts';

export type ParametersOf<V extends Values> = { readonly [Name in keyof V]: Parameter<V[Name]> };

let isPreparing = false;

/** A value that a statement has of its own, such as the time on the clock of a test: read anew with each run. */
export function eachRun(read: () => unknown): unknown {
  return isPreparing ? read : read();
}

function compile<Row>(query: () => { compile(): CompiledQuery<Row> }): CompiledQuery<Row> {
  isPreparing = true;
  try {
    return query().compile();
  } finally {
    isPreparing = false;
  }
}

type Build<V extends Values, Row> = (
  db: Queries,
  store: Store,
  values: ParametersOf<V>,
) => { compile(): CompiledQuery<Row> };
type Run<V extends Values, Row> = (db: Queries, store: Store, values: V) => Promise<Row[]>;

const UNAWAITED = Symbol('unawaited');

/** Whether these parameters are those of an {@link unawaited} statement. */
export const areUnawaited = (parameters: unknown[]): boolean => UNAWAITED in parameters;

/**
 * The same as {@link prepared} for a statement whose result nobody needs. Within a transaction Postgres gets it together
 * with the next one, which fails if it does.
 */
export function unawaited<V extends Values>(build: Build<V, unknown>): Run<V, unknown> {
  return prepared(build, true);
}

/**
 * A statement whose text is always the same. It is built and compiled at its first run, once for SQLite and once for
 * Postgres: that takes longer than running it.
 */
export function prepared<V extends Values, Row>(build: Build<V, Row>, isUnawaited = false): Run<V, Row> {
  /** by the clock of a kind of database, as SQL */
  const compiled = new WeakMap<Store['now'], CompiledQuery<Row>>();
  const parametersOf = new Proxy({} as ParametersOf<V>, {
    get: (_, name) => new Parameter(String(name)),
    ownKeys: () => {
      throw new TypeError('parameters are known by their names alone: name each one');
    },
  });
  return async (db, store, values) => {
    const query = compiled.get(store.now) ?? compile(() => build(db, store, parametersOf));
    compiled.set(store.now, query);
    const parameters = query.parameters.map((one) =>
      typeof one === 'function' ? (one as (v: V) => unknown)(values) : one,
    );
    if (isUnawaited) Object.assign(parameters, { [UNAWAITED]: true });
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}
