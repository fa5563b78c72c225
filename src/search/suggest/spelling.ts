import {
  illegalArgument,
  type JsonObject,
  type JsonValue,
  numberFormat,
  type OpenSearchError,
  topN,
} from '../../common/index.ts';
import {
  fuzzyMatcher,
  fuzzyOrds,
  isScalar,
  type LeafContext,
  parsingErrorAt,
  readInt,
  readNumber,
  readText,
} from '../../query/index.ts';
import { STRING_DISTANCES, type StringDistance } from './stringDistance.ts';

export type SuggestMode = 'missing' | 'popular' | 'always';

/** How to find similar words in an index, as in Lucene's DirectSpellChecker. */
export interface SpellingOptions {
  readonly suggestMode: SuggestMode;
  readonly accuracy: number;
  readonly maxEdits: number;
  /** Candidates examined per requested one. */
  readonly maxInspections: number;
  readonly prefixLength: number;
  readonly minWordLength: number;
  /** A fraction or number of documents: more frequent words are not corrected. */
  readonly maxTermFreq: number;
  readonly minDocFreq: number;
  readonly sort: 'score' | 'frequency';
  /** `null` to use the edit distance of the search. */
  readonly distance: StringDistance | null;
}

/** A word of the index. */
export interface Candidate {
  readonly text: string;
  /** 1 if equal. */
  readonly score: number;
  readonly freq: number;
}

export const SPELLING_DEFAULTS: SpellingOptions = {
  suggestMode: 'missing',
  accuracy: 0.5,
  maxEdits: 2,
  maxInspections: 5,
  prefixLength: 1,
  minWordLength: 4,
  maxTermFreq: 0.01,
  minDocFreq: 0,
  sort: 'score',
  distance: null,
};

type Options = { -readonly [K in keyof SpellingOptions]: SpellingOptions[K] };

type OptionReader = (options: Options, value: JsonValue) => void;

function checked(holds: boolean, reason: string): void {
  if (!holds) throw illegalArgument(reason);
}

/** From 1 on, a number of documents. */
function frequency(name: string, value: JsonValue): number {
  const number = Math.fround(readNumber(value));
  checked(number >= 0, `${name} must be positive`);
  checked(number <= 1 || number % 1 === 0, `if ${name} is greater than 1, it must not be a fraction`);
  return number;
}

const SUGGEST_MODES: readonly SuggestMode[] = ['missing', 'popular', 'always'];

/** Throws the result of `refuse` for an unknown word. */
export function readSuggestMode(value: JsonValue, refuse: (word: string) => OpenSearchError): SuggestMode {
  const found = SUGGEST_MODES.find((mode) => mode === readText(value).toLowerCase());
  if (found === undefined) throw refuse(readText(value));
  return found;
}

export function readStringDistance(value: JsonValue): StringDistance | null {
  const distance = STRING_DISTANCES.get(readText(value).toLowerCase());
  if (distance === undefined) throw illegalArgument(`Illegal distance option ${readText(value)}`);
  return distance;
}

/** Options of the term suggester by name. */
const READERS: Readonly<Record<string, OptionReader>> = {
  suggest_mode(options, value) {
    options.suggestMode = readSuggestMode(value, (word) => {
      const type = 'org.opensearch.search.suggest.term.TermSuggestionBuilder.SuggestMode';
      return illegalArgument(`No enum constant ${type}.${word.toUpperCase()}`);
    });
  },
  sort(options, value) {
    const word = readText(value).toLowerCase();
    const reason = `No enum constant org.opensearch.search.suggest.SortBy.${word.toUpperCase()}`;
    if (word !== 'score' && word !== 'frequency') throw illegalArgument(reason);
    options.sort = word;
  },
  string_distance(options, value) {
    options.distance = readStringDistance(value);
  },
  accuracy(options, value) {
    options.accuracy = Math.fround(readNumber(value));
    checked(options.accuracy >= 0 && options.accuracy <= 1, 'accuracy must be between 0 and 1');
  },
  max_edits(options, value) {
    options.maxEdits = readInt(value);
    checked(options.maxEdits === 1 || options.maxEdits === 2, 'maxEdits must be between 1 and 2');
  },
  max_inspections(options, value) {
    options.maxInspections = readInt(value);
    checked(options.maxInspections >= 0, 'maxInspections must be positive');
  },
  max_term_freq(options, value) {
    options.maxTermFreq = frequency('maxTermFreq', value);
  },
  min_doc_freq(options, value) {
    options.minDocFreq = frequency('minDocFreq', value);
  },
  prefix_length(options, value) {
    options.prefixLength = readInt(value);
    checked(options.prefixLength >= 0, 'prefixLength must be positive');
  },
  min_word_length(options, value) {
    options.minWordLength = readInt(value);
    checked(options.minWordLength >= 1, 'minWordLength must be greater or equal to 1');
  },
};

/** Throws for values of wrong types. Members that are not spelling options are left for `others`. */
export function readSpelling(json: JsonObject, others: ReadonlySet<string>): SpellingOptions {
  const options: Options = { ...SPELLING_DEFAULTS };
  for (const [key, value] of Object.entries(json)) {
    if (value === null || !isScalar(value))
      throw parsingErrorAt(`suggester[term] parsing failed on [${key}]`, json, key);
    if (Object.hasOwn(READERS, key)) READERS[key](options, value);
    else if (!others.has(key))
      throw parsingErrorAt(`suggester[term] doesn't support field [${key}]`, json, key);
  }
  return options;
}

/** The options of a direct generator have the same names, but are validated with other messages. */
export function readGeneratorOption(options: Options, key: string, value: JsonValue): boolean {
  switch (key) {
    case 'suggest_mode':
      // An unknown word is reported by the shards.
      options.suggestMode = readText(value).toLowerCase() as SuggestMode;
      return true;
    case 'max_edits':
      options.maxEdits = readInt(value);
      checked(
        options.maxEdits === 1 || options.maxEdits === 2,
        `Illegal max_edits value ${options.maxEdits}`,
      );
      return true;
    case 'accuracy':
    case 'max_term_freq':
    case 'min_doc_freq': {
      const name = (
        { accuracy: 'accuracy', max_term_freq: 'maxTermFreq', min_doc_freq: 'minDocFreq' } as const
      )[key];
      options[name] = Math.fround(readNumber(value));
      return true;
    }
    case 'max_inspections':
    case 'prefix_length':
    case 'min_word_length': {
      const name = (
        {
          max_inspections: 'maxInspections',
          prefix_length: 'prefixLength',
          min_word_length: 'minWordLength',
        } as const
      )[key];
      options[name] = readInt(value);
      return true;
    }
    case 'sort':
    case 'string_distance':
      READERS[key](options, value);
      return true;
    default:
      return false;
  }
}

/** Throws for an unknown suggest mode of a generator. */
export function checkSuggestMode({ suggestMode }: SpellingOptions): void {
  if (!SUGGEST_MODES.includes(suggestMode)) throw illegalArgument(`Illegal suggest mode ${suggestMode}`);
}

export function readSize(value: JsonValue | undefined): number {
  const size = value === undefined ? 5 : readInt(value);
  if (Number.isNaN(size)) throw numberFormat(String(value));
  checked(size > 0, 'size must be positive');
  return size;
}

/** A candidate not yet known to be among the nearest. */
interface Inspected extends Candidate {
  /** Similarity by the edits of the search. */
  readonly nearness: number;
}

/** Candidates for a word from the field, best first, at most `count`. */
export function similarWords(
  word: string,
  field: string,
  leaves: readonly LeafContext[],
  options: SpellingOptions & { readonly count: number; readonly minFreq?: number },
): Candidate[] {
  const own = wordFrequency(word, field, leaves);
  const { suggestMode, maxTermFreq, minDocFreq, minFreq, count } = options;
  if ([...word].length < options.minWordLength || (suggestMode === 'missing' && own > 0)) return [];
  const documents = leaves.reduce((sum, { reader }) => sum + reader.maxDoc, 0);
  if (own > (maxTermFreq >= 1 ? maxTermFreq : Math.ceil(Math.fround(maxTermFreq * documents)))) return [];
  let above = suggestMode === 'popular' ? own : 0;
  const least = minFreq ?? minDocFreq;
  if (least >= 1) above = Math.max(above, Math.trunc(least));
  else if (least > 0) above = Math.max(above, Math.trunc(Math.fround(least * documents)) - 1);
  const inspections = count * options.maxInspections;
  let found = inspect(word, field, leaves, { ...options, maxEdits: 1, above, inspections });
  if (options.maxEdits > 1 && found.length < inspections) {
    const known = new Set(found.map(({ text }) => text));
    const further = inspect(word, field, leaves, { ...options, above, inspections });
    found = [...found, ...further.filter(({ text }) => !known.has(text))];
  }
  const candidates = found.map(({ text, score, freq }) => ({ text, score, freq }));
  return topN(candidates, count, candidateOrder(options.sort));
}

/** The nearest terms that are frequent enough; at least the first `maxEdits - 1` letters must match. */
function inspect(
  word: string,
  field: string,
  leaves: readonly LeafContext[],
  options: SpellingOptions & { readonly above: number; readonly inspections: number },
): Inspected[] {
  const { maxEdits, distance, accuracy, above, inspections } = options;
  const length = [...word].length;
  const prefixLength = Math.max(options.prefixLength, maxEdits - 1);
  const editsOf = fuzzyMatcher(word, { prefixLength: 0, maxEdits, transpositions: true });
  const found = new Map<string, Inspected>();
  for (const term of termsNear(word, field, leaves, { prefixLength, maxEdits, transpositions: true })) {
    if (term === word || found.has(term)) continue;
    const edits = editsOf(term);
    if (edits === null) continue;
    const nearness = Math.fround(1 - Math.fround(edits / Math.min(length, [...term].length)));
    const score = distance === null ? nearness : distance(word, term);
    if (score < accuracy) continue;
    const freq = wordFrequency(term, field, leaves);
    if (freq > above) found.set(term, { text: term, freq, score, nearness });
  }
  return topN(found.values(), inspections, (a, b) => b.nearness - a.nearness || (a.text < b.text ? -1 : 1));
}

function* termsNear(
  word: string,
  field: string,
  leaves: readonly LeafContext[],
  options: Parameters<typeof fuzzyOrds>[2],
): Iterable<string> {
  for (const { reader } of leaves) {
    const terms = reader.terms(field);
    if (terms === null) continue;
    for (const ord of fuzzyOrds(terms, word, options)) yield terms.term(ord);
  }
}

export function candidateOrder(sort: SpellingOptions['sort']): (a: Candidate, b: Candidate) => number {
  const byText = (a: Candidate, b: Candidate): number => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0);
  return sort === 'score'
    ? (a, b) => b.score - a.score || b.freq - a.freq || byText(a, b)
    : (a, b) => b.freq - a.freq || b.score - a.score || byText(a, b);
}

/** Number of documents with the word. */
export function wordFrequency(word: string, field: string, leaves: readonly LeafContext[]): number {
  let count = 0;
  for (const { reader } of leaves) {
    const terms = reader.terms(field);
    const ord = terms?.lookup(word) ?? -1;
    if (terms !== null && ord >= 0) count += terms.docFreq(ord);
  }
  return count;
}
