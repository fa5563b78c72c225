import { createReadStream } from 'node:fs';

/** A file that is no part of a data folder, piece by piece. Throws the system's error, which names the file. */
export function fileChunks(path: string | URL): AsyncIterable<Buffer> {
  return createReadStream(path);
}
