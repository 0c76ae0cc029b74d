import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

export type Instruction = { name: string; flags: Record<string, string>; text: string };

/** The patterns that say what the build may read. */
export const IGNORED = readFileSync('ops/Dockerfile.dockerignore', 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

/** What is left of a Dockerfile once its steps have been run. */
export type Image = {
  /** of the last stage */
  root: string;
  workdir: string;
  environment: Record<string, string>;
  entrypoint: string[];
  healthcheck: string[];
  stopSignal: NodeJS.Signals;
  /** folders that were given to the user that the image runs as */
  owned: string[];
};

export function parseDockerfile(text: string): Instruction[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const {
      name = '',
      flags = '',
      rest = '',
    } = /^(?<name>[A-Z]+) (?<flags>(?:--\S+ )*)(?<rest>.+)$/.exec(line)?.groups ?? {};
    const pairs = Array.from(flags.matchAll(/--([a-z-]+)=(\S+)/g), ([, flag = '', value = '']) => [flag, value]);
    return { name, flags: Object.fromEntries(pairs) as Record<string, string>, text: rest };
  });
}

/** Whether the build may read a file of the project: of the patterns, `*` or a path each, the last that fits decides. */
export function isInContext(path: string, patterns: readonly string[]): boolean {
  const deciding = patterns.findLast((pattern) => {
    const name = pattern.replace('!', '');
    return name === '*' || path === name || path.startsWith(`${name}/`);
  });
  return deciding?.startsWith('!') ?? true;
}

/**
 * Runs the steps of `ops/Dockerfile` in folders that stand for the stages, with the commands as they are written there.
 * These are run by this machine, so none of them may name a path from the root.
 *
 * @param folder - empty, for the stages
 * @param environment - for the commands
 */
export function buildImage(folder: string, environment: Record<string, string>): Image {
  const stages = new Map<string, string>();
  let image = emptyImage('');
  for (const { name, flags, text } of parseDockerfile(readFileSync('ops/Dockerfile', 'utf8'))) {
    const here = join(image.root, image.workdir);
    if (name === 'FROM') {
      image = emptyImage(join(folder, `stage-${stages.size}`));
      stages.set(/ AS (\w+)$/.exec(text)?.[1] ?? '', image.root);
    } else if (name === 'WORKDIR') {
      image.workdir = text;
      mkdirSync(join(image.root, text), { recursive: true });
    } else if (name === 'COPY') {
      const copied = copy(text.split(' '), flags.from === undefined ? undefined : stages.get(flags.from), here);
      if (flags.chown !== undefined) image.owned.push(...copied);
    } else if (name === 'RUN') {
      if (/\s\//.test(text)) throw new Error(`this would touch the machine: ${text}`);
      execFileSync('sh', ['-c', text], { cwd: here, env: environment, stdio: ['ignore', 'ignore', 'inherit'] });
    } else note(image, name, text);
  }
  return image;
}

/**
 * @param stage - the folder of the stage to copy from; without it, from the project
 * @returns the copies
 */
function copy(paths: readonly string[], stage: string | undefined, here: string): string[] {
  const to = paths.at(-1) ?? '';
  return paths.slice(0, -1).map((from) => {
    const target = to === './' ? join(here, basename(from)) : join(here, to);
    const filter = (path: string) => stage !== undefined || isInContext(path, IGNORED);
    cpSync(stage === undefined ? from : join(stage, from), target, { recursive: true, filter });
    return target;
  });
}

const emptyImage = (root: string): Image => ({
  root,
  workdir: '/',
  environment: {},
  entrypoint: [],
  healthcheck: [],
  stopSignal: 'SIGTERM',
  owned: [],
});

/** Instructions that say how the image is run. */
function note(image: Image, name: string, text: string): void {
  if (name === 'ENV') {
    for (const pair of text.split(' ')) {
      const [variable = '', value = ''] = pair.split('=', 2);
      image.environment[variable] = value;
    }
  } else if (name === 'ENTRYPOINT') image.entrypoint = JSON.parse(text) as string[];
  else if (name === 'HEALTHCHECK') image.healthcheck = JSON.parse(text.replace(/^CMD /, '')) as string[];
  else if (name === 'STOPSIGNAL') image.stopSignal = text as NodeJS.Signals;
  else if (name !== 'USER' && name !== 'LABEL') throw new Error(`this test does not know ${name}`);
}

/** Takes the right to write away from everyone, but in the folders that the image gave away. */
export function makeReadOnly({ root, owned }: Image): void {
  const isOwned = (path: string) => owned.some((folder) => path === folder || path.startsWith(`${folder}/`));
  for (const path of [root, ...everythingIn(root)].filter((path) => !isOwned(path))) {
    if (!lstatSync(path).isSymbolicLink()) chmodSync(path, statSync(path).mode & 0o555);
  }
}

export function everythingIn(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => join(root, path));
}
