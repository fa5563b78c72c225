import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { readAhead } from './readAhead.ts';

/** The text of bytes, compressed by gzip or not: the first ones tell. Throws TypeError for what is no UTF-8. */
export async function* textsOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of unpacked(chunks)) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

async function* unpacked(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { start, all } = await readAhead(chunks, ({ length }) => length > 0);
  if (start[0]?.[0] !== 0x1f || start[0][1] !== 0x8b) yield* all;
  // A failure of either destroys both; the loop over the last one sees it.
  else yield* pipeline(Readable.from(all), createGunzip(), () => undefined);
}
