import { contentErrorAt, illegalArgument, type JsonPlace, OpenSearchError } from '../../common/index.ts';

/** Errors of the original's newer parsers: `[line:col] [terms] …`. */
export function contentError(
  reason: string,
  at: JsonPlace | null,
  causedBy?: OpenSearchError,
): OpenSearchError {
  if (at !== null) return contentErrorAt(reason, at.container, at.key, at.edge, causedBy);
  return new OpenSearchError('x_content_parse_exception', reason, { causedBy });
}

/** Errors of the original's older parsers, with `line` and `col` beside the reason. */
export function parsingErrorAt(reason: string, at: JsonPlace, causedBy?: OpenSearchError): OpenSearchError {
  return new OpenSearchError('parsing_exception', reason, { at, causedBy, metadata: { line: 1, col: 1 } });
}

/** Well-formed aggregations that cannot be set up: the original answers 500, here it is a 400. */
export function initializationError(reason: string, causedBy?: OpenSearchError): OpenSearchError {
  return new OpenSearchError('aggregation_initialization_exception', reason, { causedBy });
}

/** Lucene throws when asked to collect no hits. */
export function noHitsWanted(): OpenSearchError {
  const advice = 'please use TotalHitCountCollector if you just need the total hit count';
  return illegalArgument(`numHits must be > 0; ${advice}`);
}

export function executionError(reason: string, causedBy?: OpenSearchError): OpenSearchError {
  return new OpenSearchError('aggregation_execution_exception', reason, { status: 400, causedBy });
}
