import { Readable } from 'node:stream';
import Papa from 'papaparse';
import { type DocumentRecord, type FileFormat, readCsv, readJson, readLines } from '../../documents/index.ts';

/**
 * The documents of a text that arrives in chunks. Throws Error, with a message for users, for text that
 * cannot be read.
 */
export function recordsOf(format: FileFormat, chunks: AsyncIterable<string>): AsyncIterable<DocumentRecord> {
  switch (format) {
    case 'json':
      return readJson(chunks);
    case 'ndjson':
      return readLines(chunks);
    case 'csv':
      return readCsv(rowsOf(chunks));
  }
}

async function* rowsOf(chunks: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  const parser = Papa.parse(Papa.NODE_STREAM_INPUT, { skipEmptyLines: 'greedy' });
  const texts = Readable.from(chunks);
  texts.on('error', (error) => parser.destroy(error));
  yield* texts.pipe(parser) as AsyncIterable<readonly string[]>;
}
