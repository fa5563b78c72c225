import { applyFirst, endingRules, onFirstUse, type Stem } from './endingRules.ts';
import { type GreekStep, greekDegrees, greekInflections, greekIrregulars, greekSteps } from './greekSteps.ts';

const IRREGULARS = endingRules(greekIrregulars);
const INFLECTIONS = endingRules(greekInflections);
const DEGREES = endingRules(greekDegrees);
const STEPS = onFirstUse(() => greekSteps.map(compileStep));

/** Greek: expects lower case without accents, with `σ` at the end. */
export function greek(word: string): string {
  if (word.length < 4) return word;
  let stem = applyFirst(word, IRREGULARS);
  for (const step of STEPS()) stem = step(stem);
  if (stem.length === word.length) stem = applyFirst(stem, INFLECTIONS);
  return applyFirst(stem, DEGREES);
}

function compileStep(step: GreekStep): Stem {
  const cuts = endingRules(step.cut);
  const comesBack = condition(step);
  return (word) => {
    const stem = applyFirst(word, cuts);
    return stem !== word && comesBack(stem) ? stem + step.back : stem;
  };
}

function condition(step: GreekStep): (stem: string) => boolean {
  const stems = new Set(list(step.stems));
  const ends = list(step.ends);
  const never = list(step.never);
  const vowels = step.vowels ?? '';
  const listed = (stem: string): boolean =>
    stems.has(stem) ||
    ends.some((end) => stem.endsWith(end)) ||
    (stem !== '' && vowels.includes(stem[stem.length - 1]));
  return (stem) => listed(stem) !== (step.except === true) && !never.some((end) => stem.endsWith(end));
}

function list(text: string | undefined): readonly string[] {
  return text === undefined ? [] : text.trim().split(/\s+/);
}
