import { illegalArgument, isJsonObject, type JsonObject } from '../../common/index.ts';
import { isScalar, type LeafContext, numberAt, parsingErrorAt, tokenName } from '../../query/index.ts';
import { valuesAt } from './suggestOptions.ts';

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

/** The models by name. */
const MODELS: Readonly<Record<string, (options: JsonObject) => Smoothing>> = {
  stupid_backoff: (options) => stupidBackoff(numberOf(options, 'discount', BACKOFF_DISCOUNT)),
  laplace: (options) => laplace(numberOf(options, 'alpha', LAPLACE_ALPHA)),
  linear: readLinear,
};

/** Parses `smoothing` of a phrase suggestion; if there are several models, the last one wins. */
export function readSmoothing(json: JsonObject): Smoothing {
  let model = DEFAULT_SMOOTHING;
  for (const name of Object.keys(json)) {
    const options = json[name];
    if (!isJsonObject(options)) {
      throw parsingErrorAt(`[smoothing] unknown token [${tokenName(options)}] after [${name}]`, json, name);
    }
    if (!Object.hasOwn(MODELS, name)) {
      throw illegalArgument(`suggester[phrase] doesn't support object field [${name}]`);
    }
    model = MODELS[name](options);
  }
  return model;
}

/** The last value of a member, of which arrays count as what is in them; other members are not read. */
function numberOf(options: JsonObject, name: string, absent: number): number {
  const nested = Object.keys(options).find((key) => isJsonObject(options[key]));
  if (nested !== undefined) {
    const reason = 'Unexpected token [END_OBJECT] found after the main object.';
    throw parsingErrorAt(reason, options, nested, 'end');
  }
  const last = options[name] === undefined ? undefined : valuesAt(options, name).at(-1);
  return last === undefined ? absent : numberAt(last.container, last.at);
}

const SHARES = ['trigram_lambda', 'bigram_lambda', 'unigram_lambda'];

function readLinear(options: JsonObject): Smoothing {
  const shares: Record<string, number> = {};
  for (const name of Object.keys(options)) {
    const value = options[name];
    if (value === null || !isScalar(value)) {
      throw parsingErrorAt(`[linear] unknown token [${tokenName(value)}] after [${name}]`, options, name);
    }
    if (!SHARES.includes(name)) {
      throw illegalArgument(`suggester[phrase][smoothing][linear] doesn't support field [${name}]`);
    }
    shares[name] = numberAt(options, name);
    if (shares[name] < 0) throw illegalArgument(`${name} must be positive`);
  }
  const [trigram, bigram, unigram] = SHARES.map((name) => shares[name] ?? 0);
  if (Math.abs(trigram + bigram + unigram - 1) > 0.001) {
    throw illegalArgument('linear smoothing lambdas must sum to 1');
  }
  return linearInterpolation(trigram, bigram, unigram);
}
