import * as z from 'zod';

import type { LoopbackContext } from '../../loopback-server.ts';
import type { UploadedFile } from '../attachments.ts';
import { refusals } from '../discord-error.ts';
import type { Upload } from '../responses.ts';

const FILE_PART = /^files\[(\d+)\]$/;
const DEFAULT_FILE_TYPE = 'application/octet-stream';
const jsonText = z.string();

/**
 * Reads a body as Discord does: JSON, or multipart with `payload_json` and `files[n]`. Source: Discord API reference,
 * "Uploading files".
 */
export async function readUpload(context: LoopbackContext): Promise<Upload> {
  if (!context.req.header('content-type')?.startsWith('multipart/form-data')) {
    return { json: parseJson(Buffer.from(await context.req.arrayBuffer()).toString('utf8')), files: [] };
  }
  const form = await context.req.formData();
  const payload = jsonText.safeParse(form.get('payload_json')).data ?? '{}';
  return { json: parseJson(payload), files: await readFiles(form) };
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    throw refusals.invalidJson();
  }
}

async function readFiles(form: FormData): Promise<UploadedFile[]> {
  const files: UploadedFile[] = [];
  for (const [name, part] of form) {
    const index = FILE_PART.exec(name)?.[1];
    if (index === undefined || typeof part === 'string') continue;
    files.push({
      index,
      filename: part.name,
      contentType: part.type || DEFAULT_FILE_TYPE,
      bytes: new Uint8Array(await part.arrayBuffer()),
    });
  }
  return files;
}
