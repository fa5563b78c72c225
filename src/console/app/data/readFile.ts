import Papa from 'papaparse';
import { parseJson } from '../lib/json.ts';

/** Files of documents: JSON, NDJSON (also a bulk body), CSV. */

export type FileFormat = 'json' | 'ndjson' | 'csv';

export interface UploadDocument {
  /** null: the server makes one. */
  readonly id: string | null;
  readonly source: Readonly<Record<string, unknown>>;
}

/** From the name, else from the first characters. */
export function formatOf(name: string, text: string): FileFormat {
  const ending = /\.(json|ndjson|jsonl|csv|tsv)$/i.exec(name)?.[1].toLowerCase();
  if (ending === 'csv' || ending === 'tsv') return 'csv';
  if (ending === 'ndjson' || ending === 'jsonl') return 'ndjson';
  const start = text.trimStart();
  if (start.startsWith('[')) return 'json';
  if (start.startsWith('{')) return isJson(text) ? 'json' : 'ndjson';
  return ending === 'json' ? 'json' : 'csv';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Throws Error, in words, for what cannot be read. */
export function readDocuments(format: FileFormat, text: string): readonly UploadDocument[] {
  switch (format) {
    case 'json':
      return readJson(text);
    case 'ndjson':
      return readLines(text);
    case 'csv':
      return readCsv(text);
  }
}

type JsonRecord = Record<string, unknown>;

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An array of documents, one document, or the answer of a search. */
function readJson(text: string): readonly UploadDocument[] {
  const value = parseJson(text);
  const hits = isRecord(value) && isRecord(value.hits) ? value.hits.hits : null;
  const list = Array.isArray(hits) ? hits : Array.isArray(value) ? value : [value];
  return list.map((item, i) => {
    if (!isRecord(item)) throw new Error(`Item ${i + 1} of the file is no object`);
    return isRecord(item._source) ? { id: idOf(item._id), source: item._source } : { id: null, source: item };
  });
}

function idOf(value: unknown): string | null {
  return value === undefined || value === null ? null : String(value);
}

/** A document a line; a line `{"index": …}` or `{"create": …}` names the id of the next. */
function readLines(text: string): readonly UploadDocument[] {
  const documents: UploadDocument[] = [];
  let action: JsonRecord | null = null;
  text.split('\n').forEach((line, i) => {
    if (line.trim() === '') return;
    const value = parseLine(line, i + 1);
    const named = action === null ? actionOf(value) : null;
    if (named !== null) action = named;
    else {
      documents.push({ id: idOf(action?._id), source: value });
      action = null;
    }
  });
  return documents;
}

function parseLine(line: string, number: number): JsonRecord {
  try {
    const value = parseJson(line);
    if (isRecord(value)) return value;
  } catch (error) {
    throw new Error(`Line ${number} is no JSON: ${(error as Error).message}`);
  }
  throw new Error(`Line ${number} is no object`);
}

function actionOf(value: JsonRecord): JsonRecord | null {
  const keys = Object.keys(value);
  if (keys.length !== 1 || (keys[0] !== 'index' && keys[0] !== 'create')) return null;
  const action = value[keys[0]];
  return isRecord(action) ? action : null;
}

type TextRow = Readonly<Record<string, string>>;

/** The first line has the names. Empty cells are left out; a column of numbers or booleans only is one. */
function readCsv(text: string): readonly UploadDocument[] {
  const { data, errors, meta } = Papa.parse<TextRow>(text, { header: true, skipEmptyLines: 'greedy' });
  const error = errors.find(({ type }) => type !== 'Delimiter');
  if (error) throw new Error(`Row ${(error.row ?? 0) + 1}: ${error.message}`);
  const readers = new Map((meta.fields ?? []).map((name) => [name, readerFor(name, data)]));
  return data.map((row) => ({ id: null, source: typed(row, readers) }));
}

type ReadCell = (text: string) => unknown;

/** No leading zeros: `007` is a name, not a number. */
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?(?:[eE][+-]?\d{1,2})?$/;
const BOOLEAN = /^(?:true|false)$/i;

function readerFor(name: string, rows: readonly TextRow[]): ReadCell {
  const isAll = (pattern: RegExp): boolean =>
    rows.every((row) => row[name] === undefined || row[name] === '' || pattern.test(row[name]));
  if (isAll(NUMBER)) return Number;
  return isAll(BOOLEAN) ? (text) => text.toLowerCase() === 'true' : (text) => text;
}

function typed(row: TextRow, readers: ReadonlyMap<string, ReadCell>): JsonRecord {
  const cells = Object.entries(row).filter(([, text]) => text !== '');
  return Object.fromEntries(cells.map(([name, text]) => [name, readers.get(name)?.(text) ?? text]));
}
