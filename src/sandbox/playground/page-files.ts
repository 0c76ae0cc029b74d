import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { findPackageJSON, stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file as it is sent to the browser. */
export type PageFile = { body: string; contentType: string };

const PAGE_FOLDER = fileURLToPath(new URL('page/', import.meta.url));
const INDEX = 'index.html';
/** In the bundle, where this file is JavaScript, the types of the page are removed already. */
const HAS_TYPES = import.meta.url.endsWith('.ts');

/** The packages that the page imports; their modules run in a browser unchanged. */
const BROWSER_PACKAGES: ReadonlySet<string> = new Set(['lit-html']);

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  js: 'text/javascript; charset=utf-8',
  ts: 'text/javascript; charset=utf-8',
};

/** Folder names and a file name: no hidden file, no `..`. */
const PLAIN_PATH = /^(?:[a-z0-9][a-z0-9_-]*\/)*[a-z0-9][a-z0-9_.-]*\.(?<extension>[a-z]+)$/i;
const IMPORT_MAP = /<script type="importmap">(?<text>[^<]*)<\/script>/;

/**
 * A file of the page, TypeScript with its types removed; undefined when it is missing. It is read each time, so that a
 * reload shows a change.
 */
export function readPageFile(path: string): Promise<PageFile | undefined> {
  return readPlain(PAGE_FOLDER, path, ['css', 'svg', 'ts']);
}

/** A module of a package that the page imports; undefined for a missing module, or for any other package. */
export async function readBrowserModule(packageName: string, path: string): Promise<PageFile | undefined> {
  const manifest = BROWSER_PACKAGES.has(packageName) ? findPackageJSON(packageName, import.meta.url) : undefined;
  return manifest === undefined ? undefined : readPlain(dirname(manifest), path, ['js']);
}

/** The page, with a content security policy for its own files alone. Its import map is the only inline script. */
export async function readIndex(): Promise<PageFile & { policy: string }> {
  const body = await readFile(join(PAGE_FOLDER, INDEX), 'utf8');
  const importMap = IMPORT_MAP.exec(body)?.groups?.text ?? '';
  const digest = createHash('sha256').update(importMap).digest('base64');
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'sha256-${digest}'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { body, contentType: CONTENT_TYPES.html ?? '', policy };
}

async function readPlain(folder: string, path: string, extensions: readonly string[]): Promise<PageFile | undefined> {
  const extension = PLAIN_PATH.exec(path)?.groups?.extension ?? '';
  const contentType = CONTENT_TYPES[extension];
  if (!extensions.includes(extension) || contentType === undefined) return undefined;
  const text = await readFile(join(folder, path), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  return { body: HAS_TYPES && extension === 'ts' ? stripTypeScriptTypes(text) : text, contentType };
}
