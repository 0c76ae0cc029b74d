import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../temporary-folder.ts';

const FILES = ['ops/Dockerfile', 'ops/compose.yaml', 'ops/compose-large.yaml', 'ops/kubernetes.yaml'];
/** An image that a file builds on or runs, by a tag. */
const BY_TAG = /^( *image: |FROM (?:--\S+ )?)([^\s@]+:[^\s@/]+)(?=\s)/gm;

/** Stands for the digest that the registry has for an image. */
const digestOf = (image: string) => `sha256:${createHash('sha256').update(image).digest('hex')}`;

function copies(): string[] {
  const root = temporaryFolder();
  return FILES.map((file) => {
    const copy = join(root, basename(file));
    copyFileSync(file, copy);
    return copy;
  });
}

/** @param registry - what the registry says of `$image`, as a line of a shell */
function pin(
  files: readonly string[],
  registry = `printf 'sha256:%s\\n' "$(printf %s "$image" | sha256sum | cut -c -64)"`,
) {
  const programs = temporaryFolder();
  const docker = `#!/bin/bash
[ "$1 $2 $3 $4 $5" = 'buildx imagetools inspect --format {{.Manifest.Digest}}' ] || exit 1
image=$6
${registry}
`;
  writeFileSync(join(programs, 'docker'), docker, { mode: 0o755 });
  const env = { ...process.env, PATH: [programs, process.env.PATH ?? ''].join(delimiter) };
  return spawnSync('.ci/pin-images', files, { env, encoding: 'utf8' });
}

const contents = (files: readonly string[]) => files.map((file) => readFileSync(file, 'utf8'));

test('every image that is named by a tag gets the digest behind it, and nothing else changes', () => {
  const files = copies();
  const expected = contents(files).map((text) =>
    text.replaceAll(BY_TAG, (_, before: string, image: string) => `${before}${image}@${digestOf(image)}`),
  );

  expect(pin(files).status).toBe(0);

  expect(contents(files)).toEqual(expected);
  expect(expected.join('\n').match(/@sha256:/g)).toHaveLength(9);
});

test('a digest stays as it is', () => {
  const files = copies();
  pin(files);
  const pinned = contents(files);

  expect(pin(files, 'echo asked >&2; exit 1')).toMatchObject({ status: 0, stderr: '' });
  expect(contents(files)).toEqual(pinned);
});

test.each([
  ['is not known', '[ "$image" = prom/prometheus:v3.5.0 ] && exit 1 || echo sha256:$(printf %064d 7)'],
  ['is none', 'echo latest'],
])('nothing is written when a digest %s', (_, registry) => {
  const files = copies();
  const before = contents(files);

  expect(pin(files, registry).status).toBe(1);
  expect(contents(files)).toEqual(before);
});

test('a file that is not there is an error', () => {
  expect(pin([join(temporaryFolder(), 'compose.yaml')]).status).not.toBe(0);
});

test('the release names its own repository and image in each file that has an example of them', () => {
  const release = readFileSync('.github/workflows/release.yml', 'utf8');
  const [, commands = ''] = /^ +(files=.+\n +sed -i .+)$/m.exec(release) ?? [];
  const root = temporaryFolder();
  cpSync('ops', join(root, 'ops'), { recursive: true });
  const env = { ...process.env, IMAGE: 'ghcr.io/Somebody/Votes', GITHUB_REPOSITORY: 'Somebody/Votes' };
  const example = () =>
    globSync('ops/**/*.{yaml,xml,json}', { cwd: root }).filter((file) =>
      readFileSync(join(root, file), 'utf8').includes('/example/'),
    );
  expect(example().length).toBeGreaterThan(4);

  expect(spawnSync('bash', ['-euc', commands], { cwd: root, env })).toMatchObject({ status: 0 });

  expect(example()).toEqual([]);
  expect(readFileSync(join(root, 'ops/compose.yaml'), 'utf8')).toContain('image: ghcr.io/somebody/votes:');
  expect(readFileSync(join(root, 'ops/eggs/pelican.json'), 'utf8')).toContain(
    'https://github.com/Somebody/Votes/releases',
  );
});
