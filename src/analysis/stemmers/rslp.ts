import { foldLetters, onFirstUse, type Stem } from './endingRules.ts';
import { galicianSteps } from './rslpGalician.ts';
import { portugueseSteps } from './rslpPortuguese.ts';

interface Rule {
  readonly ending: string;
  readonly leastStem: number;
  readonly instead: string;
  readonly exceptions: readonly string[];
}

interface Step {
  readonly leastLength: number;
  /** Whether exceptions are whole words rather than word endings. */
  readonly wholeWords: boolean;
  /** Required word endings; empty for all words. */
  readonly wanted: readonly string[];
  readonly rules: readonly Rule[];
}

type Steps = ReadonlyMap<string, Stem>;

function parseSteps(table: string): Steps {
  const lines = table
    .replace(/,\n {6}/g, ',')
    .trim()
    .split('\n');
  const steps = new Map<string, Step & { rules: Rule[] }>();
  let rules: Rule[] = [];
  for (const line of lines) {
    const [first, least, third, fourth] = line.trim().split(' ');
    if (line.startsWith('  ')) {
      const instead = third === '-' ? '' : third;
      rules.push({ ending: first, leastStem: Number(least), instead, exceptions: fourth?.split(',') ?? [] });
      continue;
    }
    rules = [];
    const wanted = fourth === '-' ? [] : fourth.split(',');
    steps.set(first, { leastLength: Number(least), wholeWords: third === 'words', wanted, rules });
  }
  return new Map([...steps].map(([name, step]): [string, Stem] => [name, (word) => applyStep(word, step)]));
}

function applyStep(word: string, { leastLength, wholeWords, wanted, rules }: Step): string {
  if (word.length < leastLength) return word;
  if (wanted.length > 0 && !wanted.some((ending) => word.endsWith(ending))) return word;
  const rule = rules.find(
    ({ ending, leastStem, exceptions }) =>
      word.length - ending.length >= leastStem &&
      word.endsWith(ending) &&
      !exceptions.some((exception) => (wholeWords ? word === exception : word.endsWith(exception))),
  );
  return rule === undefined ? word : word.slice(0, word.length - rule.ending.length) + rule.instead;
}

function stepsOf(table: string): (step: string, word: string) => string {
  const steps = onFirstUse(() => parseSteps(table));
  return (step, word) => steps().get(step)?.(word) ?? word;
}

const portuguese = stepsOf(portugueseSteps);
const galicianStep = stepsOf(galicianSteps);

const PORTUGUESE_FOLD = foldLetters('àáâãäåçèéêëìíîïñòóôõöùúûüýÿ', 'aaaaaaceeeeiiiinooooouuuuyy');
const GALICIAN_FOLD = foldLetters('áéêíóú', 'aeeiou');

/** Portuguese: RSLP (removedor de sufixos), by Orengo and Huyck. */
export function portugueseRslp(word: string): string {
  const before = ['Plural', 'Adverb', 'Feminine', 'Augmentative'].reduce(
    (stem, step) => portuguese(step, stem),
    word,
  );
  const ended = ['Noun', 'Verb', 'Vowel'].reduce(
    (stem, step) => (stem === before ? portuguese(step, stem) : stem),
    before,
  );
  return PORTUGUESE_FOLD(ended);
}

export function minimalPortuguese(word: string): string {
  return portuguese('Plural', word);
}

/** Galician: the stemmer of Penabad and others, in RSLP's format. */
export function galician(word: string): string {
  let stem = ['Plural', 'Unification', 'Adverb'].reduce((shorter, step) => galicianStep(step, shorter), word);
  for (let before = ''; before.length !== stem.length; ) {
    before = stem;
    stem = galicianStep('Augmentative', stem);
  }
  const noun = galicianStep('Noun', stem);
  const ended = noun.length === stem.length ? galicianStep('Verb', noun) : noun;
  return GALICIAN_FOLD(galicianStep('Vowel', ended));
}

export function minimalGalician(word: string): string {
  return galicianStep('Plural', word);
}
