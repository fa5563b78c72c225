import { illegalArgument, type JsonObject, topN } from '../../common/index.ts';
import {
  fuzzyMatcher,
  fuzzyOrds,
  intAt,
  isScalar,
  type LeafContext,
  numberAt,
  parsingErrorAt,
  textAt,
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

/** How many suggestions are made for a word or text. */
export const DEFAULT_SUGGESTIONS = 5;

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

type OptionReader = (options: Options, json: JsonObject, key: string) => void;

function checked(holds: boolean, reason: string): void {
  if (!holds) throw illegalArgument(reason);
}

/** From 1 on, a number of documents. */
function frequency(name: string, json: JsonObject, key: string): number {
  const number = Math.fround(numberAt(json, key));
  checked(number >= 0, `${name} must be positive`);
  checked(number <= 1 || number % 1 === 0, `if ${name} is greater than 1, it must not be a fraction`);
  return number;
}

const SUGGEST_MODES: readonly SuggestMode[] = ['missing', 'popular', 'always'];

const ENUMS = {
  suggestMode: 'org.opensearch.search.suggest.term.TermSuggestionBuilder.SuggestMode',
  sort: 'org.opensearch.search.suggest.SortBy',
} as const;

function readSort(text: string): SpellingOptions['sort'] {
  const word = text.toLowerCase();
  if (word === 'score' || word === 'frequency') return word;
  throw illegalArgument(`No enum constant ${ENUMS.sort}.${word.toUpperCase()}`);
}

function modeNamed(text: string): SuggestMode | undefined {
  return SUGGEST_MODES.find((mode) => mode === text.toLowerCase());
}

function readStringDistance(text: string): StringDistance | null {
  const distance = STRING_DISTANCES.get(text.toLowerCase());
  if (distance === undefined) throw illegalArgument(`Illegal distance option ${text}`);
  return distance;
}

/** Options of the term suggester by name. */
const READERS: Readonly<Record<string, OptionReader>> = {
  suggest_mode(options, json, key) {
    const text = textAt(json, key);
    const mode = modeNamed(text);
    if (mode === undefined)
      throw illegalArgument(`No enum constant ${ENUMS.suggestMode}.${text.toUpperCase()}`);
    options.suggestMode = mode;
  },
  sort(options, json, key) {
    options.sort = readSort(textAt(json, key));
  },
  string_distance(options, json, key) {
    options.distance = readStringDistance(textAt(json, key));
  },
  accuracy(options, json, key) {
    options.accuracy = Math.fround(numberAt(json, key));
    checked(options.accuracy >= 0 && options.accuracy <= 1, 'accuracy must be between 0 and 1');
  },
  max_edits(options, json, key) {
    options.maxEdits = intAt(json, key);
    checked(options.maxEdits === 1 || options.maxEdits === 2, 'maxEdits must be between 1 and 2');
  },
  max_inspections(options, json, key) {
    options.maxInspections = intAt(json, key);
    checked(options.maxInspections >= 0, 'maxInspections must be positive');
  },
  max_term_freq(options, json, key) {
    options.maxTermFreq = frequency('maxTermFreq', json, key);
  },
  min_doc_freq(options, json, key) {
    options.minDocFreq = frequency('minDocFreq', json, key);
  },
  prefix_length(options, json, key) {
    options.prefixLength = intAt(json, key);
    checked(options.prefixLength >= 0, 'prefixLength must be positive');
  },
  min_word_length(options, json, key) {
    options.minWordLength = intAt(json, key);
    checked(options.minWordLength >= 1, 'minWordLength must be greater or equal to 1');
  },
};

/**
 * Reads spelling options, and others by `others`, member by member. Throws for unknown ones and for values of
 * wrong types.
 */
export function readSpelling(
  json: JsonObject,
  others: Readonly<Record<string, (json: JsonObject, key: string) => void>>,
): SpellingOptions {
  const options: Options = { ...SPELLING_DEFAULTS };
  for (const key of Object.keys(json)) {
    const value = json[key];
    if (value === null || !isScalar(value))
      throw parsingErrorAt(`suggester[term] parsing failed on [${key}]`, json, key);
    if (Object.hasOwn(READERS, key)) READERS[key](options, json, key);
    else if (Object.hasOwn(others, key)) others[key](json, key);
    else throw parsingErrorAt(`suggester[term] doesn't support field [${key}]`, json, key);
  }
  return options;
}

/** The spelling options of a direct generator as sent; the shards validate the words among them. */
export interface GeneratorSpelling extends Omit<Options, 'suggestMode' | 'sort' | 'distance'> {
  suggestMode: string;
  sort: string;
  distance: string;
}

export const GENERATOR_DEFAULTS: Readonly<GeneratorSpelling> = { ...SPELLING_DEFAULTS, distance: 'internal' };

type GeneratorReader = (options: GeneratorSpelling, json: JsonObject, key: string) => void;

const GENERATOR_READERS: Readonly<Record<string, GeneratorReader>> = {
  suggest_mode: (options, json, key) => void (options.suggestMode = textAt(json, key)),
  sort: (options, json, key) => void (options.sort = textAt(json, key)),
  string_distance: (options, json, key) => void (options.distance = textAt(json, key)),
  accuracy: (options, json, key) => void (options.accuracy = Math.fround(numberAt(json, key))),
  max_term_freq: (options, json, key) => void (options.maxTermFreq = Math.fround(numberAt(json, key))),
  min_doc_freq: (options, json, key) => void (options.minDocFreq = Math.fround(numberAt(json, key))),
  max_inspections: (options, json, key) => void (options.maxInspections = intAt(json, key)),
  prefix_length: (options, json, key) => void (options.prefixLength = intAt(json, key)),
  min_word_length: (options, json, key) => void (options.minWordLength = intAt(json, key)),
  max_edits(options, json, key) {
    options.maxEdits = intAt(json, key);
    checked(options.maxEdits === 1 || options.maxEdits === 2, `Illegal max_edits value ${options.maxEdits}`);
  },
};

/** The options of a direct generator have the same names, but are validated with other messages. */
export function readGeneratorOption(options: GeneratorSpelling, json: JsonObject, key: string): void {
  GENERATOR_READERS[key](options, json, key);
}

/** Throws for what is invalid in the options of a generator. */
export function spellingOf(generator: GeneratorSpelling): SpellingOptions {
  const suggestMode = modeNamed(generator.suggestMode);
  if (suggestMode === undefined) {
    throw illegalArgument(`Illegal suggest mode ${generator.suggestMode.toLowerCase()}`);
  }
  const spelling = {
    ...generator,
    suggestMode,
    sort: readSort(generator.sort),
    distance: readStringDistance(generator.distance),
  };
  checkFrequencies(spelling);
  return spelling;
}

const MAX_INT = 2 ** 31 - 1;

/** Checked where the index is searched: from 1 on, frequencies are whole numbers of documents. */
export function checkFrequencies({ maxTermFreq, minDocFreq }: SpellingOptions): void {
  for (const frequency of [maxTermFreq, minDocFreq]) {
    const isCount = frequency % 1 === 0 && frequency <= MAX_INT;
    checked(frequency < 1 || isCount, 'Fractional absolute document frequencies are not allowed');
  }
}

export function readSize(json: JsonObject, key: string): number {
  const size = intAt(json, key);
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
