import type { LeafContext, QueryShardContext, ScoreStatistics } from '../types.ts';
import { fieldStatistics, termCounts } from './bm25.ts';
import { PLAIN_SCORING } from './similarity.ts';
import type { ScoringNumbers } from './similarityTypes.ts';

/** The statistics of this shard alone. */
export function shardStatistics(leaves: readonly LeafContext[]): ScoreStatistics {
  return {
    field: (name) => fieldStatistics(leaves, name),
    term(field, term, ownDocFreq) {
      const counts = termCounts(leaves, field, term);
      return ownDocFreq === null ? counts : { ...counts, docFreq: ownDocFreq };
    },
  };
}

export type StatisticsContext = Pick<QueryShardContext, 'statistics' | 'leaves'>;

interface CountedTerm {
  readonly field: string;
  readonly term: string;
  /** A document frequency set by the query itself. */
  readonly docFreq?: number;
}

/** The statistics for scoring a query: the shard's, unless the search has those of all shards. */
export function scoringNumbers(
  { statistics, leaves }: StatisticsContext,
  field: string,
  terms: readonly CountedTerm[],
): ScoringNumbers {
  const known = statistics ?? shardStatistics(leaves);
  const counts = terms.map((one) => known.term(one.field, one.term, one.docFreq ?? null));
  return {
    similarity: (leaves[0]?.scoring ?? PLAIN_SCORING).similarityOf(field),
    statistics: known.field(field),
    terms: counts.filter(({ docFreq }) => docFreq > 0),
  };
}
