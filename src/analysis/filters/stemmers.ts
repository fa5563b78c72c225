import snowball from 'snowball-stemmers';
import { stemmer as porterStem } from 'stemmer';
import { illegalArgument, notEmulated } from '../../common/index.ts';
import { latvian } from '../stemmers/baltic.ts';
import { brazilian } from '../stemmers/brazilian.ts';
import type { Stem } from '../stemmers/endingRules.ts';
import { greek } from '../stemmers/greek.ts';
import { lightHungarian } from '../stemmers/hungarian.ts';
import { bengali, hindi } from '../stemmers/indic.ts';
import { indonesian } from '../stemmers/indonesian.ts';
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
    const prepare = algorithm === 'russian' ? plainYe : (term: string) => term;
    stem = remembering((term) => stemmer.stem(prepare(term)));
    loaded.set(algorithm, stem);
  }
  return stem;
}

/** Russian writes `ё` as `е` or as it is spoken. */
function plainYe(term: string): string {
  return term.replaceAll('ё', 'е');
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

/** English plurals only (`minimal_english`): Harman's S-stemmer. */
function minimalEnglish(term: string): string {
  if (term.length < 3 || !term.endsWith('s')) return term;
  const before = term[term.length - 2];
  if (before === 'u' || before === 's') return term;
  if (before !== 'e') return term.slice(0, -1);
  const third = term[term.length - 3];
  if (term.length > 3 && third === 'i' && !'ae'.includes(term[term.length - 4]))
    return `${term.slice(0, -3)}y`;
  if (third === 'i' || third === 'a' || third === 'o' || third === 'e') return term;
  return term.slice(0, -1);
}

/** Languages whose stemmer is Snowball's of the same name. */
const SNOWBALL_LANGUAGES = (
  'armenian basque catalan danish dutch finnish french german hungarian irish italian norwegian portuguese ' +
  'romanian russian spanish swedish turkish'
).split(' ');

/** Stemmers that Rockpool works out itself, by the names of the `stemmer` filter. */
const OWN: Readonly<Record<string, Stem>> = {
  arabic: lightArabic,
  bengali,
  brazilian,
  bulgarian,
  czech,
  english: porter,
  porter,
  minimal_english: minimalEnglish,
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
  lithuanian,
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

const STEMMERS: ReadonlyMap<string, () => Stem> = new Map<string, () => Stem>([
  ...Object.entries(OWN).map(([name, stem]): [string, () => Stem] => [name, () => remembering(stem)]),
  ...SNOWBALL_LANGUAGES.map((name): [string, () => Stem] => [name, () => snowballStem(name)]),
  ['porter2', () => snowballStem('english')],
]);

/** Stemmers of the original whose algorithms Rockpool does not have. */
const KNOWN_ELSEWHERE = new Set(
  'dutch_kp kp estonian german2 kstem light_english lovins plural_english'.split(' '),
);

const stems = new Map<string, Stem>();

/** The stemmer of this name; null when neither Rockpool nor the original has it. */
function stemNamed(name: string): Stem | null {
  const known = stems.get(name);
  if (known !== undefined) return known;
  const stem = STEMMERS.get(name)?.() ?? null;
  if (stem !== null) stems.set(name, stem);
  return stem;
}

/** The `stemmer` filter: `language` (or `name`) chooses the algorithm; `light_x` may be written `lightX`. */
export function stemmerFilter(language: string): TokenFilter {
  const key = language.replace(/^(light|minimal|possessive|plural)(?=[A-Z])/, '$1_').toLowerCase();
  const stem = stemNamed(key);
  if (stem !== null) return mapTerms(stem, { keywords: false });
  if (KNOWN_ELSEWHERE.has(key)) throw notEmulated(`the stemmer [${language}]`);
  const capitalized = language.charAt(0).toUpperCase() + language.slice(1);
  throw illegalArgument(`Invalid stemmer class specified: ${capitalized}`);
}

/** The `snowball` filter: its algorithms are Snowball's, also where `stemmer` has others (English). */
export function snowballFilter(language: string): TokenFilter {
  const key = language.toLowerCase();
  if (key === 'english' || key === 'arabic') return mapTerms(snowballStem(key), { keywords: false });
  return stemmerFilter(key);
}
