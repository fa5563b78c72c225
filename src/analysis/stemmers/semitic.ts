/** Light stemmers for languages written from right to left. */
import { applyFirst, endingRules } from './endingRules.ts';

const ARABIC_PREFIXES = ['ال', 'وال', 'بال', 'كال', 'فال', 'لل', 'و'];
const ARABIC_SUFFIXES = ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ية', 'ه', 'ة', 'ي'];

/**
 * Arabic: `light10` by Larkey, Ballesteros and Connell; at least two letters must remain, three after a lone
 * waw.
 */
export function lightArabic(word: string): string {
  const prefix = ARABIC_PREFIXES.find(
    (candidate) =>
      word.length >= (candidate.length === 1 ? 4 : candidate.length + 2) && word.startsWith(candidate),
  );
  let stem = prefix === undefined ? word : word.slice(prefix.length);
  for (const suffix of ARABIC_SUFFIXES) {
    if (stem.length >= suffix.length + 2 && stem.endsWith(suffix)) stem = stem.slice(0, -suffix.length);
  }
  return stem;
}

const SORANI_STEPS = ['>5 دا >4 نا=ن >6 ەوە', '>6 مان یان تان'].map(endingRules);
const SORANI_LAST = endingRules(`
  >6 ێکی >7 یەکی
  >5 ێک >6 یەک ەکە >5 کە >7 ەکان >6 کان >7 یانی >6 انی یان >5 ان >7 یانە >6 انە >5 ایە=ا ەیە=ە
  >4 ە ی`);

/** Sorani Kurdish: removes case, possessive, then article or plural. */
export function sorani(word: string): string {
  return applyFirst(
    SORANI_STEPS.reduce((stem, rules) => applyFirst(stem, rules), word),
    SORANI_LAST,
  );
}
