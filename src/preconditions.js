/**
 * What has to be right before the program is loaded, for the launcher and the bundle. Even a Node that is too old must
 * understand this file.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';

/** @param {string} engine - the Node that package.json asks for */
export function oldestOf(engine) {
  return Number.parseInt(engine.replace('>=', ''), 10);
}

/** @param {number} oldest */
export function isAtLeast(oldest) {
  return Number.parseInt(process.versions.node, 10) >= oldest;
}

/**
 * @param {number} oldest
 * @param {string} mend
 */
export function refuseNode(oldest, mend) {
  fail(`This needs Node ${oldest} or newer, and here is ${process.versions.node}: ${mend}.`);
}

/**
 * Node itself says of a file that it may not read that there is none.
 *
 * @returns undefined where it cannot be read, once that is said
 */
export function readEnv() {
  try {
    return readFileSync('.env', 'utf8');
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    const mend =
      code === 'EISDIR'
        ? 'it is a folder, as Docker makes one for a file that is missing: remove it, and copy .env.example there'
        : code === 'EACCES' || code === 'EPERM'
          ? 'it belongs to somebody else: run "sudo chown $(id -u) .env"'
          : `its disk says ${code}`;
    fail(`.env cannot be read: ${mend}.`);
    return undefined;
  }
}

/** @param {string} sentence */
export function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
