import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { PostgresServer } from './postgres-server.ts';

/** The variable that tells the workers whom to ask for a database. */
const ASKED_AT = 'POSTGRES_DATABASES';
/** Of all workers together, each of which has a dozen stores open at the most. */
const CONNECTIONS = 500;

/** Runs one Postgres server for all test files. It starts when a test first asks for a database. */
export default async function sharePostgres(): Promise<() => Promise<void>> {
  let postgres: Promise<PostgresServer> | undefined;
  const createDatabase = async () => {
    postgres ??= PostgresServer.start([`max_connections=${CONNECTIONS}`]);
    return (await postgres).createDatabase();
  };
  const asked = createServer((_request, response) => {
    createDatabase().then(
      (url) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  asked.listen(0, '127.0.0.1');
  await once(asked, 'listening');
  process.env[ASKED_AT] = `http://127.0.0.1:${(asked.address() as AddressInfo).port}/`;
  return async () => {
    asked.closeAllConnections();
    asked.close();
    const server = await postgres?.catch(() => undefined);
    await server?.stop();
  };
}

/** Creates an empty database on the server that all test files share. @returns its URL */
export async function createSharedDatabase(): Promise<string> {
  const answer = await fetch(process.env[ASKED_AT] ?? '');
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}
