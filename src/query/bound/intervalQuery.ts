import type { Interval } from '../span/intervals.ts';
import type { IntervalSource } from '../span/source.ts';
import type { Explanation, LeafContext, QueryShardContext, TermVisitor } from '../types.ts';
import { explanation, noMatch } from './explain.ts';
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
import { type Weight, weightOf } from './weight.ts';

const f32 = Math.fround;

/** `intervals`: the score approaches the boost as the frequency grows. */
export function intervalQuery(context: QueryShardContext, field: string, source: IntervalSource): BoundQuery {
  return new IntervalQuery(context, field, source);
}

class IntervalQuery extends SimpleQuery {
  readonly key: string;
  readonly #context: QueryShardContext;
  readonly #source: IntervalSource;
  readonly #text: string;
  readonly #frequencies: (leaf: LeafContext) => Frequencies;

  constructor(context: QueryShardContext, field: string, source: IntervalSource) {
    super();
    this.key = `intervals(${source.key})`;
    this.#context = context;
    this.#source = source;
    this.#text = `${field}:${source.text}`;
    this.#frequencies = oncePerLeaf((leaf) =>
      frequenciesOf(source, leaf, (found) => sloppyFrequency(found, source)),
    );
  }

  shape(): QueryShape {
    return plainShape('IntervalQuery', this.#text);
  }

  override visitTerms(visitor: TermVisitor, boost: number): void {
    const { terms, patterns } = this.#source;
    visitor.opaque('intervals', (inner) => {
      for (const { field, term } of terms) inner.term(field, term, boost);
      for (const { field, accepts } of patterns) inner.pattern(field, accepts, boost);
    });
  }

  explain(leaf: LeafContext, doc: number, boost: number): Explanation {
    const frequency = frequencyIn(this.#frequencies(leaf), doc);
    if (frequency === 0) return noMatch('no matching intervals');
    return explanation(
      scoreOf(frequency, boost),
      'Saturation function on interval frequency, computed as w * S / (S + k) from:',
      [
        explanation(boost, 'w, weight of this function'),
        explanation(1, 'k, pivot feature value that would give a score contribution equal to w/2'),
        explanation(frequency, `S, the sloppy frequency of the interval query ${this.#text}`),
      ],
    );
  }

  weight(boost: number): Weight {
    const { checkCancelled } = this.#context;
    const score = (_doc: number, frequency: number): number => scoreOf(frequency, boost);
    return weightOf((leaf) => new FrequencyScorer(this.#frequencies(leaf), score, checkCancelled));
  }

  protected makeMatcher(leaf: LeafContext): LeafMatcher {
    return new FrequencyMatcher(this.#frequencies(leaf), this.#context.checkCancelled);
  }
}

function scoreOf(frequency: number, boost: number): number {
  return f32(boost * f32(1 - f32(1 / f32(1 + frequency))));
}

function sloppyFrequency(intervals: readonly Interval[], { minExtent }: IntervalSource): number {
  let frequency = 0;
  for (const { start, end } of intervals) {
    const excess = Math.max(0, end - start + 1 - minExtent);
    frequency = f32(frequency + 1 / (1 + excess));
  }
  return frequency;
}
