import { lowercase } from '../lowercase.ts';
import { applyFirst, endingRules, fitsOne, foldLetters } from './endingRules.ts';

const FOLD = foldLetters('áâãéêíóôõúüçñ', 'aaaeeiooouucn');

/** Standard endings, which must be in the region after the second vowel and consonant. */
const STANDARD = endingRules(`
  >0 uciones=u imentos amentos adores adoras encias=ente idades acoes imento amento adora ismos istas logia=log
  ucion=u encia=ente mente idade acao ezas icos icas ismo avel ivel ista osos osas ador ivas ivos eza ico ica
  oso osa iva ivo`);

/** Verb endings, which must be in the region after the first letters. */
const VERBS = endingRules(`
  >0 issemos essemos assemos ariamos eriamos iriamos iremos eremos aremos avamos iramos eramos aramos asseis
  esseis isseis arieis erieis irieis irmos iamos armos ermos areis ereis ireis asses esses isses astes assem
  essem issem ardes erdes irdes ariam eriam iriam arias erias irias estes istes aveis aria eria iria asse esse
  isse aste este iste arei erei irei aram eram iram avam arem erem irem ando endo indo arao erao irao adas idas
  aras eras iras avas ares eres ires ados idos amos emos imos ieis ada ida ara era ira=ira iam ado ido ias ais
  eis ear ia ei am em ar er ir as es is eu iu ou`);
const RESIDUAL = endingRules('>0 os a i o');

/**
 * Brazilian Portuguese. Leaves words of one or two letters, very long words, and those with other characters
 * unchanged.
 */
export function brazilian(word: string): string {
  const folded = FOLD(lowercase(word))
    .replace(/^["'\-,;.?!]/, '')
    .replace(/["'\-,;.?!]$/, '');
  if (folded.length <= 2 || folded.length >= 30) return word;
  if (!/^\p{L}+$/u.test(folded)) return folded;
  const r1 = afterVowelAndConsonant(folded);
  const r2 = afterVowelAndConsonant(r1);
  const rv = verbRegion(folded);
  let stem = standard(folded, r1, r2, rv);
  let changed = stem !== folded;
  if (!changed) {
    changed = fitsOne(folded, VERBS, rv);
    stem = applyFirst(folded, VERBS, rv);
  }
  if (changed) stem = rv.endsWith('ci') ? stem.replace(/i$/, '') : stem;
  else stem = applyFirst(stem, RESIDUAL, rv);
  return withoutLastE(stem, rv);
}

function standard(word: string, r1: string, r2: string, rv: string): string {
  if (r1.endsWith('amente') && !/(?:uciones|[ia]mentos|ador[ea]s)$/.test(r2)) return word.slice(0, -6);
  for (const ending of ['iras', 'ira']) {
    if (rv.endsWith(ending) && word.endsWith(`e${ending}`)) return `${word.slice(0, -ending.length)}ir`;
  }
  return applyFirst(word, STANDARD, r2);
}

function withoutLastE(word: string, rv: string): string {
  if (!rv.endsWith('e')) return word;
  const stem = word.replace(/e$/, '');
  if (rv.endsWith('gue')) return stem.replace(/u$/, '');
  return rv.endsWith('cie') ? stem.replace(/i$/, '') : stem;
}

function isVowel(char: string): boolean {
  return 'aeiou'.includes(char);
}

/** The part after the first consonant that follows a vowel; empty if there is none. */
function afterVowelAndConsonant(word: string): string {
  const last = word.length - 1;
  let at = 0;
  while (at < last && !isVowel(word[at])) at++;
  while (at < last && isVowel(word[at])) at++;
  return at < last ? word.slice(at + 1) : '';
}

function verbRegion(word: string): string {
  const last = word.length - 1;
  const seek = (vowel: boolean): number => {
    let at = 2;
    while (at < last && isVowel(word[at]) !== vowel) at++;
    return at;
  };
  if (last > 0 && !isVowel(word[1])) {
    const at = seek(true);
    if (at < last) return word.slice(at + 1);
  }
  if (last > 1 && isVowel(word[0]) && isVowel(word[1])) {
    const at = seek(false);
    if (at < last) return word.slice(at + 1);
  }
  return last > 2 ? word.slice(3) : '';
}
