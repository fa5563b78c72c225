import { javaFloat, OpenSearchError } from '../../common/index.ts';
import { allDocs, countDocs, docArray, docSetOfArray } from '../docSet.ts';
import { cachedFilter, keptFilter } from '../filterCache.ts';
import type { Explanation, LeafContext, QueryShardContext, TermVisitor } from '../types.ts';
import { bm25Score, termScorer } from './bm25.ts';
import { matchNoneQuery } from './constantQuery.ts';
import { noMatch } from './explain.ts';
import { explainTerms } from './explainTerm.ts';
import { type Frequencies, FrequencyMatcher, FrequencyScorer } from './frequencyScorer.ts';
import { KeepingMatcher, type LeafMatcher, SeekingMatcher, WholeMatcher } from './matcher.ts';
import { oncePerLeaf } from './oncePerLeaf.ts';
import { type PhrasePart, phraseFrequencies } from './phraseFrequencies.ts';
import { type BoundQuery, SimpleQuery } from './query.ts';
import { plainShape, type QueryShape } from './shape.ts';
import type { ScoringNumbers } from './similarityTypes.ts';
import { scoringNumbers } from './statistics.ts';
import { type Weight, weightOf } from './weight.ts';

export interface Phrase {
  readonly field: string;
  readonly parts: readonly PhrasePart[];
  readonly slop: number;
  readonly endsWithPrefix?: boolean;
}

/** Words in order, at most `slop` moves apart; scored by BM25 with the sum of the words' idf. */
export function phraseQuery(context: QueryShardContext, phrase: Phrase): BoundQuery {
  if (phrase.parts.length === 0 || phrase.parts.some((part) => part.terms.length === 0))
    return matchNoneQuery;
  checkPositions(context, phrase);
  return new PhraseQuery(context, phrase);
}

/** Up to this many candidates are searched in one go, and the result is kept. */
const QUICK_CANDIDATES = 50_000;

class PhraseQuery extends SimpleQuery {
  readonly key: string;
  readonly #context: QueryShardContext;
  readonly #phrase: Phrase;
  readonly #frequencies: (leaf: LeafContext) => Frequencies;

  constructor(context: QueryShardContext, phrase: Phrase) {
    super();
    this.key = `phrase(${phrase.field}:${JSON.stringify(phrase.parts)}~${phrase.slop})`;
    this.#context = context;
    this.#phrase = phrase;
    this.#frequencies = oncePerLeaf((leaf) => phraseFrequencies(leaf, phrase));
  }

  shape(): QueryShape {
    return phraseShape(this.#phrase);
  }

  override visitTerms(visitor: TermVisitor, boost: number): void {
    const { field, parts, slop, endsWithPrefix = false } = this.#phrase;
    const words = parts.map((part) => part.terms);
    const offsets = parts.map((part) => part.offset);
    if (words.length === 1) for (const term of words[0]) visitor.term(field, term, boost);
    else visitor.phrase({ field, words, offsets, slop, endsWithPrefix }, boost);
  }

  protected makeMatcher(leaf: LeafContext): LeafMatcher {
    const { reader } = leaf;
    const kept = keptFilter(reader, this.key);
    if (kept !== null) return new WholeMatcher(() => kept);
    const { checkCancelled } = this.#context;
    const frequencies = this.#frequencies(leaf);
    const looking = new FrequencyMatcher(frequencies, checkCancelled);
    const every = allDocs(reader.maxDoc);
    if (countDocs(frequencies.candidates(every)) <= QUICK_CANDIDATES) {
      const find = () => cachedFilter(reader, this.key, () => looking.among(every));
      const look = (docs: Uint32Array): Uint32Array => docArray(looking.among(docSetOfArray(docs)));
      return new SeekingMatcher(find, look, reader.maxDoc);
    }
    return new KeepingMatcher(
      looking,
      reader.maxDoc,
      (all) => void cachedFilter(reader, this.key, () => all),
    );
  }

  explain(leaf: LeafContext, doc: number, boost: number): Explanation {
    const one = Uint32Array.of(doc);
    const found = this.#frequencies(leaf);
    if (found.candidates(docSetOfArray(one)).kind === 'none') return noMatch('no matching terms');
    const [freq] = found.of(one);
    if (freq === 0) return noMatch('no matching phrase');
    const { field } = this.#phrase;
    const { text } = phraseShape(this.#phrase);
    const scored = { text, field, boost, numbers: this.#numbers() };
    return explainTerms(leaf, doc, scored, freq, `phraseFreq=${javaFloat(freq)}`);
  }

  weight(boost: number): Weight {
    const scorer = termScorer(this.#numbers(), boost);
    const { checkCancelled } = this.#context;
    return weightOf((leaf) => {
      const norms = leaf.reader.norms(this.#phrase.field);
      const score = (doc: number, frequency: number): number =>
        bm25Score(scorer, frequency, norms === null ? 1 : norms[doc]);
      return new FrequencyScorer(this.#frequencies(leaf), score, checkCancelled);
    });
  }

  #numbers(): ScoringNumbers {
    const { field, parts } = this.#phrase;
    const words = parts.flatMap(({ terms }) => terms).map((term) => ({ field, term }));
    return scoringNumbers(this.#context, field, words);
  }
}

function checkPositions({ mapper }: QueryShardContext, { field, parts }: Phrase): void {
  const options = mapper.field(field)?.params.index_options;
  if (parts.length < 2 || (options !== 'docs' && options !== 'freqs')) return;
  throw withoutPositions(field);
}

export function withoutPositions(field: string): OpenSearchError {
  return new OpenSearchError(
    'illegal_state_exception',
    `field:[${field}] was indexed without position data; cannot run PhraseQuery`,
  );
}

function phraseShape({ field, parts, slop }: Phrase): QueryShape {
  const several = parts.some(({ terms }) => terms.length > 1);
  const words: string[] = [];
  for (const { offset, terms } of parts) {
    // Positions of removed words print as question marks.
    while (words.length < offset) words.push('?');
    words.push(terms.length > 1 ? `(${terms.join(' ')})` : terms[0]);
  }
  const text = `${field}:"${words.join(' ')}"${slop === 0 ? '' : `~${slop}`}`;
  return plainShape(several ? 'MultiPhraseQuery' : 'PhraseQuery', text);
}
