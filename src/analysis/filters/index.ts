import { illegalArgument, notEmulated } from '../../common/index.ts';
import { type ComponentType, table } from '../components.ts';
import { lowercase, uppercase } from '../lowercase.ts';
import type { ComponentParameters } from '../parameters.ts';
import { stopWordsNamed } from '../stopWords/index.ts';
import { keepTerms, mapTerms, type TokenFilter, type TokenStream } from '../stream.ts';
import { regexParameter, withBudget } from '../userRegex.ts';
import { asciiFoldingFilter } from './asciiFolding.ts';
import { cjkBigramFilter } from './cjkBigram.ts';
import { cjkWidth } from './cjkWidth.ts';
import { commonGramsFilter } from './commonGrams.ts';
import { decompounderFilter } from './decompounder.ts';
import { keepTypesFilter } from './keepTypes.ts';
import { lowercaseLanguages } from './lowercaseLanguages.ts';
import { multiplexerFilter } from './multiplexer.ts';
import { ngramFilter } from './ngram.ts';
import { normalizations } from './normalization.ts';
import { patternCaptureFilter, patternReplaceFilter } from './patterns.ts';
import { shingleFilter } from './shingle.ts';
import {
  apostrophe,
  elide,
  fingerprintFilter,
  keywordRepeat,
  limitFilter,
  stopFilter,
  uniqueFilter,
} from './simple.ts';
import { snowballFilter, stemmerFilter } from './stemmers.ts';
import { synonymFilter } from './synonym.ts';
import { wordDelimiterFilter } from './wordDelimiter.ts';

const FRENCH_ARTICLES = 'l m t qu n s j d c jusqu quoiqu lorsqu puisqu'.split(' ');

/** Stop words as given: a list of words, or names of lists (`_english_`). */
export function resolveStopWords(given: readonly string[] | null, defaultList: string): readonly string[] {
  return (given ?? [defaultList]).flatMap((entry) => {
    if (!/^_.+_$/.test(entry)) return [entry];
    return stopWordsNamed(entry) ?? [entry];
  });
}

function stop(parameters: ComponentParameters): TokenFilter {
  const words = resolveStopWords(parameters.list('stopwords'), '_english_');
  return stopFilter(words, parameters.boolean('ignore_case', false));
}

function keywordMarker(parameters: ComponentParameters): TokenFilter {
  const given = parameters.list('keywords');
  if (given === null && parameters.has('keywords_pattern')) {
    const regex = regexParameter(parameters, 'keywords_pattern', '');
    return markKeywords((term) => withBudget(() => regex.matchWhole(term)) !== null);
  }
  if (given === null) {
    const reason =
      'keyword filter requires either `keywords`, `keywords_path`, or `keywords_pattern` to be configured';
    throw illegalArgument(reason);
  }
  const ignoreCase = parameters.boolean('ignore_case', false);
  const words = new Set(ignoreCase ? given.map(lowercase) : given);
  return markKeywords((term) => words.has(ignoreCase ? lowercase(term) : term));
}

/** Marks terms that stemmers leave as they are. */
export function markKeywords(isKeyword: (term: string) => boolean): TokenFilter {
  const apply = (stream: TokenStream): TokenStream => {
    for (const token of stream.tokens) if (isKeyword(token.term)) token.keyword = true;
    return stream;
  };
  return { apply };
}

function stemmerOverride(parameters: ComponentParameters): TokenFilter {
  const table = new Map<string, string>();
  for (const rule of parameters.list('rules') ?? []) {
    const [from, to] = rule.split('=>').map((side) => side.trim());
    if (to === undefined) throw illegalArgument(`Invalid Keyword override Rule:${rule}`);
    for (const word of from.split(',')) table.set(word.trim(), to);
  }
  const apply = (stream: TokenStream): TokenStream => {
    for (const token of stream.tokens) {
      const stem = table.get(token.term);
      if (stem === undefined) continue;
      token.term = stem;
      token.keyword = true;
    }
    return stream;
  };
  return { apply };
}

function length(parameters: ComponentParameters): TokenFilter {
  const min = parameters.integer('min', 0);
  const max = parameters.integer('max', 2147483647);
  return keepTerms((term) => {
    const size = [...term].length;
    return size >= min && size <= max;
  });
}

function truncate(parameters: ComponentParameters): TokenFilter {
  const size = parameters.integer('length', 10);
  if (size < 1) throw illegalArgument('length parameter must be a positive number');
  return mapTerms((term) => term.slice(0, size), { keywords: false });
}

function keep(parameters: ComponentParameters): TokenFilter {
  const given = parameters.list('keep_words');
  if (given === null)
    throw illegalArgument('keep requires `keep_words` or `keep_words_path` to be configured');
  const ignoreCase = parameters.boolean('keep_words_case', false);
  const words = new Set(ignoreCase ? given.map(lowercase) : given);
  return keepTerms((term) => words.has(ignoreCase ? lowercase(term) : term));
}

function elision(parameters: ComponentParameters): TokenFilter {
  const ignoreCase = parameters.boolean('articles_case', false);
  const articles = parameters.list('articles') ?? FRENCH_ARTICLES;
  return mapTerms(elide(new Set(articles), ignoreCase || !parameters.has('articles')));
}

export const decimalDigits = mapTerms((term) =>
  term.replace(/(?![0-9])\p{Nd}/gu, (digit) => String(digitValue(digit.codePointAt(0) ?? 0))),
);

/** Unicode's decimal digits stand in runs of ten; the run's zero is the last one whose predecessor is no digit. */
function digitValue(codePoint: number): number {
  let zero = codePoint;
  while (zero > codePoint - 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return codePoint - zero;
}

/** One object, so that analyzers can tell that a chain begins with it. */
export const lower = mapTerms(lowercase);

function lowercaseFilter(parameters: ComponentParameters): TokenFilter {
  const language = parameters.string('language')?.toLowerCase();
  if (language === undefined) return lower;
  const filter = lowercaseLanguages.get(language);
  if (filter !== undefined) return filter;
  throw illegalArgument(`language [${language}] not support for lower case`);
}

/** The part before the delimiter; payloads are not kept. */
function delimitedPayload(parameters: ComponentParameters): TokenFilter {
  const delimiter = parameters.string('delimiter') ?? '|';
  if (delimiter.length !== 1) throw illegalArgument(`delimiter must be a one char value`);
  return mapTerms((term) => {
    const at = term.lastIndexOf(delimiter);
    return at < 0 ? term : term.slice(0, at);
  });
}

function refused(name: string): ComponentType<TokenFilter> {
  return {
    name,
    create: () => {
      throw notEmulated(`the token filter [${name}]`);
    },
  };
}

const rows: readonly ComponentType<TokenFilter>[] = [
  { name: 'lowercase', normalizing: true, create: lowercaseFilter },
  { name: 'uppercase', normalizing: true, create: () => mapTerms(uppercase) },
  {
    name: 'asciifolding',
    normalizing: true,
    create: (p) => asciiFoldingFilter(p.boolean('preserve_original', false)),
  },
  { name: 'trim', normalizing: true, create: () => mapTerms((term) => term.trim()) },
  { name: 'decimal_digit', normalizing: true, create: () => decimalDigits },
  { name: 'cjk_width', normalizing: true, create: () => cjkWidth },
  { name: 'elision', normalizing: true, create: elision },
  { name: 'stop', create: stop },
  { name: 'stemmer', create: (p) => stemmerFilter(p.string('language') ?? p.string('name') ?? 'porter') },
  { name: 'porter_stem', create: () => stemmerFilter('porter') },
  { name: 'snowball', create: (p) => snowballFilter(p.string('language') ?? 'English') },
  { name: 'stemmer_override', prebuilt: false, create: stemmerOverride },
  { name: 'ngram', create: (p) => ngramFilter(p, false) },
  { name: 'edge_ngram', create: (p) => ngramFilter(p, true) },
  { name: 'shingle', create: shingleFilter },
  { name: 'synonym', prebuilt: false, create: (p) => synonymFilter(p, false) },
  { name: 'synonym_graph', prebuilt: false, create: (p) => synonymFilter(p, true) },
  { name: 'unique', create: (p) => uniqueFilter(p.boolean('only_on_same_position', false)) },
  { name: 'remove_duplicates', create: () => uniqueFilter(true) },
  { name: 'truncate', create: truncate },
  { name: 'length', create: length },
  { name: 'reverse', create: () => mapTerms((term) => [...term].reverse().join('')) },
  { name: 'keyword_marker', prebuilt: false, create: keywordMarker },
  { name: 'keyword_repeat', create: () => keywordRepeat },
  { name: 'keep', prebuilt: false, create: keep },
  { name: 'word_delimiter', create: wordDelimiterFilter },
  { name: 'word_delimiter_graph', create: wordDelimiterFilter },
  { name: 'flatten_graph', create: () => ({ apply: (stream) => stream }) },
  { name: 'apostrophe', create: () => apostrophe },
  { name: 'classic', create: () => mapTerms((term) => term.replace(/['’][sS]$/, '')) },
  {
    name: 'fingerprint',
    create: (p) => fingerprintFilter(p.string('separator') ?? ' ', p.integer('max_output_size', 255)),
  },
  { name: 'limit', create: (p) => limitFilter(p.integer('max_token_count', 1)) },
  { name: 'pattern_replace', prebuilt: false, normalizing: true, create: patternReplaceFilter },
  { name: 'pattern_capture', prebuilt: false, create: patternCaptureFilter },
  {
    name: 'common_grams',
    prebuilt: false,
    create: (p) => commonGramsFilter(p, resolveStopWords([], '_none_')),
  },
  { name: 'cjk_bigram', create: cjkBigramFilter },
  { name: 'multiplexer', prebuilt: false, create: multiplexerFilter },
  { name: 'keep_types', prebuilt: false, create: keepTypesFilter },
  { name: 'delimited_payload', create: delimitedPayload },
  { name: 'dictionary_decompounder', prebuilt: false, create: decompounderFilter },
  ...Object.entries(normalizations).map(([name, filter]): ComponentType<TokenFilter> => {
    return { name, normalizing: true, create: () => filter };
  }),
  ...'kstem hunspell condition hyphenation_decompounder min_hash predicate_token_filter'
    .split(' ')
    .map(refused),
];

export const tokenFilters = table(rows);
