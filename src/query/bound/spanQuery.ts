import { javaFloat } from '../../common/index.ts';
import type { SpanSource } from '../span/spanSource.ts';
import { spanFrequency } from '../span/spans.ts';
import type { Explanation, LeafContext, QueryShardContext, SpanTerms, TermVisitor } from '../types.ts';
import { bm25Score, termScorer } from './bm25.ts';
import { explainTerms } from './explainTerm.ts';
import {
  type Frequencies,
  FrequencyMatcher,
  FrequencyScorer,
  frequenciesOf,
  frequencyIn,
} from './frequencyScorer.ts';
import type { LeafMatcher } from './matcher.ts';
import { oncePerLeaf } from './oncePerLeaf.ts';
import { type BoundQuery, SimpleQuery } from './query.ts';
import { plainShape, type QueryShape } from './shape.ts';
import type { ScoringNumbers } from './similarityTypes.ts';
import { scoringNumbers } from './statistics.ts';
import { type Weight, weightOf } from './weight.ts';

/** Span queries: BM25 with the closeness of the spans as frequency. */
export function spanQuery(context: QueryShardContext, source: SpanSource): BoundQuery {
  return new SpanQuery(context, source);
}

class SpanQuery extends SimpleQuery {
  readonly key: string;
  readonly #context: QueryShardContext;
  readonly #source: SpanSource;
  readonly #frequencies: (leaf: LeafContext) => Frequencies;

  constructor(context: QueryShardContext, source: SpanSource) {
    super();
    this.key = `span(${source.text})`;
    this.#context = context;
    this.#source = source;
    this.#frequencies = oncePerLeaf((leaf) => frequenciesOf(source, leaf, spanFrequency));
  }

  shape(): QueryShape {
    const { text, parsed } = this.#source;
    return plainShape('SpanQuery', text, { parsed });
  }

  override visitTerms(visitor: TermVisitor, boost: number): void {
    const { terms, field, isTerm = false } = this.#source;
    if (isTerm) for (const one of terms) visitor.term(one.field, one.term, boost);
    else visitor.spans({ field, terms, patterns: [], places: placesOf(this.#source) }, boost);
  }

  explain(leaf: LeafContext, doc: number, boost: number): Explanation {
    const freq = frequencyIn(this.#frequencies(leaf), doc);
    const text = this.#source.explained ?? this.#source.text;
    const parts = { text, field: this.#field, boost, numbers: this.#numbers() };
    return explainTerms(leaf, doc, parts, freq, `phraseFreq=${javaFloat(freq)}`);
  }

  weight(boost: number): Weight {
    const scorer = termScorer(this.#numbers(), boost);
    const { checkCancelled } = this.#context;
    return weightOf((leaf) => {
      const norms = leaf.reader.norms(this.#field);
      const score = (doc: number, frequency: number): number =>
        bm25Score(scorer, frequency, norms?.[doc] ?? 1);
      return new FrequencyScorer(this.#frequencies(leaf), score, checkCancelled);
    });
  }

  protected makeMatcher(leaf: LeafContext): LeafMatcher {
    return new FrequencyMatcher(this.#frequencies(leaf), this.#context.checkCancelled);
  }

  /** A masked field only counts within other spans. */
  get #field(): string {
    return this.#source.scoredField ?? this.#source.field;
  }

  #numbers(): ScoringNumbers {
    return scoringNumbers(this.#context, this.#field, this.#source.terms);
  }
}

/** Highlighting uses the last position of a span, not the one after it. */
function placesOf(source: SpanSource): SpanTerms['places'] {
  return (owner) => {
    const read = source.leaf(owner);
    return (doc) => read(doc).map(({ start, end }) => ({ start, end: end - 1 }));
  };
}
