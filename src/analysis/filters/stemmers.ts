import snowball from 'snowball-stemmers';
import { stemmer as porterStem } from 'stemmer';
import { illegalArgument, notEmulated, OpenSearchError } from '../../common/index.ts';
import { latvian } from '../stemmers/baltic.ts';
import { brazilian } from '../stemmers/brazilian.ts';
import { dutchKp } from '../stemmers/dutchKp.ts';
import type { Stem } from '../stemmers/endingRules.ts';
import { minimalEnglish, pluralEnglish } from '../stemmers/englishPlurals.ts';
import { estonian } from '../stemmers/estonian.ts';
import { germanCaumanns, germanUmlauts } from '../stemmers/german.ts';
import { greek } from '../stemmers/greek.ts';
import { lightHungarian } from '../stemmers/hungarian.ts';
import { bengali, hindi } from '../stemmers/indic.ts';
import { indonesian } from '../stemmers/indonesian.ts';
import { kstem } from '../stemmers/kstem/kstem.ts';
import {
  lightFrench,
  lightGerman,
  lightItalian,
  lightPortuguese,
  lightSpanish,
  minimalFrench,
  minimalGerman,
} from '../stemmers/light.ts';
import { lithuanian } from '../stemmers/lithuanian.ts';
import { lovins } from '../stemmers/lovins.ts';
import {
  lightFinnish,
  lightNorwegian,
  lightNynorsk,
  lightSwedish,
  minimalNorwegian,
  minimalNynorsk,
} from '../stemmers/nordic.ts';
import { galician, minimalGalician, minimalPortuguese, portugueseRslp } from '../stemmers/rslp.ts';
import { lightArabic, sorani } from '../stemmers/semitic.ts';
import { bulgarian, czech, lightRussian } from '../stemmers/slavic.ts';
import { mapTerms, type TokenFilter } from '../stream.ts';

/** Snowball's algorithms, loaded on first use. */
const loaded = new Map<string, Stem>();

/** Terms repeat: a small cache per stemmer saves most of the work of indexing. */
const MEMORY_TERMS = 10_000;

function remembering(stem: Stem): Stem {
  const memory = new Map<string, string>();
  return (term) => {
    let stemmed = memory.get(term);
    if (stemmed === undefined) {
      stemmed = stem(term);
      if (memory.size >= MEMORY_TERMS) memory.clear();
      memory.set(term, stemmed);
    }
    return stemmed;
  };
}

function snowballStem(algorithm: string): Stem {
  let stem = loaded.get(algorithm);
  if (stem === undefined) {
    const stemmer = snowball.newStemmer(algorithm);
    const plain = (term: string): string => stemmer.stem(term);
    stem = remembering(ADAPTED[algorithm]?.(plain) ?? plain);
    loaded.set(algorithm, stem);
  }
  return stem;
}

/** Adapts the library's algorithms to newer versions of Snowball. */
const ADAPTED: Readonly<Record<string, (stem: Stem) => Stem>> = {
  /** `ё` is often written as `е`. */
  russian: (stem) => (term) => stem(term.replaceAll('ё', 'е')),
  french: (stem) => (term) => (/[ëï]/.test(term) ? frenchDiaeresis(term, stem) : stem(term)),
};

/** Endings of -ir verbs that do not begin with i. */
const FRENCH_VERB_IN_I =
  /ï(?:e?s?|r(?:a(?:is?|s|it|ient)?|ent|i?ez|i?ons|ont)?|ss(?:a(?:is|it|ient|nte?s?)|e(?:s|nt|z)?|iez|i?ons)|t)$/;

/**
 * A vowel with a diaeresis starts a syllable: treat it as if after a consonant, which is then removed with
 * the ending or alone.
 */
function frenchDiaeresis(term: string, stem: Stem): string {
  if (FRENCH_VERB_IN_I.test(term)) return stem(term);
  const stemmed = stem(term.replaceAll('ë', 'He').replaceAll('ï', 'Hi'));
  return stemmed.replaceAll('He', 'ë').replaceAll('Hi', 'ï').replaceAll('H', '');
}

/** The original Porter stemmer; leaves terms of one or two letters unchanged. */
function porter(term: string): string {
  if (term.length < 3) return term;
  return CAPITAL.test(term) ? porterOfCapitals(term) : porterStem(term);
}

const CAPITAL = /\p{Lu}/u;

/**
 * The stemmer treats capital letters as consonants but would lower-case them, so other characters replace
 * them meanwhile.
 */
function porterOfCapitals(term: string): string {
  const hidden = term.replace(/\p{Lu}/gu, (letter) =>
    String.fromCharCode(PRIVATE_USE + (letter.charCodeAt(0) % 128)),
  );
  const stem = porterStem(hidden);
  return [...stem].map((char, i) => (char === hidden[i] ? term[i] : char)).join('');
}

/** The first of the characters used, which are neither vowels nor part of endings. */
const PRIVATE_USE = 0xe000;

/** Removes the possessive ending of `harbor's` and `harbors’`. */
function stripPossessive(term: string): string {
  return /['\u2019\uff07][sS]$/.test(term) ? term.slice(0, -2) : term;
}

/** Stemmers that differ from the Snowball algorithm of the same name, by `stemmer` name. */
const OWN: Readonly<Record<string, Stem>> = {
  arabic: lightArabic,
  bengali,
  brazilian,
  bulgarian,
  czech,
  dutch_kp: dutchKp,
  english: porter,
  porter,
  kstem,
  light_english: kstem,
  minimal_english: minimalEnglish,
  plural_english: pluralEnglish,
  possessive_english: stripPossessive,
  light_finnish: lightFinnish,
  light_finish: lightFinnish,
  light_french: lightFrench,
  minimal_french: minimalFrench,
  galician,
  minimal_galician: minimalGalician,
  light_german: lightGerman,
  minimal_german: minimalGerman,
  greek,
  hindi,
  light_hungarian: lightHungarian,
  indonesian,
  light_italian: lightItalian,
  latvian,
  light_norwegian: lightNorwegian,
  minimal_norwegian: minimalNorwegian,
  light_nynorsk: lightNynorsk,
  minimal_nynorsk: minimalNynorsk,
  light_portuguese: lightPortuguese,
  minimal_portuguese: minimalPortuguese,
  portuguese_rslp: portugueseRslp,
  light_russian: lightRussian,
  light_spanish: lightSpanish,
  sorani,
  light_swedish: lightSwedish,
};

/** Names of `stemmer` with only one spelling; others may also be written like `lightGerman`. */
const ONE_SPELLING = new Set(['minimal_galician', 'minimal_norwegian', 'portuguese_rslp']);

/** Snowball's algorithms by class name. */
const SNOWBALL: Readonly<Record<string, () => Stem>> = {
  ...Object.fromEntries(
    (
      'Arabic Armenian Basque Catalan Danish Dutch English Finnish French German Hungarian Irish Italian ' +
      'Norwegian Porter Portuguese Romanian Russian Spanish Swedish Tamil Turkish'
    )
      .split(' ')
      .map((name) => [name, () => snowballStem(name.toLowerCase())]),
  ),
  Estonian: () => remembering(estonian),
  German2: () => german2,
  Kp: () => remembering(dutchKp),
  Lithuanian: () => remembering(lithuanian),
  Lovins: () => remembering(lovins),
};

/** Snowball algorithms that Rockpool lacks; for the first three, `stemmer` uses others. */
const NOT_EMULATED = new Set(['Greek', 'Hindi', 'Indonesian', 'Nepali', 'Serbian', 'Yiddish']);

function german2(term: string): string {
  return snowballStem('german')(germanUmlauts(term));
}

/** The `stemmer` names in lower case. */
const STEMMERS: ReadonlyMap<string, () => Stem> = new Map<string, () => Stem>([
  ...Object.entries(SNOWBALL).map(([name, stem]): [string, () => Stem] => [name.toLowerCase(), stem]),
  ...Object.entries(OWN).flatMap(([name, stem]): [string, () => Stem][] => {
    const make = (): Stem => remembering(stem);
    return ONE_SPELLING.has(name)
      ? [[name, make]]
      : [
          [name, make],
          [name.replace('_', ''), make],
        ];
  }),
  ['porter2', () => snowballStem('english')],
]);

const stems = new Map<string, Stem>();

/** Shares one stemmer, with its cache, between all uses of a name. */
function shared(name: string, make: () => Stem): TokenFilter {
  const stem = stems.get(name) ?? make();
  stems.set(name, stem);
  return mapTerms(stem, { keywords: false });
}

/** The `stemmer` filter: `language` (or `name`) selects the algorithm. */
export function stemmerFilter(language: string): TokenFilter {
  const key = language.toLowerCase();
  const make = CLASS_ONLY.has(key) ? undefined : STEMMERS.get(key);
  return make === undefined ? snowballFilter(language) : shared(key, make);
}

/** Snowball algorithms that `stemmer` accepts only by their exact class names. */
const CLASS_ONLY = new Set(['tamil']);

/** The `snowball` filter: always uses Snowball's algorithms, also where `stemmer` has others (English). */
export function snowballFilter(language: string): TokenFilter {
  const name = language.charAt(0).toUpperCase() + language.slice(1);
  if (Object.hasOwn(SNOWBALL, name)) return shared(`snowball ${name}`, SNOWBALL[name]);
  if (NOT_EMULATED.has(name)) throw notEmulated(`the stemmer [${language}]`);
  throw illegalArgument(
    `Invalid stemmer class specified: ${name}`,
    new OpenSearchError('class_not_found_exception', `org.tartarus.snowball.ext.${name}Stemmer`),
  );
}

/** Stemmers that are separate filters. */
export const ownStemFilters: Readonly<Record<string, () => TokenFilter>> = {
  arabic_stem: () => stemmerFilter('arabic'),
  brazilian_stem: () => stemmerFilter('brazilian'),
  czech_stem: () => stemmerFilter('czech'),
  dutch_stem: () => stemmerFilter('dutch'),
  french_stem: () => stemmerFilter('french'),
  german_stem: () => shared('german_stem', () => remembering(germanCaumanns)),
  kstem: () => stemmerFilter('kstem'),
  porter_stem: () => stemmerFilter('porter'),
  russian_stem: () => stemmerFilter('russian'),
};
