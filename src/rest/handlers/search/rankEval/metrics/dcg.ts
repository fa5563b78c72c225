import { javaMath, jsonDouble } from '../../../../../common/index.ts';
import { countUnrated, hitsLookedAt, type MetricType } from './metric.ts';

/** Gains of the hits, discounted by rank; normalized by those of the ideal order. */
export const dcg: MetricType = {
  name: 'dcg',
  parser: 'dcg',
  doc: 'discounted cumulative gain: `k`, `normalize`, `unknown_doc_rating`',
  read: (options) => {
    const normalizes = options.flag('normalize') ?? false;
    const unknown = options.whole('unknown_doc_rating') ?? null;
    return {
      k: hitsLookedAt(options),
      evaluate: ({ ofHits, given }) => {
        const gain = discountedGain(ofHits.map((rating) => rating ?? unknown));
        const best = [...given].sort((a, b) => b - a).slice(0, ofHits.length);
        const ideal = normalizes ? discountedGain(best) : 0;
        const normalized = ideal === 0 ? 0 : gain / ideal;
        const detail = {
          dcg: jsonDouble(gain),
          ...(ideal === 0 ? {} : { ideal_dcg: jsonDouble(ideal), normalized_dcg: jsonDouble(normalized) }),
          unrated_docs: countUnrated(ofHits),
        };
        return { score: normalizes ? normalized : gain, detail };
      },
    };
  },
};

/** A hit without a rating gains nothing, but keeps its rank. */
function discountedGain(ratings: readonly (number | null)[]): number {
  let sum = 0;
  ratings.forEach((rating, i) => {
    if (rating !== null) sum += (2 ** rating - 1) / (javaMath.log(i + 2) / Math.LN2);
  });
  return sum;
}
