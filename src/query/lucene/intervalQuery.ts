import { docLoop } from '../docLoop.ts';
import { docArray, docSetOfArray, NO_DOCS } from '../docSet.ts';
import type { Interval } from '../span/intervals.ts';
import type { IntervalSource } from '../span/source.ts';
import type { LeafContext, QueryShardContext, ScoredDocs } from '../types.ts';
import { bm25Score, termCounts, termScorer } from './bm25.ts';
import { type LuceneQuery, NOTHING_SCORED, type Weight } from './query.ts';

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
          frequencies[n++] = sloppyFrequency(intervals);
        }
      },
      result: () => ({ docs: docs.subarray(0, n), frequencies: frequencies.subarray(0, n) }),
    };
  });
}

function sloppyFrequency(intervals: readonly Interval[]): number {
  let frequency = 0;
  for (const { gaps } of intervals) frequency = f32(frequency + f32(1 / (1 + gaps)));
  return frequency;
}

/** `intervals`: the score rises with the frequency towards the boost. */
export function intervalQuery(context: QueryShardContext, source: IntervalSource): LuceneQuery {
  const key = `intervals(${source.key})`;
  const query = scoredIntervals(context, source, key, (boost) => (_leaf, _doc, frequency) => {
    return f32(boost * f32(1 - f32(1 / f32(1 + frequency))));
  });
  return {
    ...query,
    visitTerms: (visitor, boost) =>
      visitor.opaque('intervals', (inner) => {
        for (const { field, term } of source.terms) inner.term(field, term, boost);
        for (const { field, accepts } of source.patterns) inner.pattern(field, accepts, boost);
      }),
  };
}

/** Span clauses: BM25 with the closeness of the spans as the frequency. */
export function spanQuery(context: QueryShardContext, field: string, source: IntervalSource): LuceneQuery {
  const query = scoredIntervals(context, source, `span(${source.key})`, (boost) => {
    const words = source.terms.map(({ field: name, term }) => termCounts(context.leaves, name, term));
    const found = words.filter(({ docFreq }) => docFreq > 0);
    const scorer = termScorer(context.leaves, field, found, boost);
    return (leaf, doc, frequency) => bm25Score(scorer, frequency, leaf.reader.norms(field)?.[doc] ?? 1);
  });
  return {
    ...query,
    visitTerms(visitor, boost) {
      const { alone, terms, patterns } = source;
      if (alone === undefined) {
        visitor.spans({ field, terms, patterns, places: (owner) => source.leaf(owner) }, boost);
      } else visitor.term(alone.field, alone.term, boost);
    },
  };
}

type IntervalScorer = (leaf: LeafContext, doc: number, frequency: number) => number;

function scoredIntervals(
  context: QueryShardContext,
  source: IntervalSource,
  key: string,
  scorerOf: (boost: number) => IntervalScorer,
): LuceneQuery {
  return {
    key,
    match(leaf) {
      const { docs } = findIntervals(context, leaf, source, key);
      return docs.length === 0 ? NO_DOCS : docSetOfArray(docs);
    },
    weight(boost): Weight {
      const scorer = scorerOf(boost);
      return {
        score(leaf): ScoredDocs {
          const { docs, frequencies } = findIntervals(context, leaf, source, key);
          if (docs.length === 0) return NOTHING_SCORED;
          const scores = new Float32Array(docs.length);
          for (let i = 0; i < docs.length; i++) scores[i] = scorer(leaf, docs[i], frequencies[i]);
          return { docs: docSetOfArray(docs), scores, constant: 0 };
        },
      };
    },
  };
}
