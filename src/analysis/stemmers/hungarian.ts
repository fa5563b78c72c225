import { applyFirst, endingRules, foldLetters } from './endingRules.ts';

const FOLD = foldLetters('áëéíóőõöúűũûü', 'aeeioooouuuuu');
const LONG_CASES = endingRules('>6 kent >5 nak nek val vel ert rol ban ben bol nal nel hoz hez tol');
const CASES = endingRules('>4 at et ot va ve ra re ba be ul ig C~on C~en t n');
const POSSESSIVES = endingRules(`
  >6 C~atok C~otok C~etek itek itok
  >5 C~unk C~tok C~tek V~juk ink
  >4 C~am C~em C~om C~ad C~ed C~od C~uk V~nk V~ja V~je im id ik
  >3 C~a C~e V~m V~d i`);
const PLURALS = endingRules('>4 ak ok ek >3 k');
const LAST_VOWEL = endingRules('>3 a e i o');

/** Hungarian: Savoy's light stemmer. */
export function lightHungarian(word: string): string {
  let stem = withoutCase(FOLD(word));
  for (const rules of [POSSESSIVES, PLURALS, LAST_VOWEL]) stem = applyFirst(stem, rules);
  return stem;
}

/** `-val` and `-vel` double the preceding consonant: `kézzel` → `kéz`. */
function withoutCase(word: string): string {
  const long = applyFirst(word, LONG_CASES);
  if (long !== word) return long;
  if (word.length > 5 && /([^aeiouy])\1[ae]l$/.test(word)) return word.slice(0, -3);
  const stem = applyFirst(word, CASES);
  if (stem !== word) return stem;
  return word.length > 4 && /([^aeiouy])\1[ae]$/.test(word) ? word.slice(0, -2) : word;
}
