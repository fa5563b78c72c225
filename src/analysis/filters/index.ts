import { illegalArgument, OpenSearchError } from '../../common/index.ts';
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
import { concatenateGraphFilter } from './concatenateGraph.ts';
import { compoundWords, decompounderFilter } from './decompounder.ts';
import { keepTypesFilter } from './keepTypes.ts';
import { lowercaseLanguages } from './lowercaseLanguages.ts';
import { minHashFilter } from './minHash.ts';
import { multiplexerFilter } from './multiplexer.ts';
import { edgeNgramFilter, ngramFilter } from './ngram.ts';
import { normalizations } from './normalization.ts';
import { patternCaptureFilter, patternReplaceFilter } from './patterns.ts';
import { delimitedPayloadFilter, typeAsPayload } from './payloads.ts';
import { conditionFilter, predicateFilter } from './scripted.ts';
import { shingleFilter } from './shingle.ts';
import {
  apostrophe,
  classicFilter,
  elide,
  fingerprintFilter,
  keepingLast,
  keywordRepeat,
  limitFilter,
  stopFilter,
  uniqueFilter,
} from './simple.ts';
import { ownStemFilters, snowballFilter, stemmerFilter } from './stemmers.ts';
import { synonymFilter } from './synonym.ts';
import { wordDelimiterFilter } from './wordDelimiter.ts';

const FRENCH_ARTICLES = 'l,m,t,qu,n,s,j,d,c,jusqu,quoiqu,lorsqu,puisqu';

/** The stop words of the analyzer `cjk`, which have no public name. */
const UNNAMED_LIST = '_cjk_';

/** Stop words as given: a list of words, or names of lists (`_english_`). */
export function resolveStopWords(given: readonly string[] | null, defaultList: string): readonly string[] {
  return (given ?? [defaultList]).flatMap((entry) => {
    if (!/^_.+_$/.test(entry) || (given !== null && entry === UNNAMED_LIST)) return [entry];
    return stopWordsNamed(entry) ?? [entry];
  });
}

function refusePositionIncrements(parameters: ComponentParameters): void {
  if (!parameters.has('enable_position_increments')) return;
  throw illegalArgument(
    'enable_position_increments is not supported anymore. Please fix your analysis chain',
  );
}

function stop(parameters: ComponentParameters): TokenFilter {
  refusePositionIncrements(parameters);
  const words = resolveStopWords(parameters.words('stopwords'), '_english_');
  const filter = stopFilter(words, parameters.boolean('ignore_case', false));
  return parameters.boolean('remove_trailing', true) ? filter : keepingLast(filter);
}

function keywordMarker(parameters: ComponentParameters): TokenFilter {
  const given = parameters.words('keywords');
  if (given !== null && parameters.has('keywords_pattern')) {
    throw illegalArgument('cannot specify both `keywords_pattern` and `keywords` or `keywords_path`');
  }
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

/** Marks terms that stemmers must leave unchanged. */
export function markKeywords(isKeyword: (term: string) => boolean): TokenFilter {
  const apply = (stream: TokenStream): TokenStream => {
    for (const token of stream.tokens) if (isKeyword(token.term)) token.keyword = true;
    return stream;
  };
  return { apply, knowsKeywords: true };
}

function stemmerOverride(parameters: ComponentParameters): TokenFilter {
  const table = new Map<string, string>();
  const rules = parameters.words('rules');
  if (rules === null) {
    throw illegalArgument('stemmer override filter requires either `rules` or `rules_path` to be configured');
  }
  rules.forEach((rule, line) => {
    const [from, to, ...more] = rule.split('=>').map((side) => side.trim());
    const words = from.split(',').map((word) => word.trim());
    if (!to || to.includes(',') || more.length > 0 || words.includes('')) {
      throw new OpenSearchError(
        'runtime_exception',
        `Line [${line + 1}]: Invalid keyword override rule: ${rule}`,
        { status: 400 },
      );
    }
    for (const word of words) table.set(word, to);
  });
  const apply = (stream: TokenStream): TokenStream => {
    for (const token of stream.tokens) {
      const stem = table.get(token.term);
      if (stem === undefined) continue;
      token.term = stem;
      token.keyword = true;
    }
    return stream;
  };
  return { apply, knowsKeywords: true };
}

function length(parameters: ComponentParameters): TokenFilter {
  const min = parameters.integer('min', 0);
  const max = parameters.integer('max', 2147483647);
  if (min < 0) throw illegalArgument('minimum length must be greater than or equal to zero');
  if (min > max) throw illegalArgument('maximum length must not be greater than minimum length');
  return keepTerms((term) => term.length >= min && term.length <= max);
}

function truncate(parameters: ComponentParameters): TokenFilter {
  const size = parameters.integer('length', -1);
  if (size < 1) throw illegalArgument('length parameter must be provided');
  return mapTerms((term) => term.slice(0, size), { keywords: false });
}

function keep(parameters: ComponentParameters): TokenFilter {
  refusePositionIncrements(parameters);
  if (parameters.has('keep_words') === parameters.has('keep_words_path')) {
    throw illegalArgument('keep requires either `keep_words` or `keep_words_path` to be configured');
  }
  const given = parameters.words('keep_words') ?? [];
  const ignoreCase = parameters.boolean('keep_words_case', false);
  const words = new Set(ignoreCase ? given.map(lowercase) : given);
  return keepTerms((term) => words.has(ignoreCase ? lowercase(term) : term));
}

function elision(parameters: ComponentParameters): TokenFilter {
  const ignoreCase = parameters.boolean('articles_case', false);
  const articles = parameters.words('articles');
  if (articles === null) {
    throw illegalArgument('elision filter requires [articles] or [articles_path] setting');
  }
  return mapTerms(elide(new Set(ignoreCase ? articles.map(lowercase) : articles), ignoreCase));
}

export const decimalDigits = mapTerms((term) =>
  term.replace(/(?![0-9])\p{Nd}/gu, (digit) => String(digitValue(digit.codePointAt(0) ?? 0))),
);

/** Unicode's decimal digits come in runs of ten; zero is the first of a run. */
function digitValue(codePoint: number): number {
  let zero = codePoint;
  while (zero > codePoint - 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return codePoint - zero;
}

/** A shared object, so that analyzers can recognise a chain that begins with it. */
export const lower = mapTerms(lowercase);

function lowercaseFilter(parameters: ComponentParameters): TokenFilter {
  const language = parameters.string('language')?.toLowerCase();
  if (language === undefined) return lower;
  const filter = lowercaseLanguages.get(language);
  if (filter !== undefined) return filter;
  throw illegalArgument(`language [${language}] not support for lower case`);
}

/** Not supported: needs a dictionary file. */
function hunspell(parameters: ComponentParameters): TokenFilter {
  const locale = ['locale', 'language', 'lang']
    .map((key) => parameters.string(key))
    .find((value) => value !== null);
  if (locale === undefined) {
    throw illegalArgument('missing [locale | language | lang] configuration for hunspell token filter');
  }
  throw new OpenSearchError(
    'illegal_state_exception',
    `Failed to load hunspell dictionary for locale: ${locale}`,
    { status: 400 },
  );
}

/** Not supported: needs a pattern file. */
function hyphenationDecompounder(parameters: ComponentParameters): TokenFilter {
  compoundWords(parameters);
  throw illegalArgument(
    parameters.has('hyphenation_patterns_path')
      ? 'Exception while reading hyphenation_patterns_path.'
      : 'hyphenation_patterns_path is a required setting.',
  );
}

function removedStandard(): TokenFilter {
  throw illegalArgument('The [standard] token filter has been removed.');
}

/** A type with a deprecated name; the built-in component of that name is rejected. */
function renamedFilter(
  name: string,
  now: string,
  create: ComponentType<TokenFilter>['create'],
): ComponentType<TokenFilter> {
  const refuse = (): never => {
    throw illegalArgument(
      `The [${name}] token filter name was deprecated in 6.4 and cannot be used in new indices. ` +
        `Please change the filter name to [${now}] instead.`,
    );
  };
  return { name, create: (p, filters) => (p.has('type') ? create(p, filters) : refuse()) };
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
  {
    name: 'elision',
    normalizing: true,
    prebuiltWith: { articles: FRENCH_ARTICLES, articles_case: true },
    create: elision,
  },
  { name: 'stop', create: stop },
  { name: 'stemmer', create: (p) => stemmerFilter(p.string('language') ?? p.string('name') ?? 'porter') },
  ...Object.entries(ownStemFilters).map(([name, create]): ComponentType<TokenFilter> => ({ name, create })),
  {
    name: 'snowball',
    create: (p) => snowballFilter(p.string('language') ?? p.string('name') ?? 'English'),
  },
  { name: 'stemmer_override', prebuilt: false, create: stemmerOverride },
  { name: 'ngram', create: ngramFilter },
  { name: 'edge_ngram', prebuiltWith: { min_gram: 1, max_gram: 1 }, create: edgeNgramFilter },
  renamedFilter('nGram', 'ngram', ngramFilter),
  renamedFilter('edgeNGram', 'edge_ngram', edgeNgramFilter),
  { name: 'shingle', create: shingleFilter },
  { name: 'synonym', prebuilt: false, create: (p) => synonymFilter(p, false) },
  { name: 'synonym_graph', prebuilt: false, create: (p) => synonymFilter(p, true) },
  { name: 'unique', create: (p) => uniqueFilter(p.boolean('only_on_same_position', false)) },
  { name: 'remove_duplicates', create: () => uniqueFilter(true) },
  { name: 'truncate', prebuiltWith: { length: 10 }, create: truncate },
  { name: 'length', create: length },
  { name: 'reverse', create: () => mapTerms((term) => [...term].reverse().join('')) },
  { name: 'keyword_marker', prebuilt: false, create: keywordMarker },
  { name: 'keyword_repeat', prebuiltOnly: true, create: () => keywordRepeat },
  { name: 'keep', prebuilt: false, create: keep },
  { name: 'word_delimiter', create: (p) => wordDelimiterFilter(p, false) },
  { name: 'word_delimiter_graph', create: (p) => wordDelimiterFilter(p, true) },
  { name: 'flatten_graph', create: () => ({ apply: (stream) => stream }) },
  { name: 'apostrophe', create: () => apostrophe },
  { name: 'classic', create: () => classicFilter },
  {
    name: 'fingerprint',
    create: fingerprintFilter,
  },
  { name: 'limit', create: limitFilter },
  { name: 'pattern_replace', prebuilt: false, create: patternReplaceFilter },
  { name: 'pattern_capture', prebuilt: false, create: patternCaptureFilter },
  {
    name: 'common_grams',
    prebuiltWith: { common_words: [] },
    create: commonGramsFilter,
  },
  { name: 'cjk_bigram', create: cjkBigramFilter },
  { name: 'multiplexer', create: multiplexerFilter },
  { name: 'keep_types', prebuilt: false, create: keepTypesFilter },
  { name: 'delimited_payload', create: delimitedPayloadFilter },
  { name: 'dictionary_decompounder', prebuilt: false, create: decompounderFilter },
  ...Object.entries(normalizations).map(([name, filter]): ComponentType<TokenFilter> => {
    return { name, normalizing: true, create: () => filter };
  }),
  { name: 'min_hash', create: minHashFilter },
  { name: 'concatenate_graph', create: concatenateGraphFilter },
  { name: 'condition', prebuilt: false, create: conditionFilter },
  { name: 'predicate_token_filter', prebuilt: false, create: predicateFilter },
  { name: 'hunspell', prebuilt: false, create: hunspell },
  { name: 'hyphenation_decompounder', prebuilt: false, create: hyphenationDecompounder },
  { name: 'standard', create: removedStandard },
  { name: 'type_as_payload', prebuiltOnly: true, create: () => typeAsPayload },
];

export const tokenFilters = table(rows);
