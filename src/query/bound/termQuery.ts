import type { TermsReader } from '../../segment/index.ts';
import { bitsOfArray, docSetOfArray, docSetOfBits, intersect, isFrequent, NO_DOCS } from '../docSet.ts';
import { cachedFilter } from '../filterCache.ts';
import type { DocSet, Explanation, LeafContext, TermVisitor, TopDocs, TopRequest } from '../types.ts';
import { type Bm25Scorer, termScorer } from './bm25.ts';
import { explainTerms, frequencyIn } from './explainTerm.ts';
import { LeafMatcher, WholeMatcher } from './matcher.ts';
import { type BoundQuery, type FieldTest, SimpleQuery } from './query.ts';
import { cachedRanks, type RankedDocs } from './rankedDocs.ts';
import { WholeScorer } from './scorer.ts';
import { NOTHING_SCORED } from './scoreSum.ts';
import { plainShape, type QueryShape } from './shape.ts';
import type { ScoringNumbers } from './similarityTypes.ts';
import { type StatisticsContext, scoringNumbers } from './statistics.ts';
import { TermScorer } from './termScorer.ts';
import { type TermScores, termScores } from './termScores.ts';
import { NOTHING_ON_TOP, topOfTerms } from './topOfTerms.ts';
import { Weight, weightOf } from './weight.ts';

/** Statistics that override the term's own: fuzzy and cross-field queries blend those of several terms. */
export interface TermStatistics {
  readonly docFreq: number;
}

/** A single exact term, scored by BM25. */
export function termQuery(
  context: StatisticsContext,
  field: string,
  term: string,
  own: TermStatistics | null = null,
): BoundQuery {
  return new TermQuery(context, field, term, own);
}

class TermQuery extends SimpleQuery {
  readonly key: string;
  readonly #context: StatisticsContext;
  readonly #field: string;
  readonly #term: string;
  readonly #own: TermStatistics | null;

  constructor(context: StatisticsContext, field: string, term: string, own: TermStatistics | null) {
    super();
    this.key = `${field}:${JSON.stringify(term)}${own === null ? '' : `~${own.docFreq}`}`;
    this.#context = context;
    this.#field = field;
    this.#term = term;
    this.#own = own;
  }

  get #text(): string {
    return `${this.#field}:${this.#term}`;
  }

  shape(): QueryShape {
    return plainShape('TermQuery', this.#text);
  }

  override visitTerms(visitor: TermVisitor, boost: number): void {
    visitor.term(this.#field, this.#term, boost);
  }

  override mayReach(test: FieldTest): boolean {
    return test(this.#field);
  }

  protected makeMatcher({ reader }: LeafContext): LeafMatcher {
    const terms = reader.terms(this.#field);
    const ord = terms?.lookup(this.#term) ?? -1;
    if (terms === null || ord < 0) return new WholeMatcher(() => NO_DOCS);
    return new TermMatcher(terms, ord, {
      ranks: (docs, lookups) => cachedRanks(reader, this.#field, ord, docs, lookups),
      filter: (docs) => {
        if (!isFrequent(docs.length, reader.maxDoc)) return docSetOfArray(docs);
        return cachedFilter(reader, this.key, () => docSetOfBits(bitsOfArray(docs, reader.maxDoc)));
      },
    });
  }

  explain(leaf: LeafContext, doc: number, boost: number): Explanation {
    const parts = {
      text: this.#text,
      field: this.#field,
      boost: this.#boosted(boost),
      numbers: this.#numbers(),
    };
    return explainTerms(leaf, doc, parts, frequencyIn(leaf, this.#field, this.#term, doc));
  }

  weight(boost: number): Weight {
    const known = this.#numbers();
    if (known.terms.length === 0) return weightOf(() => new WholeScorer(() => NOTHING_SCORED));
    return new TermWeight(this.#field, this.#term, termScorer(known, this.#boosted(boost)));
  }

  #numbers(): ScoringNumbers {
    const counted = { field: this.#field, term: this.#term, docFreq: this.#own?.docFreq };
    return scoringNumbers(this.#context, this.#field, [counted]);
  }

  /** The field's boost does not apply to terms that a query was expanded to. */
  #boosted(boost: number): number {
    const ofField = this.#own === null ? (this.#context.leaves[0]?.scoring?.boostOf(this.#field) ?? 1) : 1;
    return Math.fround(boost * ofField);
  }
}

/** Below one document in this many postings, each is looked up in the postings, which then need no bitset. */
const POSTINGS_A_DOC = 16;

/** Forms of a term's postings that are cached with the segment. */
interface KeptPostings {
  readonly ranks: (postings: Uint32Array, lookups: number) => RankedDocs | null;
  /** The form that is fastest to intersect with many documents. */
  readonly filter: (postings: Uint32Array) => DocSet;
}

class TermMatcher extends LeafMatcher {
  readonly isCostly = false;
  readonly #postings: Uint32Array;
  readonly #kept: KeptPostings;
  #filter: DocSet | null = null;

  constructor(terms: TermsReader, ord: number, kept: KeptPostings) {
    super();
    this.#postings = terms.docs(ord);
    this.#kept = kept;
  }

  among(docs: DocSet): DocSet {
    return docs.kind === 'all' ? docSetOfArray(this.#postings) : intersect(docs, this.over(docs));
  }

  override over(docs: DocSet): DocSet {
    const isFew = docs.kind === 'array' && docs.docs.length * POSTINGS_A_DOC < this.#postings.length;
    if (isFew) {
      const ranks = this.#kept.ranks(this.#postings, docs.docs.length);
      return ranks === null ? docSetOfArray(this.#postings) : { kind: 'bits', bits: ranks.bits };
    }
    this.#filter ??= this.#kept.filter(this.#postings);
    return this.#filter;
  }
}

/** The weight of one term. Several of them can find the best hits without scoring all documents. */
export class TermWeight extends Weight {
  readonly #field: string;
  readonly #term: string;
  readonly #scorer: Bm25Scorer;

  constructor(field: string, term: string, scorer: Bm25Scorer) {
    super();
    this.#field = field;
    this.#term = term;
    this.#scorer = scorer;
  }

  scorer(leaf: LeafContext): WholeScorer | TermScorer {
    const scores = this.terms(leaf);
    return scores === null ? new WholeScorer(() => NOTHING_SCORED) : new TermScorer(scores);
  }

  override top(leaf: LeafContext, request: TopRequest): TopDocs | null {
    const known = this.terms(leaf);
    return known === null ? NOTHING_ON_TOP : topOfTerms([known], leaf.reader.maxDoc, request);
  }

  /** Its postings; `null` if the segment lacks the term. */
  terms({ reader }: LeafContext): TermScores | null {
    const ord = reader.terms(this.#field)?.lookup(this.#term) ?? -1;
    return ord < 0 ? null : termScores(reader, this.#field, ord, this.#scorer);
  }
}
