import { execFileSync } from 'node:child_process';
import { cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  ambiguousCharacter,
  deleteDrafts,
  editEnv,
  readEnvFile,
  writeEnvFile,
} from '../../src/terminal-setup/env-file.ts';
import { FatalError } from '../../src/work/errors.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const changed = (text: string, changes: Record<string, string | undefined>) =>
  editEnv(text, new Map(Object.entries(changes)));

describe('a change of .env', () => {
  test.each<[string, string, string]>([
    ['stands where the old value stood', 'A=1\nNAME=old # mine\nB=2\n', 'A=1\nNAME=new\nB=2\n'],
    ['has no quotes', "NAME='old'\n", 'NAME=new\n'],
    ['has no export, which Docker does not know', ' export NAME = old\n', 'NAME=new\n'],
    ['stands in the place that the template keeps', '# What it is.\n# NAME=\nB=2\n', '# What it is.\nNAME=new\nB=2\n'],
    ['takes no place from an example', '# NAME=example\n', '# NAME=example\nNAME=new\n'],
    ['stands at the end', 'A=1\n', 'A=1\nNAME=new\n'],
    ['begins a line of its own', 'A=1', 'A=1\nNAME=new\n'],
    ['fills an empty file', '', 'NAME=new\n'],
    ['counts wherever the name stood', 'NAME=1\nNAME=2\n', 'NAME=new\nNAME=new\n'],
    ['leaves a longer name alone', 'NAME_FILE=/x\nMY_NAME=y\n', 'NAME_FILE=/x\nMY_NAME=y\nNAME=new\n'],
  ])('%s', (_, text, expected) => {
    expect(changed(text, { NAME: 'new' })).toBe(expected);
  });

  test('makes a comment of what is taken out', () => {
    expect(changed('NAME=/x\nB=2\n', { NAME: undefined })).toBe('# NAME=/x\nB=2\n');
  });

  test('leaves nothing of a secret that is taken out but its place', () => {
    const text = 'ACCESS_TOKEN=old # not older\nB=2\nexport ACCESS_TOKEN="older"\n';
    expect(changed(text, { ACCESS_TOKEN: undefined })).toBe('# ACCESS_TOKEN=\nB=2\n# ACCESS_TOKEN=\n');
  });

  test('is refused where it would change a value over several lines', () => {
    expect(() => changed('OTHER="one\nNAME=two"\n', { NAME: 'new' })).toThrow(FatalError);
  });

  test('leaves every line that is not its own', () => {
    const lines = fc.array(fc.constantFrom('# a comment', '', 'UNKNOWN="x y"', 'export B=2', 'C=3 # c', '# D='));
    fc.assert(
      fc.property(lines, (others) => {
        const edited = changed([...others, ''].join('\n'), { NAME: 'new' }).split('\n');
        expect(edited.filter((line) => line !== 'NAME=new')).toEqual([...others, '']);
      }),
    );
  });
});

test('Node reads a value without ambiguous characters as it is', () => {
  const value = fc
    .string({ unit: 'grapheme-ascii', minLength: 1 })
    .filter((text) => ambiguousCharacter(text) === undefined);
  const values = fc.sample(value, 50);
  const file = join(temporaryFolder(), '.env');
  writeFileSync(file, values.map((text, index) => `V${index}=${text}\n`).join(''));

  const print = `JSON.stringify(Array.from({ length: ${values.length} }, (_, index) => process.env['V' + index]))`;
  const read = execFileSync(process.execPath, [`--env-file=${file}`, '--print', print], { encoding: 'utf8' });
  expect(JSON.parse(read)).toEqual(values);
});

test.each(['a b', 'a#b', '"a"', "a'b", 'a`b', 'a$b', String.raw`a\b`, 'a\nb'])('%j cannot stand in .env', (value) => {
  expect(ambiguousCharacter(value)).toBeDefined();
});

describe('the file', () => {
  test.each([
    ['is made', undefined],
    ['is written anew', 'A=1\n'],
  ])('%s so that only its owner may read it, and nothing else is left behind', (_, before) => {
    const folder = temporaryFolder();
    const path = join(folder, '.env');
    if (before !== undefined) writeFileSync(path, before, { mode: 0o644 });
    writeEnvFile(path, 'A=2\n');

    expect(readFileSync(path, 'utf8')).toBe('A=2\n');
    expect([readdirSync(folder), statSync(path).mode & 0o777]).toEqual([['.env'], 0o600]);
  });

  test('stays a link, to a file elsewhere', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'real'), 'A=1\n');
    symlinkSync('real', join(folder, '.env'));
    writeEnvFile(join(folder, '.env'), 'A=2\n');

    expect(lstatSync(join(folder, '.env')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'real'), 'utf8')).toBe('A=2\n');
  });

  test('is as it was when it cannot be written', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, '.env'));

    expect(() => {
      writeEnvFile(join(folder, '.env'), 'A=2\n');
    }).toThrow(/^.*\.env cannot be written, and is as it was: /);
    expect(readdirSync(folder)).toEqual(['.env']);
  });

  test.each(['.env', 'link'])(
    'leaves drafts behind when its writers are killed, which are deleted later: %s',
    (name) => {
      const folder = temporaryFolder();
      symlinkSync('.env', join(folder, 'link'));
      const others = ['.env', '.env.example', '.env.local', 'env.0123abcd'];
      for (const file of [...others, '.env.0123abcd', '.env.ffffffff']) writeFileSync(join(folder, file), 'A=1\n');
      mkdirSync(join(folder, '.env.01234567'));
      deleteDrafts(join(folder, name));

      expect(readdirSync(folder).toSorted()).toEqual([...others, '.env.01234567', 'link'].toSorted());
    },
  );

  test('and its drafts are kept out of git', () => {
    const folder = temporaryFolder();
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
    git('init', '--quiet');
    cpSync('.gitignore', join(folder, '.gitignore'));
    for (const file of ['.env', '.env.0123abcd', '.env.example']) writeFileSync(join(folder, file), 'A=1\n');

    expect(git('status', '--porcelain').match(/\S+$/gm)).toEqual(['.env.example', '.gitignore']);
  });

  test('begins as its template, and without one empty', () => {
    const folder = temporaryFolder();
    const [path, template] = [join(folder, '.env'), join(folder, '.env.example')];
    expect(readEnvFile(path, template)).toBe('');
    writeFileSync(template, '# A=\n');
    expect(readEnvFile(path, template)).toBe('# A=\n');
    writeFileSync(path, 'A=1\n');
    expect(readEnvFile(path, template)).toBe('A=1\n');
  });
});
