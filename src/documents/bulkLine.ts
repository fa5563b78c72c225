import type { DocumentRecord } from './record.ts';

/** An action of a bulk body that indexes a document, with the document: JSON on one line. */
export function bulkLine({ id, routing }: Pick<DocumentRecord, 'id' | 'routing'>, source: string): string {
  const action = { ...(id === null ? {} : { _id: id }), ...(routing === null ? {} : { routing }) };
  return `${JSON.stringify({ index: action })}\n${source}\n`;
}
