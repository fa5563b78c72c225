import { docLoop } from '../docLoop.ts';
import { docArray, docSetOfArray, hasDoc, NO_DOCS } from '../docSet.ts';
import type { Interval } from '../span/intervals.ts';
import type { IntervalSource } from '../span/source.ts';
import type { LeafContext, QueryShardContext, ScoredDocs } from '../types.ts';
import { explanation, noMatch } from './explain.ts';
import { type BoundQuery, NOTHING_SCORED, type Weight } from './query.ts';
import { plainShape } from './shape.ts';

const f32 = Math.fround;

interface IntervalHits {
  readonly docs: Uint32Array;
  /** How often and how closely, per document. */
  readonly frequencies: Float32Array;
}

function findIntervals(
  context: QueryShardContext,
  leaf: LeafContext,
  source: IntervalSource,
  key: string,
): IntervalHits {
  return docLoop(context, { key, leaf }, () => {
    const candidates = docArray(source.candidates(leaf));
    const read = source.leaf(leaf);
    const docs = new Uint32Array(candidates.length);
    const frequencies = new Float32Array(candidates.length);
    let n = 0;
    return {
      count: candidates.length,
      look(from, to) {
        for (let i = from; i < to; i++) {
          const intervals = read(candidates[i]);
          if (intervals.length === 0) continue;
          docs[n] = candidates[i];
          frequencies[n++] = sloppyFrequency(intervals, source);
        }
      },
      result: () => ({ docs: docs.subarray(0, n), frequencies: frequencies.subarray(0, n) }),
    };
  });
}

function sloppyFrequency(intervals: readonly Interval[], { minExtent }: IntervalSource): number {
  let frequency = 0;
  for (const { start, end } of intervals) {
    const excess = Math.max(0, end - start + 1 - minExtent);
    frequency = f32(frequency + f32(1 / (1 + excess)));
  }
  return frequency;
}

/** `intervals`: the score rises with the frequency towards the boost. */
export function intervalQuery(context: QueryShardContext, field: string, source: IntervalSource): BoundQuery {
  const key = `intervals(${source.key})`;
  const text = `${field}:${source.text}`;
  const scoreOf = (frequency: number, boost: number): number =>
    f32(boost * f32(1 - f32(1 / f32(1 + frequency))));
  return {
    key,
    shape: () => plainShape('IntervalQuery', text),
    visitTerms: (visitor, boost) =>
      visitor.opaque('intervals', (inner) => {
        for (const { field: own, term } of source.terms) inner.term(own, term, boost);
        for (const { field: own, accepts } of source.patterns) inner.pattern(own, accepts, boost);
      }),
    match(leaf) {
      const { docs } = findIntervals(context, leaf, source, key);
      return docs.length === 0 ? NO_DOCS : docSetOfArray(docs);
    },
    explain(leaf, doc, boost) {
      const frequency = hasDoc(source.candidates(leaf), doc)
        ? sloppyFrequency(source.leaf(leaf)(doc), source)
        : 0;
      if (frequency === 0) return noMatch('no matching intervals');
      return explanation(
        scoreOf(frequency, boost),
        'Saturation function on interval frequency, computed as w * S / (S + k) from:',
        [
          explanation(boost, 'w, weight of this function'),
          explanation(1, 'k, pivot feature value that would give a score contribution equal to w/2'),
          explanation(frequency, `S, the sloppy frequency of the interval query ${text}`),
        ],
      );
    },
    weight(boost): Weight {
      return {
        score(leaf): ScoredDocs {
          const { docs, frequencies } = findIntervals(context, leaf, source, key);
          if (docs.length === 0) return NOTHING_SCORED;
          const scores = frequencies.map((frequency) => scoreOf(frequency, boost));
          return { docs: docSetOfArray(docs), scores, constant: 0 };
        },
      };
    },
  };
}
