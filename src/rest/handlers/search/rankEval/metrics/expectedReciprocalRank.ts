import { countUnrated, hitsLookedAt, type MetricType } from './metric.ts';

/** How early a user who reads hits in order is expected to be satisfied. */
export const expectedReciprocalRank: MetricType = {
  name: 'expected_reciprocal_rank',
  parser: 'dcg',
  doc: 'expected reciprocal rank: `maximum_relevance`, `k`, `unknown_doc_rating`',
  required: ['maximum_relevance'],
  read: (options) => {
    const highest = 2 ** (options.whole('maximum_relevance') ?? 0);
    const unknown = options.whole('unknown_doc_rating') ?? null;
    const k = hitsLookedAt(options);
    return {
      k,
      evaluate: ({ ofHits }) => {
        let unsatisfied = 1;
        let score = 0;
        ofHits.forEach((own, i) => {
          const rating = own ?? unknown;
          if (rating === null) return;
          const relevance = (2 ** rating - 1) / highest;
          score += (unsatisfied * relevance) / (i + 1);
          unsatisfied *= 1 - relevance;
        });
        return { score, detail: { unrated_docs: countUnrated(ofHits) } };
      },
    };
  },
};
