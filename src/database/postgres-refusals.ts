/** Why a Postgres server, or a pooler before it, cannot be used. `mayPass`: whether waiting may help */
export type Refusal = { said: string; mayPass: boolean };

const [TLS, NO_TLS] = ['?sslmode=verify-full', '?sslmode=disable'];
const NEEDS_TLS = `it takes no connection without TLS: add ${TLS}.`;
const PERCENT = 'In the password, # / ? @ and % are written %23 %2F %3F %40 %25.';
const UNKNOWN_AUTHORITY = `no authority that is known here signed its certificate: download the provider's, and add ${TLS}&sslrootcert=FILE. ?sslmode=no-verify encrypts without checking who answers.`;
const TAKEN = `all its connections are taken: allow more (max_connections, or the size of the pool), or end other programs. Each process of the bot opens up to 20.`;
const MAY_PASS = true;

/**
 * The first row whose pattern is in the code and the message of an error, of Node, `pg`, Postgres (its documentation,
 * appendix A) or a pooler: those have the code 08P01 or XX000 for almost everything (PgBouncer's `send_pooler_error`).
 * Their own messages are not shown, as they may name the user.
 */
const REFUSALS: readonly [RegExp, said: string, mayPass?: boolean][] = [
  [/ECONNREFUSED/, 'ECONNREFUSED. Is Postgres running, and on this port?'],
  [/ENOTFOUND/, `ENOTFOUND. Is the host name right? ${PERCENT}`],
  [/EAI_AGAIN/, 'its host name cannot be looked up for now: check the network of this machine.', MAY_PASS],
  [/ENETUNREACH|EHOSTUNREACH/, 'this machine has no way to its address, which may be IPv6 alone: check the network, or use the address of a pooler.'], // prettier-ignore
  [/connect (?:ENOENT|EACCES)/, 'there is no socket of Postgres at this path, or not for this user.'],
  [/ENOENT|EACCES|EISDIR/, 'the file of sslrootcert, sslcert or sslkey cannot be read.'],
  [/does not support SSL/, `it does not speak TLS: write ${NO_TLS} on a private network, or turn TLS on there.`],
  [/SELF_SIGNED|UNABLE_TO|CERT_UNTRUSTED/, UNKNOWN_AUTHORITY],
  [/ALTNAME/, 'its certificate is for another host: write the name that the certificate has.'],
  [/CERT_HAS_EXPIRED|CERT_NOT_YET/, 'its certificate is not valid today: renew it, or set the clock of this machine.'],
  [/^(?:ERR_SSL|ERR_OSSL|EPROTO)|establishing an SSL/, 'it answers, but not with TLS that is safe. Is this the port of Postgres?'], // prettier-ignore
  [/^28000.*(?:no encryption|SSL off)/i, NEEDS_TLS],
  [/SSL (?:connection )?(?:is )?required|requires? SSL/i, NEEDS_TLS],
  [/^28000.*pg_hba/, 'pg_hba.conf lets this user in from elsewhere alone: add a line for this machine.'],
  [/client password must be|password was empty|empty password/i, 'it asks for a password, and DATABASE_URL has none.'],
  [/tenant or user not found/i, 'the pooler does not know the user: at Supabase it is called postgres.PROJECT there.'],
  [/^28P01|password authentication failed|SASL/, `Postgres refuses the user or the password. ${PERCENT}`],
  [/^28000|no such user/, 'Postgres refuses the user. Is there such a role, and may it log in?'],
  [/^3D000|no such database|bouncer config error/, 'there is no such database. Make it with createdb.'],
  [/^42501/, 'the user may not make tables in it: grant create on schema public, or make the user its owner.'],
  [/^3F000/, 'its user has no schema to make tables in: create schema public, or set the search_path of the user.'],
  [/^55000/, 'this database takes no connections: choose another one, or let it (alter database … allow_connections).'],
  [
    /quota|endpoint (?:is |has been )?disabled|project (?:is )?paused/i,
    'its provider has stopped it: look at its plan and its limits there.',
  ],
  [/^25006/, 'it only reads, as a standby does: give the address of the primary.'],
  [/^57014/, 'another process is bringing its tables up to date: start again once that is done.'],
  [/^53100/, 'its disk is full: make room there.'],
  [/^53(?!300)/, 'it is short of memory, or at another limit of its own: its log says which.', MAY_PASS],
  [/^53|no more connections allowed|max client connections|max_client_conn|query_wait_timeout/i, TAKEN, MAY_PASS],
  [/^57P0/, 'it is starting or stopping.', MAY_PASS],
  [/^08P01.*(?:server_login_retry|server login|connect failed|cannot connect)|^08(?!P01)/, 'the pooler cannot reach Postgres behind it.', MAY_PASS], // prettier-ignore
  [/ETIMEDOUT|timeout/i, 'it does not answer: check the host, the port and the firewall between.', MAY_PASS],
  [/ECONNRESET|EPIPE|terminated/, `it closes the connection. Is this the port of Postgres, and does it want TLS (${TLS})?`, MAY_PASS], // prettier-ignore
];

export function explainRefusal(error: unknown): Refusal {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const words = `${typeof code === 'string' ? code : ''} ${String(message)}`.trimStart();
  const found = REFUSALS.find(([pattern]) => pattern.test(words));
  if (found) return { said: found[1], mayPass: found[2] ?? false };
  const said = typeof code === 'string' ? `it refuses with ${code} (PostgreSQL's documentation, appendix A).` : words;
  return { said, mayPass: false };
}

/** Whether a pooler refuses what a connection asks for at its start (PgBouncer's `set_startup_options`). */
export function refusesSettings(error: unknown): boolean {
  return /unsupported startup parameter/i.test(String((error as { message?: unknown } | undefined)?.message));
}
