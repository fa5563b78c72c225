import { javaFloat } from '../../common/index.ts';
import { docLoop } from '../docLoop.ts';
import { docArray, docSetOfArray, hasDoc, NO_DOCS } from '../docSet.ts';
import type { SpanSource } from '../span/spanSource.ts';
import { type Span, spanFrequency } from '../span/spans.ts';
import type { LeafContext, QueryShardContext, ScoredDocs } from '../types.ts';
import { bm25Score, bm25Scorer } from './bm25.ts';
import { explainBm25, sumOfIdf } from './explainTerm.ts';
import { type LuceneQuery, NOTHING_SCORED, type Weight } from './query.ts';
import { plainShape } from './shape.ts';
import { statisticsOf } from './statistics.ts';

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

/** Span clauses: BM25 with the closeness of the spans as the frequency. */
export function spanQuery(context: QueryShardContext, source: SpanSource): LuceneQuery {
  const key = `span(${source.text})`;
  // A masked field counts only within other spans.
  const { scoredField: field = source.field } = source;
  const numbers = () => {
    const statistics = statisticsOf(context);
    const docFreqs = source.terms.map((one) => statistics.docFreq(one.field, one.term, null));
    return { statistics: statistics.field(field), docFreqs };
  };
  return {
    key,
    shape: () => plainShape('SpanQuery', source.text, { parsed: source.parsed }),
    visitTerms(visitor) {
      for (const one of source.terms) visitor.term(one.field, one.term);
    },
    match(leaf) {
      const { docs } = findSpans(context, leaf, source, key);
      return docs.length === 0 ? NO_DOCS : docSetOfArray(docs);
    },
    explain(leaf, doc, boost) {
      const isCandidate = hasDoc(source.candidates(leaf), doc);
      const freq = isCandidate ? spanFrequency(source.leaf(leaf)(doc)) : 0;
      const parts = { text: source.explained ?? source.text, field, boost, ...numbers() };
      return explainBm25(leaf, doc, parts, freq, `phraseFreq=${javaFloat(freq)}`);
    },
    weight(boost): Weight {
      const { statistics, docFreqs } = numbers();
      const scorer = bm25Scorer(statistics, sumOfIdf(statistics, docFreqs), boost);
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
