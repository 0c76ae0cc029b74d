import pg from 'pg';

export type Statement = { text: string; values: unknown[] };

/** Whether a statement begins a transaction, as Kysely writes it. */
export const begins = ({ text }: Statement): boolean => text === 'begin' || text.startsWith('start transaction');

/**
 * Sends statements at once and waits for the result of the last one: every answer of its own costs both sides a turn.
 * After an error Postgres skips the rest of what was sent together, so that nothing runs outside of a transaction that
 * did not begin, and no transaction ends without a part of it (its documentation, "Extended Query").
 */
export function queryTogether(
  client: pg.PoolClient,
  before: readonly Statement[],
  last: Statement,
): Promise<pg.QueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
  const query = new pg.Query(extended(last), (error, results) => {
    if (error) reject(error);
    // Of several statements pg gives an array.
    else resolve((results as unknown as { at(last: -1): pg.QueryResult }).at(-1));
  });
  const submit = query.submit.bind(query);
  query.submit = (connection) => {
    const unfinished = Object.assign(Object.create(connection) as pg.Connection, { sync: () => undefined });
    connection.stream.cork();
    for (const one of before) new pg.Query(extended(one)).submit(unfinished);
    submit(connection);
    connection.stream.uncork();
  };
  client.query(query);
  return promise;
}

/** By messages of their own for each step, as only those can be sent together. */
const extended = (statement: Statement) => ({ ...statement, queryMode: 'extended' });
