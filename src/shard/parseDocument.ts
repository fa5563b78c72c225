import type { Pacer } from '../common/index.ts';
import type { MapperService, ParsedDocument, SourceToParse } from '../mapper/index.ts';

/** What is parsed and indexed in well under a millisecond when it is smaller. */
const LARGE_BYTES = 8 * 1024;

export function isLarge({ source }: { readonly source: Uint8Array }): boolean {
  return source.length > LARGE_BYTES;
}

const MANY_FIELDS = 1024;

/** Whether room for its fields is made in turns of the event loop. */
export function isWide({ docs }: ParsedDocument): boolean {
  return docs.length > MANY_FIELDS || docs.some(({ fields }) => fields.length > MANY_FIELDS);
}

/** Most documents at once, large ones in turns of the event loop. Throws, or rejects, as the mapper does. */
export function parseDocument(
  mapper: MapperService,
  document: SourceToParse,
  pacer: Pacer,
): ParsedDocument | Promise<ParsedDocument> {
  return isLarge(document) ? mapper.parseInTurns(document, pacer) : mapper.parse(document);
}
