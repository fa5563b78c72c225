/**
 * Document files: JSON (an array, one document, or a search response), NDJSON (including bulk bodies), CSV,
 * TSV.
 */
export type FileFormat = 'json' | 'ndjson' | 'csv';

const ENDING = /\.(json|ndjson|jsonl|csv|tsv)(?:\.gz)?$/i;

/** Whether the file extension is that of a document file. */
export function isDocumentFile(name: string): boolean {
  return ENDING.test(name);
}

/**
 * Detects the format by the name, or else by the start of the text (some ten thousand characters, or all of
 * it).
 */
export function formatOf(name: string, start: string): FileFormat {
  const ending = ENDING.exec(name)?.[1].toLowerCase();
  if (ending === 'csv' || ending === 'tsv') return 'csv';
  if (ending === 'ndjson' || ending === 'jsonl') return 'ndjson';
  const text = start.trimStart();
  if (text.startsWith('[')) return 'json';
  if (!text.startsWith('{')) return ending === 'json' ? 'json' : 'csv';
  const [first, ...others] = text.split('\n', 50);
  return isJson(first) && others.some((line) => line.trim() !== '') ? 'ndjson' : 'json';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** An index name derived from a file name: `Films 2024.csv.gz` → `films-2024`. */
export function indexNameOf(file: string): string {
  const base = file
    .replace(/\.gz$/i, '')
    .replace(/\.[^.]*$/, '')
    .toLowerCase();
  return base.replace(/[^a-z0-9_.-]+/g, '-').replace(/^[-_.]+|-+$/g, '') || 'upload';
}
