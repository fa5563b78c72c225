import { countRelevant, countUnrated, type MetricType, relevanceWindow } from './metric.ts';

/** The fraction of relevant documents among the hits. */
export const precision: MetricType = {
  name: 'precision',
  parser: 'precision',
  doc: 'precision at k: `k`, `relevant_rating_threshold`, `ignore_unlabeled`',
  read: (options) => {
    const ignoresUnlabeled = options.flag('ignore_unlabeled') ?? false;
    const { threshold, k } = relevanceWindow(options);
    return {
      k,
      evaluate: ({ ofHits }) => {
        const relevant = countRelevant(ofHits, threshold);
        const retrieved = ofHits.length - (ignoresUnlabeled ? countUnrated(ofHits) : 0);
        const score = retrieved > 0 ? relevant / retrieved : 0;
        return { score, detail: { relevant_docs_retrieved: relevant, docs_retrieved: retrieved } };
      },
    };
  },
};
