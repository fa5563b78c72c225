import { OpenSearchError } from '../common/index.ts';

/** Types that the original's root_cause looks through: the innermost of these is the root. */
const CHAINED = new Set(['mapper_parsing_exception', 'strict_dynamic_mapping_exception', 'parse_exception']);

/** A mapper_parsing_exception; its root_cause is the innermost cause that is such an error itself. */
export function mapperParsing(reason: string, causedBy?: OpenSearchError): OpenSearchError {
  const inner = causedBy !== undefined && CHAINED.has(causedBy.type);
  const rootCauses = inner ? (causedBy.rootCauses ?? [causedBy]) : undefined;
  return new OpenSearchError('mapper_parsing_exception', reason, { causedBy, rootCauses });
}

/** Runs `task`; errors that are ours to wrap become the cause of what `wrap` makes. */
export function wrapping<T>(task: () => T, wrap: (cause: OpenSearchError) => OpenSearchError): T {
  try {
    return task();
  } catch (error) {
    if (error instanceof OpenSearchError) throw wrap(error);
    throw error;
  }
}
