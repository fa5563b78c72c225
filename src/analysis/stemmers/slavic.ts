import { applyFirst, endingRules, endingSteps } from './endingRules.ts';

const CZECH_CASES = endingRules(`
  >7 atech
  >6 ětem etem atům
  >5 ech ich ích ého ěmi emi ému ěte ete ěti eti ího iho ími ímu imu ách ata aty ých ama ami ové ovi ými
  >4 em es ém ím ům at ám os us ým mi ou
  >3 a e i o u ů y á é í ý ě`);
const CZECH_POSSESSIVES = endingRules('>5 ov in ův');
const CZECH_PALATALS = endingRules('>0 čt=ck št=sk c=k č=k z=h ž=h');

/** Czech: the light stemmer of Dolamic and Savoy. */
export function czech(word: string): string {
  const stem = applyFirst(applyFirst(word, CZECH_CASES), CZECH_POSSESSIVES);
  const hard = applyFirst(stem, CZECH_PALATALS);
  if (hard !== stem) return hard;
  const last = stem.length - 1;
  if (last > 0 && stem[last - 1] === 'e') return stem.slice(0, -2) + stem[last];
  return last > 1 && stem[last - 1] === 'ů' ? `${stem.slice(0, -2)}o${stem[last]}` : stem;
}

const BULGARIAN_ARTICLES = endingRules('>6 ият >5 ът то те та ия >4 ят');
const BULGARIAN_PLURALS = endingRules(`
  >6 овци=о ове еве=й
  >5 ища та ци=к зи=г`);
const BULGARIAN_LATE_PLURALS = endingRules('>4 си=х и');

/** Bulgarian: Nakov's light stemmer. */
export function bulgarian(word: string): string {
  if (word.length < 4) return word;
  if (word.length > 5 && word.endsWith('ища')) return word.slice(0, -3);
  let stem = bulgarianSingular(applyFirst(word, BULGARIAN_ARTICLES));
  if (stem.length > 3) stem = stem.replace(/я$/, '').replace(/[аое]$/, '');
  if (stem.length > 4 && stem.endsWith('ен')) stem = `${stem.slice(0, -2)}н`;
  return stem.length > 5 ? stem.replace(/ъ(.)$/u, '$1') : stem;
}

function bulgarianSingular(word: string): string {
  const stem = applyFirst(word, BULGARIAN_PLURALS);
  if (stem !== word) return stem;
  if (word.length > 5 && /е.и$/u.test(word)) return `${word.slice(0, -3)}я${word[word.length - 2]}`;
  return applyFirst(word, BULGARIAN_LATE_PLURALS);
}

/** Russian: the light stemmer of Dolamic and Savoy. */
export const lightRussian = endingSteps(
  `>6 иями оями
   >5 иям иях оях ями оям оьв ами его ему ери ими ого ому ыми оев
   >4 ая яя ях юю ах ею их ия ию ьв ою ую ям ых ея ам ем ей ём ев ий им ое ой ом ов ые ый ым ми
   >3 а е и о у й ы я ь`,
  '>3 ь и нн=н',
);
