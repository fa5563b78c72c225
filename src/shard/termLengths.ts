import { illegalArgument, OpenSearchError } from '../common/index.ts';
import type { ParsedDocument } from '../mapper/index.ts';

/** Lucene's IndexWriter.MAX_TERM_LENGTH. */
const LONGEST_TERM_BYTES = 32_766;
/** Shorter strings cannot exceed the limit in UTF-8. */
const SAFE_LENGTH = LONGEST_TERM_BYTES / 3;
const PREFIX_BYTES = 30;

/** Throws illegal_argument_exception, in Lucene's words, if a document has a term that is too long. */
export function checkTermLengths(document: ParsedDocument): void {
  for (const { fields } of document.docs) {
    for (const field of fields) {
      if (field.kind !== 'terms' && field.kind !== 'text') continue;
      for (const term of field.terms) if (term.length > SAFE_LENGTH) checkTerm(field.field, term);
    }
  }
}

/** Whether indexing itself rejected the document; other problems are found earlier. */
export function isIndexFailure(error: unknown): boolean {
  return error instanceof OpenSearchError && error.causedBy?.type === 'max_bytes_length_exceeded_exception';
}

function checkTerm(field: string, term: string): void {
  const bytes = new Int8Array(Buffer.from(term));
  if (bytes.length <= LONGEST_TERM_BYTES) return;
  const cause = new OpenSearchError(
    'max_bytes_length_exceeded_exception',
    `bytes can be at most ${LONGEST_TERM_BYTES} in length; got ${bytes.length}`,
  );
  throw illegalArgument(
    `Document contains at least one immense term in field="${field}" (whose UTF8 encoding is longer than the max ` +
      `length ${LONGEST_TERM_BYTES}), all of which were skipped.  Please correct the analyzer to not produce such ` +
      `terms.  The prefix of the first immense term is: '[${bytes.subarray(0, PREFIX_BYTES).join(', ')}]...', ` +
      `original message: ${cause.reason}`,
    cause,
  );
}
