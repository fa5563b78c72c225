import { documentFrequency } from '../bound/bm25.ts';
import { booleanQuery } from '../bound/booleanQuery.ts';
import { withParsedText } from '../bound/decorated.ts';
import type { BoundQuery } from '../bound/query.ts';
import { termQuery } from '../bound/termQuery.ts';
import { minimumShouldMatch } from '../minimumShouldMatch.ts';
import type { QueryShardContext } from '../types.ts';

export interface CommonTermsOptions {
  /** A number of documents if at least 1, otherwise a fraction of them. */
  readonly cutoff: number;
  readonly lowOperator: 'or' | 'and';
  readonly highOperator: 'or' | 'and';
  readonly lowMinimum: string | null;
  readonly highMinimum: string | null;
}

/** A text's rare terms must match; the frequent ones only score, unless there are no others. */
export function commonTermsQuery(
  context: QueryShardContext,
  field: string,
  terms: readonly string[],
  options: CommonTermsOptions,
): BoundQuery {
  const maxDoc = context.leaves.reduce((sum, { reader }) => sum + reader.maxDoc, 0);
  const most = options.cutoff >= 1 ? options.cutoff : Math.ceil(options.cutoff * maxDoc);
  const low: BoundQuery[] = [];
  const high: BoundQuery[] = [];
  for (const term of terms) {
    const isFrequent = documentFrequency(context.leaves, field, term) > most;
    (isFrequent ? high : low).push(termQuery(context, field, term));
  }
  const parsed = terms.map((term) => `${field}:${term}`).join(', ');
  return withParsedText(joinParts(low, high, options), parsed);
}

function joinParts(
  low: readonly BoundQuery[],
  high: readonly BoundQuery[],
  options: CommonTermsOptions,
): BoundQuery {
  const { lowOperator, highOperator, lowMinimum, highMinimum } = options;
  if (high.length === 0) return group(low, lowOperator, lowMinimum);
  // If all terms are frequent, all must match: any one would match too much.
  if (low.length === 0) return group(high, highMinimum === null ? 'and' : highOperator, highMinimum);
  return booleanQuery({
    must: [group(low, lowOperator, lowMinimum)],
    should: [group(high, highOperator, highMinimum)],
    filter: [],
    mustNot: [],
    minimumShouldMatch: 0,
  });
}

function group(queries: readonly BoundQuery[], operator: 'or' | 'and', minimum: string | null): BoundQuery {
  const and = operator === 'and';
  const least = and || minimum === null ? 0 : minimumShouldMatch(minimum, queries.length);
  return booleanQuery({
    must: and ? queries : [],
    should: and ? [] : queries,
    filter: [],
    mustNot: [],
    minimumShouldMatch: Math.max(0, least),
  });
}
