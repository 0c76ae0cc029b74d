import { readFileSync } from 'node:fs';

/** A variable, and the one that names the file which may hold its value instead. */
export type SecretVariable = {
  name: string;
  value: string | undefined;
  file: { name: string; path: string | undefined };
};

/**
 * Reads the files that secrets are in, as Docker and Kubernetes hand them over, without the white space around them.
 *
 * @returns the contents, and for each file that cannot be used one line, which shows neither its path nor what is in
 * it; both by the name of the variable
 */
export function readSecretFiles(variables: readonly SecretVariable[]): {
  contents: Map<string, string>;
  problems: Map<string, string>;
} {
  const contents = new Map<string, string>();
  const problems = new Map<string, string>();
  for (const { name, value, file } of variables) {
    if (file.path === undefined) continue;
    const read = value === undefined ? contentOf(file.path) : { problem: `must not be set together with ${name}` };
    if ('problem' in read) problems.set(name, `${file.name} ${read.problem}`);
    else contents.set(name, read.content);
  }
  return { contents, problems };
}

function contentOf(path: string): { content: string } | { problem: string } {
  try {
    const content = readFileSync(path, 'utf8').trim();
    return content === '' ? { problem: 'must name a file that is not empty' } : { content };
  } catch (error) {
    return { problem: `must name a file that can be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})` };
  }
}
