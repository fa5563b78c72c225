import { createReadStream } from 'node:fs';

/** The chunks of a file outside the data folder. Throws the system's error, which names the file. */
export function fileChunks(path: string | URL): AsyncIterable<Buffer> {
  return createReadStream(path);
}
