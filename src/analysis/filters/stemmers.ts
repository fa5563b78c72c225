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

/** Stems repeat: a small memory per stemmer saves most of the work of ingest. */
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

/** What the library's algorithms lack of Snowball's newer ones. */
const ADAPTED: Readonly<Record<string, (stem: Stem) => Stem>> = {
  /** `ё` may be written `е`. */
  russian: (stem) => (term) => stem(term.replaceAll('ё', 'е')),
  french: (stem) => (term) => (/[ëï]/.test(term) ? frenchDiaeresis(term, stem) : stem(term)),
};

/** Endings of verbs in -ir, which do not begin with that letter. */
const FRENCH_VERB_IN_I =
  /ï(?:e?s?|r(?:a(?:is?|s|it|ient)?|ent|i?ez|i?ons|ont)?|ss(?:a(?:is|it|ient|nte?s?)|e(?:s|nt|z)?|iez|i?ons)|t)$/;

/** A vowel with a diaeresis begins a syllable: it waits behind a consonant, which goes with the endings or alone. */
function frenchDiaeresis(term: string, stem: Stem): string {
  if (FRENCH_VERB_IN_I.test(term)) return stem(term);
  const stemmed = stem(term.replaceAll('ë', 'He').replaceAll('ï', 'Hi'));
  return stemmed.replaceAll('He', 'ë').replaceAll('Hi', 'ï').replaceAll('H', '');
}

/** Porter's first stemmer; terms of one or two letters stay. */
function porter(term: string): string {
  if (term.length < 3) return term;
  return CAPITAL.test(term) ? porterOfCapitals(term) : porterStem(term);
}

const CAPITAL = /\p{Lu}/u;

/** Capital letters are consonants to the stemmer, which would make them small: they wait behind other characters. */
function porterOfCapitals(term: string): string {
  const hidden = term.replace(/\p{Lu}/gu, (letter) =>
    String.fromCharCode(PRIVATE_USE + (letter.charCodeAt(0) % 128)),
  );
  const stem = porterStem(hidden);
  return [...stem].map((char, i) => (char === hidden[i] ? term[i] : char)).join('');
}

/** The first of the signs that are neither vowels nor endings. */
const PRIVATE_USE = 0xe000;

/** `harbor's`, `harbors’` lose the possessive ending. */
function stripPossessive(term: string): string {
  return /['\u2019\uff07][sS]$/.test(term) ? term.slice(0, -2) : term;
}

/** Stemmers that are not Snowball's of the same name, by the names of the `stemmer` filter. */
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

/** Names that the `stemmer` filter takes in no other spelling; the others may be written `lightGerman`. */
const ONE_SPELLING = new Set(['minimal_galician', 'minimal_norwegian', 'portuguese_rslp']);

/** Snowball's algorithms by the names of their classes. */
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

/** Snowball's algorithms that Rockpool does not have; `stemmer` has others for the first three. */
const NOT_EMULATED = new Set(['Greek', 'Hindi', 'Indonesian', 'Nepali', 'Serbian', 'Yiddish']);

function german2(term: string): string {
  return snowballStem('german')(germanUmlauts(term));
}

/** The names of the `stemmer` filter in lower case. */
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

/** One stemmer of a name, so that its memory is shared. */
function shared(name: string, make: () => Stem): TokenFilter {
  const stem = stems.get(name) ?? make();
  stems.set(name, stem);
  return mapTerms(stem, { keywords: false });
}

/** The `stemmer` filter: `language` (or `name`) chooses the algorithm. */
export function stemmerFilter(language: string): TokenFilter {
  const key = language.toLowerCase();
  const make = CLASS_ONLY.has(key) ? undefined : STEMMERS.get(key);
  return make === undefined ? snowballFilter(language) : shared(key, make);
}

/** Snowball's algorithms that the `stemmer` filter knows by the exact names of their classes only. */
const CLASS_ONLY = new Set(['tamil']);

/** The `snowball` filter: its algorithms are Snowball's, also where `stemmer` has others (English). */
export function snowballFilter(language: string): TokenFilter {
  const name = language.charAt(0).toUpperCase() + language.slice(1);
  if (Object.hasOwn(SNOWBALL, name)) return shared(`snowball ${name}`, SNOWBALL[name]);
  if (NOT_EMULATED.has(name)) throw notEmulated(`the stemmer [${language}]`);
  throw illegalArgument(
    `Invalid stemmer class specified: ${name}`,
    new OpenSearchError('class_not_found_exception', `org.tartarus.snowball.ext.${name}Stemmer`),
  );
}

/** Stemmers that are filters of their own. */
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
