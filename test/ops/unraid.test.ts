import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { EGGS } from '../../ops/eggs/eggs.ts';
import { SECRET_NAMES } from '../../src/config.ts';
import { maySkip } from '../services-at-hand.ts';
import { pythonPath } from '../terminal-setup/terminal.ts';
import { parseDockerfile } from './dockerfile.ts';

/** A stop takes up to this long (docs/operations.md, "Stopping"). */
const STOP_SECONDS = 12;
const FILE = 'ops/unraid.xml';
/** A parser that knows the rules of XML: each element as its name, its attributes and its text. */
const READ = `
import json, sys, xml.etree.ElementTree as tree
print(json.dumps([[one.tag, one.attrib, one.text or ''] for one in tree.parse(sys.argv[1]).getroot().iter()]))`;

type Element = [name: string, attributes: Record<string, string>, text: string];

test.skipIf(maySkip(pythonPath))('the template of Unraid asks for what the eggs ask for, and keeps the data', () => {
  const elements = JSON.parse(execFileSync(pythonPath ?? '', ['-c', READ, FILE], { encoding: 'utf8' })) as Element[];
  const textOf = (name: string) => elements.find(([one]) => one === name)?.[2] ?? '';
  const configs = elements.flatMap(([name, attributes, text]) => (name === 'Config' ? [{ ...attributes, text }] : []));
  const image = parseDockerfile(readFileSync('ops/Dockerfile', 'utf8'));

  expect(elements[0]?.slice(0, 2)).toEqual(['Container', { version: '2' }]);
  expect([textOf('Repository'), textOf('Privileged')]).toEqual(['ghcr.io/example/plan-vote-bot:latest', 'false']);
  expect(configs).toEqual([
    {
      Type: 'Path',
      Name: 'Data',
      Target: `${image.findLast(({ name }) => name === 'WORKDIR')?.text ?? ''}/data`,
      Default: '/mnt/user/appdata/plan-vote-bot',
      Description: 'The database and its key: back up both.',
      Mode: 'rw',
      Display: 'always',
      Required: 'true',
      Mask: 'false',
      text: '/mnt/user/appdata/plan-vote-bot',
    },
    ...EGGS.pelican.variables
      .filter(({ user_editable }) => user_editable)
      .map(({ env_variable, name, description, rules }) => ({
        Type: 'Variable',
        Name: name,
        Target: env_variable,
        Default: '',
        Description: description,
        Mode: '',
        Display: 'always',
        Required: String((rules as readonly string[]).includes('required')),
        Mask: String(SECRET_NAMES.includes(env_variable)),
        text: '',
      })),
  ]);
  // Folders for the data of containers belong to this account there.
  expect(textOf('ExtraParams')).toMatch(/--user 99:100 .*--log-opt max-size=/);
  expect(Number(/--stop-timeout (\d+)/.exec(textOf('ExtraParams'))?.[1])).toBeGreaterThan(STOP_SECONDS);
});
