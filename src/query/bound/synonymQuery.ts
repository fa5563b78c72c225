import { FixedBitSet, javaFloat } from '../../common/index.ts';
import { docArray, docSetOfArray, docSetOfBits, NO_DOCS, union } from '../docSet.ts';
import type { DocSet, Explanation, LeafContext, ScoredDocs, TermVisitor } from '../types.ts';
import { type Bm25Scorer, bm25Score, termScorer } from './bm25.ts';
import { explainTerms, frequencyIn } from './explainTerm.ts';
import { areFew } from './fewDocs.ts';
import { type LeafMatcher, WholeMatcher } from './matcher.ts';
import { type BoundQuery, SimpleQuery } from './query.ts';
import { LeafScorer, WholeScorer } from './scorer.ts';
import { NOTHING_SCORED } from './scoreSum.ts';
import { plainShape, type QueryShape } from './shape.ts';
import type { ScoringNumbers } from './similarityTypes.ts';
import { type StatisticsContext, scoringNumbers } from './statistics.ts';
import { termQuery } from './termQuery.ts';
import { type Weight, weightOf } from './weight.ts';

/** Terms that count as one: frequencies are added, and the document frequency is their maximum. */
export function synonymQuery(
  context: StatisticsContext,
  field: string,
  given: readonly string[],
): BoundQuery {
  if (given.length === 1) return termQuery(context, field, given[0]);
  return new SynonymQuery(context, field, [...given].sort());
}

class SynonymQuery extends SimpleQuery {
  readonly key: string;
  readonly #context: StatisticsContext;
  readonly #field: string;
  readonly #terms: readonly string[];

  constructor(context: StatisticsContext, field: string, terms: readonly string[]) {
    super();
    this.key = `synonym(${field}:${JSON.stringify(terms)})`;
    this.#context = context;
    this.#field = field;
    this.#terms = terms;
  }

  shape(): QueryShape {
    return plainShape('SynonymQuery', this.#text);
  }

  override visitTerms(visitor: TermVisitor, boost: number): void {
    for (const term of this.#terms) visitor.term(this.#field, term, boost);
  }

  protected makeMatcher({ reader }: LeafContext): LeafMatcher {
    return new WholeMatcher(() => {
      const dictionary = reader.terms(this.#field);
      if (dictionary === null) return NO_DOCS;
      const ords = this.#terms.map((term) => dictionary.lookup(term)).filter((ord) => ord >= 0);
      return union(
        ords.map((ord) => docSetOfArray(dictionary.docs(ord))),
        reader.maxDoc,
      );
    });
  }

  explain(leaf: LeafContext, doc: number, boost: number): Explanation {
    const field = this.#field;
    const freq = this.#terms.reduce((sum, term) => sum + frequencyIn(leaf, field, term, doc), 0);
    const parts = { text: this.#text, field, boost, numbers: this.#numbers() };
    return explainTerms(leaf, doc, parts, freq, `termFreq=${javaFloat(freq)}`);
  }

  weight(boost: number): Weight {
    const numbers = this.#numbers();
    if (numbers.terms.length === 0) return weightOf(() => new WholeScorer(() => NOTHING_SCORED));
    const scorer = termScorer(numbers, boost);
    return weightOf((leaf) => new SynonymScorer(leaf, this.#field, this.#terms, scorer));
  }

  get #text(): string {
    return `Synonym(${this.#terms.map((term) => `${this.#field}:${term}`).join(' ')})`;
  }

  #numbers(): ScoringNumbers {
    const counted = this.#terms.map((term) => ({ field: this.#field, term }));
    const each = scoringNumbers(this.#context, this.#field, counted);
    const docFreq = Math.max(0, ...each.terms.map((term) => term.docFreq));
    const totalTermFreq = each.terms.reduce((sum, term) => sum + term.totalTermFreq, 0);
    return { ...each, terms: docFreq === 0 ? [] : [{ docFreq, totalTermFreq }] };
  }
}

/** Scores all documents at once, or a few of them individually. */
class SynonymScorer extends LeafScorer {
  readonly isCostly = false;
  readonly #whole: WholeScorer;
  readonly #score: (docs: Uint32Array) => ScoredDocs;
  readonly #maxDoc: number;

  constructor(leaf: LeafContext, field: string, terms: readonly string[], scorer: Bm25Scorer) {
    super();
    this.#maxDoc = leaf.reader.maxDoc;
    this.#whole = new WholeScorer(() => scoreSynonyms(leaf, field, terms, scorer));
    this.#score = (docs) => scoreSome(leaf, field, terms, scorer, docs);
  }

  among(docs: DocSet): ScoredDocs {
    return areFew(docs, this.#maxDoc) ? this.#score(docs.docs) : this.#whole.among(docs);
  }

  override over(docs: DocSet): ScoredDocs {
    return areFew(docs, this.#maxDoc) ? this.#score(docs.docs) : this.#whole.over();
  }
}

function scoreSome(
  leaf: LeafContext,
  field: string,
  terms: readonly string[],
  scorer: Bm25Scorer,
  asked: Uint32Array,
): ScoredDocs {
  const freqOf = (doc: number): number =>
    terms.reduce((sum, term) => sum + frequencyIn(leaf, field, term, doc), 0);
  const freqs = Uint32Array.from(asked, freqOf);
  const docs = asked.filter((_, i) => freqs[i] > 0);
  const norms = leaf.reader.norms(field);
  const found = freqs.filter((freq) => freq > 0);
  const scores = Float32Array.from(docs, (doc, i) => bm25Score(scorer, found[i], norms?.[doc] ?? 1));
  return { docs: docSetOfArray(docs), scores, constant: 0 };
}

function scoreSynonyms(
  { reader }: LeafContext,
  field: string,
  terms: readonly string[],
  scorer: Bm25Scorer,
): ScoredDocs {
  const dictionary = reader.terms(field);
  if (dictionary === null) return NOTHING_SCORED;
  const freqOf = new Uint32Array(reader.maxDoc);
  const bits = new FixedBitSet(reader.maxDoc);
  for (const term of terms) {
    const ord = dictionary.lookup(term);
    if (ord < 0) continue;
    const docs = dictionary.docs(ord);
    const freqs = dictionary.freqs(ord);
    for (let i = 0; i < docs.length; i++) {
      freqOf[docs[i]] += freqs === null ? 1 : freqs[i];
      bits.add(docs[i]);
    }
  }
  const set = docSetOfBits(bits);
  const docs = docArray(set);
  const norms = reader.norms(field);
  const scores = Float32Array.from(docs, (doc) =>
    bm25Score(scorer, freqOf[doc], norms === null ? 1 : norms[doc]),
  );
  return { docs: set, scores, constant: 0 };
}
