import Papa from 'papaparse';
import {
  type DocumentRecord,
  type FieldValues,
  type FileFormat,
  fieldsOf,
  readCsv,
  readJson,
  readLines,
} from '../../../documents/index.ts';

export interface UploadDocument extends DocumentRecord {
  readonly source: FieldValues;
}

/** Throws Error, in words, for what cannot be read. */
export async function readDocuments(format: FileFormat, text: string): Promise<readonly UploadDocument[]> {
  const documents: UploadDocument[] = [];
  for await (const record of recordsOf(format, text)) documents.push({ ...record, source: fieldsOf(record) });
  return documents;
}

function recordsOf(format: FileFormat, text: string): AsyncIterable<DocumentRecord> {
  switch (format) {
    case 'json':
      return readJson(oneByOne([text]));
    case 'ndjson':
      return readLines(oneByOne([text]));
    case 'csv':
      return csvRecords(text);
  }
}

async function* oneByOne<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

/** A column that could be read in two ways stays text. */
function csvRecords(text: string): AsyncIterable<DocumentRecord> {
  const { data, errors, meta } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' });
  const error = errors.find(({ type }) => type !== 'Delimiter');
  if (error) throw new Error(`row ${error.row ?? 0}: ${error.message}`);
  return readCsv(oneByOne(data), { delimiter: meta.delimiter, ambiguous: 'text' });
}
