import type { Pacer } from '../common/index.ts';
import type { MapperService, ParsedDocument, SourceToParse } from '../mapper/index.ts';

/** Smaller documents are parsed and indexed in well under a millisecond. */
const LARGE_BYTES = 8 * 1024;

export function isLarge({ source }: { readonly source: Uint8Array }): boolean {
  return source.length > LARGE_BYTES;
}

const MANY_FIELDS = 1024;

/** Whether preparing the buffer for its fields should yield to the event loop. */
export function isWide({ docs }: ParsedDocument): boolean {
  return docs.length > MANY_FIELDS || docs.some(({ fields }) => fields.length > MANY_FIELDS);
}

/**
 * Parses synchronously, but yields to the event loop for large documents. Throws or rejects with the mapper's
 * errors.
 */
export function parseDocument(
  mapper: MapperService,
  document: SourceToParse,
  pacer: Pacer,
): ParsedDocument | Promise<ParsedDocument> {
  return isLarge(document) ? mapper.parseInTurns(document, pacer) : mapper.parse(document);
}
