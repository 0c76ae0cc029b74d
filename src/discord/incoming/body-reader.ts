import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

import { areCrumbs, readNoMore, release } from '../../http/bounded-server.ts';

/** Far more than an interaction has. */
export const MAX_BODY_BYTES = 256 * 1024;
/** Of all bodies together that are still arriving. */
const MAX_UNFINISHED_BYTES = 4 * 1024 * 1024;

/** Whether the head announces a body that may be read: of a length within the bound, or in chunks. */
export function announcesBody(headers: IncomingHttpHeaders): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return length === undefined ? encoding !== undefined : Number(length) <= MAX_BODY_BYTES;
}

/**
 * Reads bodies of senders who are not known yet. A body that is too long or comes in crumbs is left unread (undefined);
 * when all together are too long, the oldest ones are. Rejects when the connection breaks.
 */
export function createBodyReader(maxUnfinishedBytes = MAX_UNFINISHED_BYTES) {
  /** what leaves each body that is still arriving, the oldest first */
  const unfinished = new Set<() => void>();
  let unfinishedBytes = 0;

  return (request: IncomingMessage) =>
    new Promise<Buffer | undefined>((resolve, reject) => {
      const pieces: Buffer[] = [];
      let bytes = 0;

      function add(piece: Buffer): void {
        pieces.push(piece);
        bytes += piece.length;
        unfinishedBytes += piece.length;
        if (bytes > MAX_BODY_BYTES || areCrumbs(pieces.length, bytes)) leave();
        for (const leaveFirst of unfinished) {
          if (unfinishedBytes <= maxUnfinishedBytes) break;
          leaveFirst();
        }
      }

      function leave(): void {
        readNoMore(request);
        end(undefined);
        for (const piece of pieces.splice(0)) release(piece);
      }

      function end(body: Buffer | undefined): void {
        if (!unfinished.delete(leave)) return;
        unfinishedBytes -= bytes;
        request.off('data', add);
        resolve(body);
      }

      unfinished.add(leave);
      request.on('data', add);
      request.once('end', () => {
        end(Buffer.concat(pieces));
      });
      request.once('error', reject);
      request.once('close', () => {
        end(undefined);
      });
    });
}
