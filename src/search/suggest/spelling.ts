import { illegalArgument, type JsonObject, type JsonValue, notEmulated } from '../../common/index.ts';
import { fuzzyMatcher, type LeafContext, readInt, readNumber, readText } from '../../query/index.ts';
import { oneOf } from './suggestOptions.ts';

/** How words of an index near a given one are looked for; as Lucene's DirectSpellChecker. */
export interface SpellingOptions {
  readonly size: number;
  readonly suggestMode: 'missing' | 'popular' | 'always';
  readonly accuracy: number;
  readonly maxEdits: number;
  readonly prefixLength: number;
  readonly minWordLength: number;
  /** A share of the documents, or a number of them: words that are more frequent are no mistakes. */
  readonly maxTermFreq: number;
  readonly minDocFreq: number;
  readonly sort: 'score' | 'frequency';
}

/** A word of the index. */
export interface Candidate {
  readonly text: string;
  /** 1: the same. */
  readonly score: number;
  readonly freq: number;
}

export const SPELLING_MEMBERS = [
  'field',
  'size',
  'shard_size',
  'suggest_mode',
  'accuracy',
  'sort',
  'string_distance',
  'max_edits',
  'max_inspections',
  'max_term_freq',
  'prefix_length',
  'min_word_length',
  'min_doc_freq',
] as const;

export function readSpelling(options: JsonObject): SpellingOptions {
  const int = (name: string, absent: number): number =>
    options[name] === undefined ? absent : readInt(options[name]);
  const number = (name: string, absent: number): number =>
    options[name] === undefined ? absent : readNumber(options[name]);
  const maxEdits = int('max_edits', 2);
  if (maxEdits < 1 || maxEdits > 2) throw illegalArgument('maxEdits must be between 1 and 2');
  const size = int('size', 5);
  if (size <= 0) throw illegalArgument('size must be positive');
  checkDistance(options.string_distance);
  return {
    size,
    suggestMode: oneOf(options.suggest_mode, 'missing', ['missing', 'popular', 'always'], (mode) =>
      illegalArgument(`No enum constant for suggest mode [${mode}]`),
    ),
    accuracy: number('accuracy', 0.5),
    maxEdits,
    prefixLength: int('prefix_length', 1),
    minWordLength: int('min_word_length', 4),
    maxTermFreq: number('max_term_freq', 0.01),
    minDocFreq: number('min_doc_freq', 0),
    sort: oneOf(options.sort, 'score', ['score', 'frequency'], (sort) =>
      illegalArgument(`Illegal sort option [${sort}]`),
    ),
  };
}

function checkDistance(value: JsonValue | undefined): void {
  if (value === undefined) return;
  const name = readText(value);
  if (name === 'internal' || name === 'damerau_levenshtein' || name === 'levenshtein') return;
  if (name === 'jaro_winkler' || name === 'ngram') throw notEmulated(`the string distance [${name}]`);
  throw illegalArgument(`Illegal distance option ${name}`);
}

/** Words of the field that a word may have been meant as, best first. */
export function similarWords(
  word: string,
  field: string,
  leaves: readonly LeafContext[],
  options: SpellingOptions,
): Candidate[] {
  const own = wordFrequency(word, field, leaves);
  if (word.length < options.minWordLength || (options.suggestMode === 'missing' && own > 0)) return [];
  const documents = leaves.reduce((sum, { reader }) => sum + reader.maxDoc, 0);
  if (options.suggestMode !== 'always' && own > share(options.maxTermFreq, documents)) return [];
  const prefix = word.slice(0, options.prefixLength);
  const threshold = Math.max(
    options.suggestMode === 'popular' ? own : 0,
    share(options.minDocFreq, documents),
  );
  const found = new Map<string, Candidate>();
  const editsOf = fuzzyMatcher(word, { prefixLength: 0, maxEdits: options.maxEdits, transpositions: true });
  for (const term of termsFrom(prefix, field, leaves)) {
    if (term === word || found.has(term)) continue;
    const edits = editsOf(term);
    if (edits === null) continue;
    const score = Math.fround(1 - edits / Math.min(word.length, term.length));
    const freq = wordFrequency(term, field, leaves);
    if (score >= options.accuracy && freq > threshold) found.set(term, { text: term, freq, score });
  }
  return [...found.values()].sort(candidateOrder(options.sort)).slice(0, options.size);
}

/** From 1 on a number of documents, below a share of them. */
function share(value: number, documents: number): number {
  return value >= 1 ? value : Math.ceil(value * documents);
}

function* termsFrom(prefix: string, field: string, leaves: readonly LeafContext[]): Iterable<string> {
  for (const { reader } of leaves) {
    const terms = reader.terms(field);
    if (terms === null) continue;
    for (let ord = terms.ceiling(prefix); ord < terms.size; ord++) {
      const term = terms.term(ord);
      if (!term.startsWith(prefix)) break;
      yield term;
    }
  }
}

export function candidateOrder(sort: SpellingOptions['sort']): (a: Candidate, b: Candidate) => number {
  const byText = (a: Candidate, b: Candidate): number => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0);
  return sort === 'score'
    ? (a, b) => b.score - a.score || b.freq - a.freq || byText(a, b)
    : (a, b) => b.freq - a.freq || b.score - a.score || byText(a, b);
}

/** Documents with the word. */
export function wordFrequency(word: string, field: string, leaves: readonly LeafContext[]): number {
  let count = 0;
  for (const { reader } of leaves) {
    const terms = reader.terms(field);
    const ord = terms?.lookup(word) ?? -1;
    if (terms !== null && ord >= 0) count += terms.docFreq(ord);
  }
  return count;
}
