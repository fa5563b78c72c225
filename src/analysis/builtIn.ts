import { notEmulated } from '../common/index.ts';
import { type Chain, ChainAnalyzer, type Named } from './chain.ts';
import { type ComponentType, table } from './components.ts';
import { lower, markKeywords, resolveStopWords, tokenFilters } from './filters/index.ts';
import { stopFilter } from './filters/simple.ts';
import { snowballFilter, stemmerFilter } from './filters/stemmers.ts';
import { type Language, languages } from './languages.ts';
import { ComponentParameters } from './parameters.ts';
import type { TokenFilter, Tokenizer } from './stream.ts';
import { maxTokenLength } from './tokenizers/index.ts';
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
  const length = maxTokenLength(parameters);
  const base = chain('standard', standardTokenizer(length), filters);
  return { ...base, standardMaxTokenLength: length };
}

const LOWERCASE = named('lowercase', lower);

function stop(parameters: ComponentParameters, defaultList: string): Named<TokenFilter>[] {
  const words = resolveStopWords(parameters.words('stopwords'), defaultList);
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

/** standard → lower case → stop words (if the language has a list) → Snowball stemmer. */
function snowballChain(parameters: ComponentParameters): Chain {
  const language = parameters.string('language') ?? 'English';
  const stemmer = named('snowball', snowballFilter(language));
  const defaultWords = SNOWBALL_STOP_WORDS.has(language) ? `_${language.toLowerCase()}_` : '_none_';
  const before = POSSESSIVE_LANGUAGES.has(language)
    ? [named('possessive_english', stemmerFilter('possessive_english'))]
    : [];
  return standardChain(parameters, [...before, LOWERCASE, ...stop(parameters, defaultWords), stemmer]);
}

const POSSESSIVE_LANGUAGES = new Set(['English', 'Porter', 'Lovins']);
const SNOWBALL_STOP_WORDS = new Set(['English', 'Dutch', 'German', 'German2', 'French']);

/**
 * tokenizer → initial filters → lower case → stop words → … → stemmer, which skips the words of
 * `stem_exclusion`.
 */
function languageChain(name: string, language: Language, parameters: ComponentParameters): Chain {
  const parts = language.parts.flatMap((part): Named<TokenFilter>[] => {
    if (part === 'stop') return stop(parameters, `_${language.stopWords ?? name}_`);
    if (part === 'exclusions') return stemExclusion(parameters);
    return [part];
  });
  const { tokenizer, charFilter } = language;
  const made =
    tokenizer === undefined
      ? standardChain(parameters, parts)
      : chain(tokenizer.name, tokenizer.component, parts);
  return charFilter === undefined ? made : { ...made, charFilters: [charFilter] };
}

function stemExclusion(parameters: ComponentParameters): Named<TokenFilter>[] {
  const words = new Set(parameters.list('stem_exclusion') ?? []);
  return words.size === 0
    ? []
    : [
        named(
          'keyword_marker',
          markKeywords((term) => words.has(term)),
        ),
      ];
}

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
  { name: 'snowball', create: snowballChain },
  ...[...languages].map(([name, language]): ComponentType<Chain> => {
    return { name, create: (p) => languageChain(name, language(), p) };
  }),
];

/** The analyzers that need no settings, with their chains. */
export const analyzerTypes = table(rows);

const builtIn = new Map<string, ChainAnalyzer>();

/** A built-in analyzer by name, created on first use; `null` if there is none. */
export function builtInAnalyzer(name: string): ChainAnalyzer | null {
  const existing = builtIn.get(name);
  if (existing !== undefined) return existing;
  const row = analyzerTypes.get(name);
  if (row === undefined) return null;
  const analyzer = new ChainAnalyzer(name, row.create(new ComponentParameters(name, {}), NO_FILTERS));
  builtIn.set(name, analyzer);
  return analyzer;
}
