import { Readable } from 'node:stream';
import Papa from 'papaparse';
import {
  type DocumentRecord,
  type FileFormat,
  type LocalForms,
  readCsv,
  readJson,
  readLines,
} from '../../documents/index.ts';

/** Number of rows examined to detect the delimiter. */
const GUESSED_ROWS = 100;

/**
 * The documents of a text that arrives in chunks. Throws Error, with a message for users, for text that
 * cannot be read.
 */
export function recordsOf(
  format: FileFormat,
  chunks: AsyncIterable<string>,
  start: string,
  forms: LocalForms,
): AsyncIterable<DocumentRecord> {
  switch (format) {
    case 'json':
      return readJson(chunks);
    case 'ndjson':
      return readLines(chunks);
    case 'csv': {
      const { delimiter } = Papa.parse(start, { preview: GUESSED_ROWS, skipEmptyLines: 'greedy' }).meta;
      return readCsv(rowsOf(chunks, delimiter), { ...forms, delimiter });
    }
  }
}

async function* rowsOf(chunks: AsyncIterable<string>, delimiter: string): AsyncGenerator<readonly string[]> {
  const parser = Papa.parse(Papa.NODE_STREAM_INPUT, { delimiter, skipEmptyLines: 'greedy' });
  const texts = Readable.from(chunks);
  texts.on('error', (error) => parser.destroy(error));
  yield* texts.pipe(parser) as AsyncIterable<readonly string[]>;
}
