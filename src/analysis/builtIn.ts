import { notEmulated } from '../common/index.ts';
import { type Chain, ChainAnalyzer, type Named } from './chain.ts';
import { type ComponentType, table } from './components.ts';
import { lower, resolveStopWords, tokenFilters } from './filters/index.ts';
import { germanNormalization } from './filters/normalization.ts';
import { elide, stopFilter } from './filters/simple.ts';
import { snowballFilter, stemmerFilter } from './filters/stemmers.ts';
import { ComponentParameters } from './parameters.ts';
import { mapTerms, type TokenFilter, type Tokenizer } from './stream.ts';
import { splitting } from './tokenizers/pattern.ts';
import { charTokenizer, isLetter, isWhitespace, keywordTokenizer } from './tokenizers/simple.ts';
import { standardTokenizer } from './tokenizers/standard.ts';
import { regexParameter } from './userRegex.ts';

const NO_FILTERS = (): null => null;

function named<T>(name: string, component: T): Named<T> {
  return { name, component };
}

function chain(tokenizerName: string, tokenizer: Tokenizer, filters: readonly Named<TokenFilter>[]): Chain {
  return {
    charFilters: [],
    tokenizer: named(tokenizerName, tokenizer),
    filters,
    standardMaxTokenLength: null,
  };
}

function standardChain(parameters: ComponentParameters, filters: readonly Named<TokenFilter>[]): Chain {
  const maxTokenLength = parameters.integer('max_token_length', 255);
  const base = chain('standard', standardTokenizer(maxTokenLength), filters);
  return { ...base, standardMaxTokenLength: maxTokenLength };
}

const LOWERCASE = named('lowercase', lower);

function stop(parameters: ComponentParameters, defaultList: string): Named<TokenFilter>[] {
  const words = resolveStopWords(parameters.list('stopwords'), defaultList);
  return words.length === 0 ? [] : [named('stop', stopFilter(words, false))];
}

function patternChain(parameters: ComponentParameters): Chain {
  const tokenizer = splitting(regexParameter(parameters, 'pattern', '\\W+'));
  const lowercases = parameters.boolean('lowercase', true) ? [LOWERCASE] : [];
  return chain('pattern', tokenizer, [...lowercases, ...stop(parameters, '_none_')]);
}

function fingerprintChain(parameters: ComponentParameters): Chain {
  const make = (name: string, values = parameters): Named<TokenFilter> => {
    const row = tokenFilters.get(name);
    if (row === undefined) throw notEmulated(`the token filter [${name}]`);
    return named(name, row.create(values, NO_FILTERS));
  };
  const folding = make('asciifolding', new ComponentParameters('asciifolding', {}));
  return standardChain(parameters, [LOWERCASE, folding, ...stop(parameters, '_none_'), make('fingerprint')]);
}

/** Articles that French, Italian, Catalan and Irish words carry before an apostrophe. */
const ARTICLES: Readonly<Record<string, string>> = {
  french: 'l m t qu n s j d c jusqu quoiqu lorsqu puisqu',
  italian: 'c l all dall dell nell sull coll pell gl agl dagl degl negl sugl un m t s v d',
  catalan: 'd l m n s t',
  irish: 'd m b',
};

/** Where a language's analyzer does not use Snowball's stemmer. */
const ANALYZER_STEMMERS: Readonly<Record<string, string>> = {
  english: 'porter',
  french: 'light_french',
  german: 'light_german',
  italian: 'light_italian',
  portuguese: 'light_portuguese',
  spanish: 'light_spanish',
};

/** standard → elision → lower case → stop words → stemmer, the words of `stem_exclusion` spared. */
function languageChain(language: string, parameters: ComponentParameters): Chain {
  const excluded = new Set(parameters.list('stem_exclusion') ?? []);
  const light = Object.hasOwn(ANALYZER_STEMMERS, language) ? ANALYZER_STEMMERS[language] : null;
  const stem = light === null ? snowballFilter(language) : stemmerFilter(light);
  const spared = mapTerms((term) => (excluded.has(term) ? term : (stem.applyToTerm?.(term) ?? term)), {
    keywords: false,
  });
  const before: Named<TokenFilter>[] = [];
  if (language === 'english') before.push(named('possessive_english', stemmerFilter('possessive_english')));
  if (Object.hasOwn(ARTICLES, language)) {
    before.push(named('elision', mapTerms(elide(new Set(ARTICLES[language].split(' ')), true))));
  }
  const after = language === 'german' ? [named('german_normalization', germanNormalization)] : [];
  const stemmer = named('stemmer', excluded.size === 0 ? stem : spared);
  return standardChain(parameters, [
    ...before,
    LOWERCASE,
    ...stop(parameters, `_${language}_`),
    ...after,
    stemmer,
  ]);
}

const LANGUAGES =
  'english french german spanish italian portuguese dutch danish norwegian swedish russian'.split(' ');

const MISSING_LANGUAGES = (
  'arabic armenian basque bengali brazilian bulgarian catalan cjk czech estonian finnish galician greek hindi ' +
  'hungarian indonesian irish latvian lithuanian persian romanian sorani thai turkish'
).split(' ');

const rows: readonly ComponentType<Chain>[] = [
  { name: 'standard', create: (p) => standardChain(p, [LOWERCASE, ...stop(p, '_none_')]) },
  { name: 'default', create: (p) => standardChain(p, [LOWERCASE, ...stop(p, '_none_')]) },
  { name: 'simple', create: () => chain('lowercase', charTokenizer(isLetter), [LOWERCASE]) },
  {
    name: 'whitespace',
    create: () =>
      chain(
        'whitespace',
        charTokenizer((c) => !isWhitespace(c)),
        [],
      ),
  },
  { name: 'keyword', create: () => chain('keyword', keywordTokenizer, []) },
  {
    name: 'stop',
    create: (p) => chain('lowercase', charTokenizer(isLetter), [LOWERCASE, ...stop(p, '_english_')]),
  },
  { name: 'pattern', create: patternChain },
  { name: 'fingerprint', create: fingerprintChain },
  { name: 'snowball', create: (p) => languageChain((p.string('language') ?? 'english').toLowerCase(), p) },
  ...LANGUAGES.map((name) => ({ name, create: (p: ComponentParameters) => languageChain(name, p) })),
  ...MISSING_LANGUAGES.map((name) => ({
    name,
    create: (): Chain => {
      throw notEmulated(`the analyzer [${name}]`);
    },
  })),
];

/** The analyzers that need no settings, as chains. */
export const analyzerTypes = table(rows);

const builtIn = new Map<string, ChainAnalyzer>();

/** A built-in analyzer by name, made on first use; null when there is none. */
export function builtInAnalyzer(name: string): ChainAnalyzer | null {
  const existing = builtIn.get(name);
  if (existing !== undefined) return existing;
  const row = analyzerTypes.get(name);
  if (row === undefined) return null;
  const analyzer = new ChainAnalyzer(name, row.create(new ComponentParameters(name, {}), NO_FILTERS));
  builtIn.set(name, analyzer);
  return analyzer;
}
