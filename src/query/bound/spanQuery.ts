import { javaFloat } from '../../common/index.ts';
import { docLoop } from '../docLoop.ts';
import { docArray, docSetOfArray, hasDoc, NO_DOCS } from '../docSet.ts';
import type { SpanSource } from '../span/spanSource.ts';
import { type Span, spanFrequency } from '../span/spans.ts';
import type { LeafContext, QueryShardContext, ScoredDocs, SpanTerms } from '../types.ts';
import { bm25Score, termScorer } from './bm25.ts';
import { explainTerms } from './explainTerm.ts';
import { type BoundQuery, NOTHING_SCORED, type Weight } from './query.ts';
import { plainShape } from './shape.ts';
import { scoringNumbers } from './statistics.ts';

interface SpanHits {
  readonly docs: Uint32Array;
  /** How often and how closely, per document. */
  readonly frequencies: Float32Array;
}

function findSpans(context: QueryShardContext, leaf: LeafContext, source: SpanSource, key: string): SpanHits {
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
          const spans: readonly Span[] = read(candidates[i]);
          if (spans.length === 0) continue;
          docs[n] = candidates[i];
          frequencies[n++] = spanFrequency(spans);
        }
      },
      result: () => ({ docs: docs.subarray(0, n), frequencies: frequencies.subarray(0, n) }),
    };
  });
}

/** Highlighting counts the last position of a span, not the one after it. */
function placesOf(source: SpanSource): SpanTerms['places'] {
  return (owner) => {
    const read = source.leaf(owner);
    return (doc) => read(doc).map(({ start, end }) => ({ start, end: end - 1 }));
  };
}

/** Span clauses: BM25 with the closeness of the spans as the frequency. */
export function spanQuery(context: QueryShardContext, source: SpanSource): BoundQuery {
  const key = `span(${source.text})`;
  // A masked field counts only within other spans.
  const { scoredField: field = source.field } = source;
  const numbers = () => scoringNumbers(context, field, source.terms);
  return {
    key,
    shape: () => plainShape('SpanQuery', source.text, { parsed: source.parsed }),
    visitTerms(visitor, boost) {
      const { terms, isTerm = false } = source;
      if (isTerm) for (const one of terms) visitor.term(one.field, one.term, boost);
      else visitor.spans({ field: source.field, terms, patterns: [], places: placesOf(source) }, boost);
    },
    match(leaf) {
      const { docs } = findSpans(context, leaf, source, key);
      return docs.length === 0 ? NO_DOCS : docSetOfArray(docs);
    },
    explain(leaf, doc, boost) {
      const isCandidate = hasDoc(source.candidates(leaf), doc);
      const freq = isCandidate ? spanFrequency(source.leaf(leaf)(doc)) : 0;
      const parts = { text: source.explained ?? source.text, field, boost, numbers: numbers() };
      return explainTerms(leaf, doc, parts, freq, `phraseFreq=${javaFloat(freq)}`);
    },
    weight(boost): Weight {
      const scorer = termScorer(numbers(), boost);
      return {
        score(leaf): ScoredDocs {
          const { docs, frequencies } = findSpans(context, leaf, source, key);
          if (docs.length === 0) return NOTHING_SCORED;
          const norms = leaf.reader.norms(field);
          const scores = new Float32Array(docs.length);
          for (let i = 0; i < docs.length; i++) {
            scores[i] = bm25Score(scorer, frequencies[i], norms?.[docs[i]] ?? 1);
          }
          return { docs: docSetOfArray(docs), scores, constant: 0 };
        },
      };
    },
  };
}
