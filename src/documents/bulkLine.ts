import type { DocumentRecord } from './record.ts';

/** A bulk index action with its document: JSON on one line. */
export function bulkLine({ id, routing }: Pick<DocumentRecord, 'id' | 'routing'>, source: string): string {
  const action = { ...(id === null ? {} : { _id: id }), ...(routing === null ? {} : { routing }) };
  return `${JSON.stringify({ index: action })}\n${source}\n`;
}
