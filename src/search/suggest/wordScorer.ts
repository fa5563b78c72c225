import { illegalArgument, isJsonObject, type JsonValue } from '../../common/index.ts';
import { type LeafContext, readNumber } from '../../query/index.ts';

/** How likely words follow each other in a field: unigrams, bigrams and trigrams of its terms. */
export interface WordScorer {
  unigram(word: string): number;
  bigram(word: string, before: string): number;
  trigram(word: string, before: string, second: string): number;
}

/** Makes the scorer of one shard. */
export type Smoothing = (leaves: readonly LeafContext[], field: string, separator: string) => WordScorer;

const EPSILON = 1e-11;

interface Counts {
  frequency(...words: readonly string[]): number;
  unigram(word: string): number;
}

function countsOf(leaves: readonly LeafContext[], field: string, separator: string): Counts {
  const readers = leaves.map(({ reader }) => reader.terms(field)).filter((terms) => terms !== null);
  const distinct = new Set<string>();
  if (readers.length > 1) {
    for (const terms of readers) for (let ord = 0; ord < terms.size; ord++) distinct.add(terms.term(ord));
  }
  const size = readers.length > 1 ? distinct.size : (readers[0]?.size ?? 0);
  const vocabulary = readers.reduce((sum, terms) => sum + terms.sumTotalTermFreq, 0);
  const frequency = (...words: readonly string[]): number => {
    const term = words.join(separator);
    let count = 0;
    for (const terms of readers) {
      const ord = terms.lookup(term);
      if (ord >= 0) count += terms.totalTermFreq(ord);
    }
    return count;
  };
  return { frequency, unigram: (word) => (1 + frequency(word)) / (vocabulary + size) };
}

/** A shorter gram stands in for one that does not occur, at a discount. */
function stupidBackoff(discount: number): Smoothing {
  return (leaves, field, separator) => {
    const { frequency, unigram } = countsOf(leaves, field, separator);
    const bigram = (word: string, before: string): number => {
      const count = frequency(before, word);
      return count < 1 ? discount * unigram(word) : count / (frequency(before) + EPSILON);
    };
    return {
      unigram,
      bigram,
      trigram(word, before, second) {
        const count = frequency(second, before, word);
        if (count < 1) {
          const pair = frequency(before, word);
          return discount * (pair < 1 ? unigram(word) : pair / (frequency(before) + EPSILON));
        }
        return count / (frequency(second, before) + EPSILON);
      },
    };
  };
}

function laplace(alpha: number): Smoothing {
  return (leaves, field, separator) => {
    const { frequency, unigram } = countsOf(leaves, field, separator);
    const kinds = leaves.reduce((sum, { reader }) => sum + (reader.terms(field)?.size ?? 0), 0);
    return {
      unigram,
      bigram: (word, before) => (alpha + frequency(before, word)) / (frequency(before) + alpha * kinds),
      trigram: (word, before, second) =>
        (alpha + frequency(second, before, word)) / (frequency(second, before) + alpha * kinds),
    };
  };
}

function linearInterpolation(trigramShare: number, bigramShare: number, unigramShare: number): Smoothing {
  return (leaves, field, separator) => {
    const { frequency, unigram } = countsOf(leaves, field, separator);
    const bigram = (word: string, before: string): number => {
      const count = frequency(before, word);
      if (count < 1) return unigramShare * unigram(word);
      return bigramShare * (count / (0.5 + frequency(before))) + unigramShare * unigram(word);
    };
    return {
      unigram,
      bigram,
      trigram(word, before, second) {
        const count = frequency(second, before, word);
        if (count < 1) return bigram(word, before);
        return trigramShare * (count / (1 + frequency(second, before))) + bigram(word, before);
      },
    };
  };
}

const BACKOFF_DISCOUNT = 0.4;
const LAPLACE_ALPHA = 0.5;

/** Reads `smoothing` of a phrase suggestion; stupid backoff where there is none. */
export function readSmoothing(json: JsonValue | undefined): Smoothing {
  if (json === undefined) return stupidBackoff(BACKOFF_DISCOUNT);
  if (!isJsonObject(json)) throw illegalArgument('[smoothing] must be an object');
  const [model] = Object.keys(json);
  const options = model === undefined ? null : json[model];
  if (options === null || !isJsonObject(options)) throw illegalArgument('smoothing model must be an object');
  const number = (name: string, absent: number): number =>
    options[name] === undefined ? absent : readNumber(options[name]);
  switch (model) {
    case 'stupid_backoff':
      return stupidBackoff(number('discount', BACKOFF_DISCOUNT));
    case 'laplace':
      return laplace(number('alpha', LAPLACE_ALPHA));
    case 'linear_interpolation': {
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
