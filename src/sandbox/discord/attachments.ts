import type { APIAttachment } from 'discord-api-types/v10';

import type { Message, MessageBody } from './message.ts';
import type { Snowflakes } from './snowflakes.ts';

/** A file of a multipart request; `index` is the n in the name of its part, `files[n]`. */
export type UploadedFile = { index: string; filename: string; contentType: string; bytes: Uint8Array<ArrayBuffer> };
export type StoredFile = Pick<UploadedFile, 'contentType' | 'bytes'>;

const FILES_KEPT = 500;

/** The files that the application sent, kept in memory and served. Source: Discord API reference, "Uploading files". */
export class Attachments {
  readonly #files = new Map<string, StoredFile>();
  readonly #snowflakes: Snowflakes;
  readonly #baseUrl: () => string;

  constructor(snowflakes: Snowflakes, baseUrl: () => string) {
    this.#snowflakes = snowflakes;
    this.#baseUrl = baseUrl;
  }

  find(id: string): StoredFile | undefined {
    return this.#files.get(id);
  }

  /** The attachments of a message after a request: those of `current` that the body lists (or all), and new files. */
  resulting(body: MessageBody, files: readonly UploadedFile[], channelId: string, current?: Message): APIAttachment[] {
    const listed = body.attachments;
    const retained = (current?.attachments ?? []).filter(({ id }) => listed?.some((one) => one.id === id) ?? true);
    return [...retained, ...files.map((file) => this.#keep(file, body, channelId))];
  }

  #keep(file: UploadedFile, body: MessageBody, channelId: string): APIAttachment {
    const described = body.attachments?.find(({ id }) => id === file.index);
    const filename = described?.filename ?? file.filename;
    const id = this.#snowflakes.next();
    this.#files.set(id, file);
    this.#forgetOldest();
    const url = `${this.#baseUrl()}/attachments/${channelId}/${id}/${encodeURIComponent(filename)}`;
    return {
      id,
      filename,
      size: file.bytes.byteLength,
      url,
      proxy_url: url,
      content_type: file.contentType,
      ...(described?.description ? { description: described.description } : {}),
    };
  }

  #forgetOldest(): void {
    const [oldest] = this.#files.keys();
    if (this.#files.size > FILES_KEPT && oldest !== undefined) this.#files.delete(oldest);
  }
}
