import type { Named } from './chain.ts';
import { cjkBigramFilter } from './filters/cjkBigram.ts';
import { cjkWidth } from './filters/cjkWidth.ts';
import { decimalDigits, lower } from './filters/index.ts';
import { lowercaseLanguages } from './filters/lowercaseLanguages.ts';
import { normalizations } from './filters/normalization.ts';
import { apostrophe, elide, stopFilter } from './filters/simple.ts';
import { snowballFilter, stemmerFilter } from './filters/stemmers.ts';
import { ComponentParameters } from './parameters.ts';
import { type CharFilter, mapTerms, type TokenFilter, type Tokenizer } from './stream.ts';
import { thaiTokenizer } from './tokenizers/thai.ts';

/** A filter, or a placeholder for the stop words or the words excluded from stemming. */
export type LanguagePart = Named<TokenFilter> | 'stop' | 'exclusions';

/** A language analyzer: the parts between its tokenizer and the terms. */
export interface Language {
  /** Applied to the text before the tokenizer. */
  readonly charFilter?: Named<CharFilter>;
  /** Absent for the standard tokenizer. */
  readonly tokenizer?: Named<Tokenizer>;
  readonly parts: readonly LanguagePart[];
  /** The list of stop words, if not named after the language. */
  readonly stopWords?: string;
}

function named<T>(name: string, component: T): Named<T> {
  return { name, component };
}

function lowercaseOf(language: string): Named<TokenFilter> {
  return named('lowercase', lowercaseLanguages.get(language) ?? lower);
}

function normalization(name: keyof typeof normalizations): Named<TokenFilter> {
  return named(name, normalizations[name]);
}

/** Removes articles before an apostrophe. */
function articles(words: string): Named<TokenFilter> {
  return named('elision', mapTerms(elide(new Set(words.split(' ')), true)));
}

const stemmer = (name: string): Named<TokenFilter> => named('stemmer', stemmerFilter(name));
const snowball = (name: string): Named<TokenFilter> => named('snowball', snowballFilter(name));
const LOWERCASE = named('lowercase', lower);
const DIGITS = named('decimal_digit', decimalDigits);

/** Separates a word from its suffixes in Persian. */
const ZERO_WIDTH_NON_JOINER = '\u200c';

/** The usual order: lower case, stop words, exclusions, stemmer. */
function usual(stem: Named<TokenFilter>, before: readonly Named<TokenFilter>[] = []): Language {
  return { parts: [...before, LOWERCASE, 'stop', 'exclusions', stem] };
}

/** Languages with the usual order and a Snowball stemmer. */
const SNOWBALL_LANGUAGES =
  'armenian basque danish dutch finnish hungarian norwegian romanian russian swedish'.split(' ');

/** Languages with another order or stemmer; created on demand, because stemmers then load their tables. */
const OWN_ORDERS: Readonly<Record<string, () => Language>> = {
  arabic: () => ({
    parts: [
      LOWERCASE,
      DIGITS,
      'stop',
      normalization('arabic_normalization'),
      'exclusions',
      stemmer('arabic'),
    ],
  }),
  bengali: () => ({
    parts: [
      LOWERCASE,
      DIGITS,
      'exclusions',
      normalization('indic_normalization'),
      normalization('bengali_normalization'),
      'stop',
      stemmer('bengali'),
    ],
  }),
  brazilian: () => usual(stemmer('brazilian')),
  bulgarian: () => usual(stemmer('bulgarian')),
  catalan: () => usual(snowball('catalan'), [articles('d l m n s t')]),
  cjk: () => ({
    parts: [
      named('cjk_width', cjkWidth),
      LOWERCASE,
      named('cjk_bigram', cjkBigramFilter(new ComponentParameters('cjk_bigram', {}))),
      'stop',
    ],
  }),
  chinese: () => ({ parts: [LOWERCASE, 'stop'], stopWords: 'english' }),
  czech: () => usual(stemmer('czech')),
  english: () => usual(stemmer('porter'), [stemmer('possessive_english')]),
  estonian: () => usual(stemmer('estonian')),
  french: () => usual(stemmer('light_french'), [articles('l m t qu n s j d c jusqu quoiqu lorsqu puisqu')]),
  galician: () => usual(stemmer('galician')),
  german: () => ({
    parts: [LOWERCASE, 'stop', 'exclusions', normalization('german_normalization'), stemmer('light_german')],
  }),
  greek: () => ({ parts: [lowercaseOf('greek'), 'stop', stemmer('greek')] }),
  hindi: () => ({
    parts: [
      LOWERCASE,
      DIGITS,
      'exclusions',
      normalization('indic_normalization'),
      normalization('hindi_normalization'),
      'stop',
      stemmer('hindi'),
    ],
  }),
  indonesian: () => usual(stemmer('indonesian')),
  irish: () => ({
    parts: [
      named('stop', stopFilter(['h', 'n', 't'], true)),
      articles('d m b'),
      lowercaseOf('irish'),
      'stop',
      'exclusions',
      snowball('irish'),
    ],
  }),
  italian: () =>
    usual(stemmer('light_italian'), [
      articles('c l all dall dell nell sull coll pell gl agl dagl degl negl sugl un m t s v d'),
    ]),
  latvian: () => usual(stemmer('latvian')),
  lithuanian: () => usual(stemmer('lithuanian')),
  persian: () => ({
    charFilter: named('persian', (text) => ({
      text: text.replaceAll(ZERO_WIDTH_NON_JOINER, ' '),
      correct: null,
    })),
    parts: [
      LOWERCASE,
      DIGITS,
      normalization('arabic_normalization'),
      normalization('persian_normalization'),
      'stop',
    ],
  }),
  portuguese: () => usual(stemmer('light_portuguese')),
  sorani: () => ({
    parts: [
      normalization('sorani_normalization'),
      LOWERCASE,
      DIGITS,
      'stop',
      'exclusions',
      stemmer('sorani'),
    ],
  }),
  spanish: () => usual(stemmer('light_spanish')),
  thai: () => ({ tokenizer: named('thai', thaiTokenizer), parts: [LOWERCASE, DIGITS, 'stop'] }),
  turkish: () => ({
    parts: [
      named('apostrophe', apostrophe),
      lowercaseOf('turkish'),
      'stop',
      'exclusions',
      snowball('turkish'),
    ],
  }),
};

/** Creates the analyzer of each language, by name. */
export const languages: ReadonlyMap<string, () => Language> = new Map([
  ...SNOWBALL_LANGUAGES.map((name): [string, () => Language] => [name, () => usual(snowball(name))]),
  ...Object.entries(OWN_ORDERS),
]);
