import { createReadStream } from 'node:fs';
import { textsOf } from '../../transfer/index.ts';
import { CommandError } from '../frame/exitCodes.ts';
import { fileTrouble } from '../frame/files.ts';
import type { Terminal } from '../frame/terminal.ts';

/** A file that is being read, or standard input. */
export interface Input {
  /** Its text, piece by piece. Throws CommandError for what cannot be read. */
  readonly texts: AsyncIterable<string>;
  /** Of the file as it lies there, compressed or not. */
  readonly bytesRead: () => number;
}

/** A file, or standard input (`-`), compressed by gzip or not. */
export function openInput(file: string, { input }: Terminal): Input {
  let bytesRead = 0;
  const raw = (file === '-' ? input : createReadStream(file)) as AsyncIterable<Buffer>;
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of raw) {
      bytesRead += chunk.length;
      yield chunk;
    }
  };
  return { texts: inWords(file, textsOf(counted())), bytesRead: () => bytesRead };
}

async function* inWords(file: string, texts: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* texts;
  } catch (error) {
    const isText = !(error instanceof TypeError);
    throw new CommandError('failed', isText ? fileTrouble(file, error) : `${file}: this is no UTF-8 text`);
  }
}
