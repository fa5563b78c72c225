import { countRelevant, type MetricType, relevanceWindow } from './metric.ts';

/** The fraction of hits among the relevant documents. */
export const recall: MetricType = {
  name: 'recall',
  parser: 'recall',
  doc: 'recall at k: `k`, `relevant_rating_threshold`',
  read: (options) => {
    const { threshold, k } = relevanceWindow(options);
    return {
      k,
      evaluate: ({ ofHits, given }) => {
        const found = countRelevant(ofHits, threshold);
        const relevant = countRelevant(given, threshold);
        const score = relevant > 0 ? found / relevant : 0;
        return { score, detail: { relevant_docs_retrieved: found, relevant_docs: relevant } };
      },
    };
  },
};
