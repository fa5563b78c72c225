import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { readAhead } from './readAhead.ts';

/**
 * Decodes bytes, decompressing gzip, which is detected by the first bytes. Throws TypeError for invalid
 * UTF-8.
 */
export async function* textsOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of unpacked(chunks)) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

async function* unpacked(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { start, all } = await readAhead(chunks, ({ length }) => length > 0);
  if (start[0]?.[0] !== 0x1f || start[0][1] !== 0x8b) yield* all;
  // An error in either stream destroys both and surfaces in the loop over the last one.
  else yield* pipeline(Readable.from(all), createGunzip(), () => undefined);
}
