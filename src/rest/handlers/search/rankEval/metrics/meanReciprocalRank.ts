import { type MetricType, relevanceWindow } from './metric.ts';

/** The reciprocal of the rank of the first relevant hit. */
export const meanReciprocalRank: MetricType = {
  name: 'mean_reciprocal_rank',
  parser: 'reciprocal_rank',
  doc: 'mean reciprocal rank: `k`, `relevant_rating_threshold`',
  read: (options) => {
    const { threshold, k } = relevanceWindow(options);
    return {
      k,
      evaluate: ({ ofHits }) => {
        const place = ofHits.findIndex((rating) => rating !== null && rating >= threshold);
        const score = place < 0 ? 0 : 1 / (place + 1);
        return { score, detail: { first_relevant: place < 0 ? -1 : place + 1 } };
      },
    };
  },
};
