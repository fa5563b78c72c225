import { illegalArgument, isJsonObject, type JsonObject, type JsonValue } from '../../common/index.ts';
import { type LeafContext, parsingErrorAt, readNumber } from '../../query/index.ts';

/** A word of a phrase, with its frequency in the source of candidates. */
export interface ScoredWord {
  readonly text: string;
  readonly count: number;
}

/** How likely words follow each other in a field: unigrams, bigrams and trigrams of its terms. */
export interface WordScorer {
  unigram(word: ScoredWord): number;
  bigram(word: ScoredWord, before: ScoredWord): number;
  trigram(word: ScoredWord, before: ScoredWord, second: ScoredWord): number;
}

/** Creates the scorer of a shard. */
export type Smoothing = (leaves: readonly LeafContext[], field: string, separator: string) => WordScorer;

const EPSILON = 1e-11;

interface Counts {
  frequency(...words: readonly ScoredWord[]): number;
  /** Total and distinct number of words. */
  readonly vocabulary: number;
  readonly kinds: number;
}

/**
 * For several segments the original does not know the number of distinct terms, and uses the number of
 * documents.
 */
function countsOf(leaves: readonly LeafContext[], field: string, separator: string): Counts {
  const readers = leaves.map(({ reader }) => reader.terms(field)).filter((terms) => terms !== null);
  const documents = leaves.reduce((sum, { reader }) => sum + reader.maxDoc, 0);
  const frequency = (...words: readonly ScoredWord[]): number =>
    termCount(leaves, field, words.map(({ text }) => text).join(separator));
  return {
    frequency,
    vocabulary: readers.reduce((sum, terms) => sum + terms.sumTotalTermFreq, 0),
    kinds: readers.length > 1 ? documents : (readers[0]?.size ?? 0),
  };
}

/** How often a term occurs. */
export function termCount(leaves: readonly LeafContext[], field: string, term: string): number {
  let count = 0;
  for (const { reader } of leaves) {
    const terms = reader.terms(field);
    const ord = terms?.lookup(term) ?? -1;
    if (terms !== null && ord >= 0) count += terms.totalTermFreq(ord);
  }
  return count;
}

function unigramOf({ frequency, vocabulary, kinds }: Counts): WordScorer['unigram'] {
  return (word) => (1 + frequency(word)) / (vocabulary + kinds);
}

/** A shorter gram replaces one that does not occur, at a discount. */
function stupidBackoff(discount: number): Smoothing {
  return (leaves, field, separator) => {
    const counts = countsOf(leaves, field, separator);
    const { frequency } = counts;
    const unigram = unigramOf(counts);
    return {
      unigram,
      bigram(word, before) {
        const count = frequency(before, word);
        return count < 1 ? discount * unigram(word) : count / (before.count + EPSILON);
      },
      trigram(word, before, second) {
        const pair = frequency(before, word);
        if (pair < 1) return discount * unigram(word);
        const count = frequency(second, before, word);
        return count < 1 ? discount * (pair / (before.count + EPSILON)) : count / (pair + EPSILON);
      },
    };
  };
}

function laplace(alpha: number): Smoothing {
  return (leaves, field, separator) => {
    const { frequency, vocabulary, kinds } = countsOf(leaves, field, separator);
    return {
      unigram: (word) => (alpha + frequency(word)) / (vocabulary + alpha * kinds),
      bigram: (word, before) => (alpha + frequency(before, word)) / (before.count + alpha * kinds),
      trigram: (word, before, second) =>
        (alpha + frequency(second, before, word)) / (frequency(second, before) + alpha * kinds),
    };
  };
}

function linearInterpolation(trigramShare: number, bigramShare: number, unigramShare: number): Smoothing {
  return (leaves, field, separator) => {
    const counts = countsOf(leaves, field, separator);
    const { frequency } = counts;
    const unigram = unigramOf(counts);
    const bigram = (word: ScoredWord, before: ScoredWord): number => {
      const count = frequency(before, word);
      if (count < 1) return unigramShare * unigram(word);
      return bigramShare * (count / (0.5 + before.count)) + unigramShare * unigram(word);
    };
    return {
      unigram,
      bigram,
      // The original looks up the words of a trigram in reverse.
      trigram(word, before, second) {
        const count = frequency(word, before, second);
        if (count < 1) return bigram(word, before);
        return trigramShare * (count / (1 + frequency(word, before))) + bigram(word, before);
      },
    };
  };
}

const BACKOFF_DISCOUNT = 0.4;
const LAPLACE_ALPHA = 0.5;

export const DEFAULT_SMOOTHING: Smoothing = stupidBackoff(BACKOFF_DISCOUNT);

/** Parses `smoothing` of a phrase suggestion. */
export function readSmoothing(json: JsonObject): Smoothing {
  // If there are several models, the last one wins.
  const model = Object.keys(json).at(-1);
  if (model === undefined) return DEFAULT_SMOOTHING;
  const options: JsonValue = json[model];
  if (!isJsonObject(options)) throw illegalArgument('smoothing model must be an object');
  const nested = Object.keys(options).find((key) => isJsonObject(options[key]));
  if (nested !== undefined) {
    throw parsingErrorAt(
      'Unexpected token [END_OBJECT] found after the main object.',
      options,
      nested,
      'end',
    );
  }
  const number = (name: string, absent: number): number =>
    options[name] === undefined ? absent : readNumber(options[name]);
  switch (model) {
    case 'stupid_backoff':
      return stupidBackoff(number('discount', BACKOFF_DISCOUNT));
    case 'laplace':
      return laplace(number('alpha', LAPLACE_ALPHA));
    case 'linear': {
      const shares = ['trigram_lambda', 'bigram_lambda', 'unigram_lambda'].map((name) => number(name, 0));
      const [trigram, bigram, unigram] = shares;
      if (Math.abs(trigram + bigram + unigram - 1) > 0.001) {
        throw illegalArgument('linear smoothing lambdas must sum to 1');
      }
      return linearInterpolation(trigram, bigram, unigram);
    }
    default:
      throw illegalArgument(`suggester[phrase] doesn't support object field [${model}]`);
  }
}
