import { applyFirst, endingRules, endingSteps, foldLetters, type Stem } from './endingRules.ts';

/** Savoy's light stemmers for northern languages. */

export const lightSwedish = endingSteps(
  '>4 s',
  `>7 elser heten
   >6 arne erna ande else aste orna aren
   >5 are ast het
   >4 ar er or en at te et
   >3 t a e n`,
);

/** Endings of Bokmål plus those specific to Nynorsk. */
export const lightNynorsk = endingSteps(
  '>4 s',
  `>7 heita >8 heiter leiken leikar >5 dom >6 heit semd leik >7 elser elsen
   >6 ande else aste aren
   >5 are ast ene ane
   >4 er en et ar te
   >3 a e n`,
);

export const lightNorwegian = endingSteps(
  '>4 s',
  `>7 heter heten >5 dom het >7 elser elsen
   >6 ende else este eren
   >5 ere est ene
   >4 er en et st te
   >3 a e n`,
);

export const minimalNorwegian = endingSteps('>4 s', '>5 ene >4 er en et >3 a e');
export const minimalNynorsk = endingSteps('>4 s', '>5 ene ane >4 er en et ar >3 a e');

const FINNISH_FOLD = foldLetters('äåö', 'aao');
const FINNISH_STEPS: readonly Stem[] = [
  endingSteps('>11 dellinen dellisuus'),
  endingSteps('>5 lla tse sti ni aa=a'),
  finnishCase,
  endingSteps('>5 hde=ksi', '>4 ei at >3 t s j e a i'),
];

/** Enclitic particles may follow each other. */
function withoutParticles(word: string): string {
  for (let stem = word; ; word = stem) {
    stem = applyFirst(word, FINNISH_PARTICLES);
    if (stem === word) return word;
  }
}

const FINNISH_PARTICLES = endingRules('>8 kin ko');
const FINNISH_LONG_CASES = endingRules('>8 nnen=s ntena=s tten eiden >6 neen niin seen teen inen');
const FINNISH_CASES = endingRules(`
  >6 den=s ksen=s ssa sta lla lta tta ksi lle
  >5 na ne nei
  >4 ja ta a`);

function finnishCase(word: string): string {
  const long = applyFirst(word, FINNISH_LONG_CASES);
  if (long !== word) return long;
  if (word.length > 6 && /h[aeiouy]n$/.test(word)) return word.slice(0, -3);
  const stem = applyFirst(word, FINNISH_CASES);
  if (stem !== word || word.length <= 4) return stem;
  return word.replace(/[aeiouy]?n$/, '');
}

export function lightFinnish(word: string): string {
  if (word.length < 4) return word;
  let stem = withoutParticles(FINNISH_FOLD(word));
  for (const step of FINNISH_STEPS) stem = step(stem);
  if (stem.length > 8) stem = stem.replace(/[eou]$/, '');
  if (stem.length > 4) stem = stem.replace(/i$/, '');
  return stem.length > 4 ? stem.replace(/([kpt])\1+/g, '$1') : stem;
}
