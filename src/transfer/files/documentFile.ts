import { type DocumentRecord, type FileFormat, formatOf } from '../../documents/index.ts';
import { readAhead } from './readAhead.ts';
import { recordsOf } from './records.ts';

/** Documents that decide the mapping. */
const SAMPLE = 1000;
/** Of the text, to tell the format. */
const START_CHARACTERS = 64 * 1024;

export interface DocumentFile {
  /** The first documents. */
  readonly sample: readonly DocumentRecord[];
  /** All of them. Throws Error, in words, for what cannot be read. */
  readonly records: AsyncIterable<DocumentRecord>;
}

/** The documents of a text; its name and its start tell the format. Throws Error, in words, for what cannot be read. */
export async function readDocuments(
  name: string,
  texts: AsyncIterable<string>,
  format?: FileFormat,
): Promise<DocumentFile> {
  const { start, all } = await readAhead(
    texts,
    (read) => read.reduce((sum, text) => sum + text.length, 0) >= START_CHARACTERS,
  );
  const records = recordsOf(format ?? formatOf(name, start.join('')), all);
  const ahead = await readAhead(records, ({ length }) => length >= SAMPLE);
  return { sample: ahead.start, records: ahead.all };
}
