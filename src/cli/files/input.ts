import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { fileTrouble } from '../frame/connection.ts';
import { CommandError } from '../frame/exitCodes.ts';
import type { Terminal } from '../frame/terminal.ts';

/** A file that is being read, or standard input. */
export interface Input {
  /** What the text begins with, some ten thousand characters. */
  readonly start: string;
  /** All of it, piece by piece. Throws CommandError for what cannot be read. */
  readonly chunks: AsyncIterable<string>;
  /** Of the file as it lies there, compressed or not. */
  readonly bytesRead: () => number;
}

const START_CHARACTERS = 64 * 1024;

/** Opens a file, or standard input (`-`), compressed by gzip or not: its first bytes tell. Throws CommandError. */
export async function openInput(file: string, { input }: Terminal): Promise<Input> {
  let bytesRead = 0;
  const raw = (file === '-' ? input : createReadStream(file)) as AsyncIterable<Buffer>;
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of raw) {
      bytesRead += chunk.length;
      yield chunk;
    }
  };
  const texts = inWords(file, decoded(unpacked(counted())));
  let start = '';
  while (start.length < START_CHARACTERS) {
    const { value, done } = await texts.next();
    if (done) break;
    start += value;
  }
  const chunks = async function* (): AsyncGenerator<string> {
    yield start;
    yield* texts;
  };
  return { start, chunks: chunks(), bytesRead: () => bytesRead };
}

async function* unpacked(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const { value: first, done } = await chunks.next();
  if (done) return;
  const all = (async function* () {
    yield first;
    yield* chunks;
  })();
  if (first[0] !== 0x1f || first[1] !== 0x8b) yield* all;
  // A failure of either destroys both; the loop over the last one sees it.
  else yield* pipeline(Readable.from(all), createGunzip(), () => undefined);
}

async function* decoded(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

async function* inWords(file: string, texts: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* texts;
  } catch (error) {
    const isText = !(error instanceof TypeError);
    throw new CommandError('failed', isText ? fileTrouble(file, error) : `${file}: this is no UTF-8 text`);
  }
}
