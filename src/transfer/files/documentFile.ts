import { type DocumentRecord, type FileFormat, formatOf, type LocalForms } from '../../documents/index.ts';
import { readAhead } from './readAhead.ts';
import { recordsOf } from './records.ts';

/** Number of documents from which the mapping is inferred. */
const SAMPLE = 1000;
/** How much of the text is used to detect the format. */
const START_CHARACTERS = 64 * 1024;

export interface ReadOptions extends LocalForms {
  /** By default, detected from the name and the start of the text. */
  readonly format?: FileFormat;
}

export interface DocumentFile {
  /** The first documents. */
  readonly sample: readonly DocumentRecord[];
  /** All documents. Throws Error, with a message for users, for text that cannot be read. */
  readonly records: AsyncIterable<DocumentRecord>;
}

/**
 * Reads the documents of a text; its name and its beginning determine the format. Throws Error, with a
 * message for users, for text that cannot be read.
 */
export async function readDocuments(
  name: string,
  texts: AsyncIterable<string>,
  { format, ...forms }: ReadOptions = {},
): Promise<DocumentFile> {
  const { start, all } = await readAhead(
    texts,
    (read) => read.reduce((sum, text) => sum + text.length, 0) >= START_CHARACTERS,
  );
  const text = start.join('');
  const records = recordsOf(format ?? formatOf(name, text), all, text, forms);
  const ahead = await readAhead(records, ({ length }) => length >= SAMPLE);
  return { sample: ahead.start, records: ahead.all };
}
