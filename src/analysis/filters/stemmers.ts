import snowball from 'snowball-stemmers';
import { stemmer as porterStem } from 'stemmer';
import { illegalArgument, notEmulated } from '../../common/index.ts';
import { mapTerms, type TokenFilter } from '../stream.ts';
import {
  lightFrench,
  lightGerman,
  lightItalian,
  lightPortuguese,
  lightSpanish,
  minimalFrench,
  minimalGerman,
} from './lightStemmers.ts';

type Stem = (term: string) => string;

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
    stem = remembering((term) => stemmer.stem(term));
    loaded.set(algorithm, stem);
  }
  return stem;
}

/** Porter's first stemmer; terms of one or two letters stay. */
const porter = remembering((term) => (term.length < 3 ? term : porterStem(term)));

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

const SNOWBALL_LANGUAGES = [
  'arabic',
  'armenian',
  'basque',
  'catalan',
  'danish',
  'dutch',
  'finnish',
  'french',
  'german',
  'hungarian',
  'irish',
  'italian',
  'norwegian',
  'portuguese',
  'romanian',
  'russian',
  'spanish',
  'swedish',
  'turkish',
] as const;

const STEMMERS: ReadonlyMap<string, () => Stem> = new Map<string, () => Stem>([
  ['english', () => porter],
  ['porter', () => porter],
  ['porter2', () => snowballStem('english')],
  ['minimal_english', () => minimalEnglish],
  ['possessive_english', () => stripPossessive],
  ['lovins', () => snowballStem('english')],
  ['light_german', () => remembering(lightGerman)],
  ['minimal_german', () => minimalGerman],
  ['light_french', () => remembering(lightFrench)],
  ['minimal_french', () => minimalFrench],
  ['light_spanish', () => lightSpanish],
  ['light_italian', () => lightItalian],
  ['light_portuguese', () => remembering(lightPortuguese)],
  ['german2', () => snowballStem('german')],
  ...SNOWBALL_LANGUAGES.map((name): [string, () => Stem] => [name, () => snowballStem(name)]),
]);

/** Stemmers of the original whose algorithms Rockpool does not have. */
const KNOWN_ELSEWHERE = new Set(
  (
    'bengali brazilian bulgarian czech dutch_kp estonian galician greek hindi indonesian latvian lithuanian ' +
    'light_english light_finnish light_hungarian light_norwegian ' +
    'light_nynorsk light_russian light_swedish minimal_galician ' +
    'minimal_norwegian minimal_nynorsk minimal_portuguese portuguese_rslp sorani'
  ).split(' '),
);

/** The `stemmer` filter: `language` (or `name`) chooses the algorithm. */
export function stemmerFilter(language: string): TokenFilter {
  const key = language.toLowerCase();
  const stemmer = STEMMERS.get(key);
  if (stemmer === undefined) {
    if (KNOWN_ELSEWHERE.has(key)) throw notEmulated(`the stemmer [${language}]`);
    throw illegalArgument(`Invalid stemmer class specified: ${language}`);
  }
  return mapTerms(stemmer(), { keywords: false });
}

/** The `snowball` filter: its `English` is Porter's second stemmer, unlike that of `stemmer`. */
export function snowballFilter(language: string): TokenFilter {
  const key = language.toLowerCase();
  if (key === 'english') return mapTerms(snowballStem('english'), { keywords: false });
  return stemmerFilter(key === 'porter' ? 'porter' : key);
}
