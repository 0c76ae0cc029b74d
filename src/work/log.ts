import { pino, type DestinationStream } from 'pino';

import { REDACTED } from '../secret.ts';
import { BlockedError, StatusError } from './errors.ts';

/** The only fields of a log line, so that an object logged by mistake brings no credential along. */
const FIELDS = [
  'attempts',
  'bot',
  'claimId',
  'closeCode',
  'command',
  'count',
  'database',
  'durationMs',
  'entityId',
  'err',
  'guildId',
  'home',
  'host',
  'interactionId',
  'interactions',
  'kind',
  'mend',
  'outcome',
  'paths',
  'postId',
  'reason',
  'reference',
  'refusedBy',
  'result',
  'retryAt',
  'servers',
  'services',
  'shardId',
  'signal',
  'status',
  'userId',
  'verdict',
] as const;
const allowedFields: ReadonlySet<string> = new Set(FIELDS);

export type LogFields = Partial<Record<(typeof FIELDS)[number], unknown>>;
type Write = { (fields: LogFields, message: string): void; (message: string): void };
/** Has no `child`: fields bound to a child logger would bypass the allow-list. */
export type Log = Record<'debug' | 'info' | 'warn' | 'error' | 'fatal', Write>;

const CAUSES_SHOWN = 4;
const DEBUG = 20;

/** Credentials in running text: authorization headers, interaction and webhook URLs, passwords in connection URLs. */
const CREDENTIAL_PATTERNS: readonly [RegExp, string][] = [
  [/\b([Bb]earer|Bot)\s+[\w.~+/=-]+/g, `$1 ${REDACTED}`],
  [/(\/webhooks\/\d+\/)[^/\s"'?\\]+/g, `$1${REDACTED}`],
  [/(\/interactions\/\d+\/)[^/\s"'?\\]+/g, `$1${REDACTED}`],
  [/(\/\/[^\s:@/"]*:)[^\s/"]+@/g, `$1${REDACTED}@`],
  [/([?&]password=)[^\s&"]+/g, `$1${REDACTED}`],
];

/** What a terminal may obey, or hide, and JSON leaves as it is: control characters from U+007F on, and those of direction. */
const UNSEEN = /[\u007F-\u009F\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Writes JSON lines with allow-listed fields, scrubbed of `secrets` and of all that looks like a credential. Whatever
 * others have named, a line has only characters that are seen.
 */
export function createLog(options: {
  level: string;
  secrets: readonly string[];
  destination?: DestinationStream;
}): Log {
  const scrub = createScrubber(options.secrets);
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => Object.fromEntries(Object.entries(fields).filter(([name]) => allowedFields.has(name))),
      },
      serializers: { err: describeError },
      hooks: {
        streamWrite: scrub,
        logMethod(given, method, level) {
          const [fields] = given as [unknown];
          // A block of all requests has a line of its own. Whatever fails by it would add thousands.
          if (level > DEBUG && isByBlock(fields)) this.debug(...given);
          else method.apply(this, given);
        },
      },
    },
    options.destination ?? pino.destination(2),
  );
}

function isByBlock(fields: unknown): boolean {
  let error = (fields as { err?: unknown } | undefined)?.err;
  for (let depth = 0; depth < CAUSES_SHOWN && !(error instanceof BlockedError); depth += 1) {
    error = error instanceof Error ? error.cause : undefined;
  }
  return error instanceof BlockedError;
}

function createScrubber(secrets: readonly string[]): (line: string) => string {
  const known = secrets.filter((text) => text.length > 0).map((text) => JSON.stringify(text).slice(1, -1));
  return (line) => {
    let clean = line;
    for (const text of known) clean = clean.replaceAll(text, REDACTED);
    for (const [pattern, replacement] of CREDENTIAL_PATTERNS) clean = clean.replace(pattern, replacement);
    return clean.replace(UNSEEN, escaped);
  };
}

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/**
 * Name, message, code, status and stack of an error, then its causes; never its other properties. An answer of a host,
 * such as 401, says all by itself: where it was read in the code helps nobody.
 */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return String(error);
  const { code, status } = error as { code?: unknown; status?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(typeof status === 'number' ? { status } : {}),
    ...(error instanceof StatusError ? {} : { stack: error.stack }),
    ...(error.cause !== undefined && depth < CAUSES_SHOWN ? { cause: describeError(error.cause, depth + 1) } : {}),
  };
}
