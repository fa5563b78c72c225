import { lowercase } from '../lowercase.ts';

/** Letter groups that Caumanns' stemmer treats as one letter, and the characters that represent them. */
const GROUPS: readonly (readonly [letters: string, sign: string])[] = [
  ['sch', '$'],
  ['ch', '§'],
  ['ei', '%'],
  ['ie', '&'],
  ['ig', '#'],
  ['st', '!'],
];
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'a', ö: 'o', ü: 'u' };

/** German: Caumanns' stemmer (`german_stem`), which repeatedly removes seven endings. */
export function germanCaumanns(term: string): string {
  const word = lowercase(term);
  if (!/^[\p{L}\ud800-\udfff]*$/u.test(word)) return word;
  const { masked, saved } = mask(word);
  let stem = strip(masked, saved);
  if (stem.length > 5 && stem.endsWith('erin*')) stem = strip(stem.slice(0, -1), saved);
  return unmask(stem.replace(/z$/, 'x')).replace('gege', 'ge');
}

/**
 * Replaces letter groups by single characters, and the second of two equal letters by `*`; `saved`: how many
 * letters this removed.
 */
function mask(word: string): { readonly masked: string; readonly saved: number } {
  let rest = word;
  let masked = '';
  let saved = 0;
  while (rest !== '') {
    if (rest[0] === masked.slice(-1)) rest = `*${rest.slice(1)}`;
    else if (rest[0] === 'ß') {
      rest = `ss${rest.slice(1)}`;
      saved++;
    } else rest = (UMLAUTS[rest[0]] ?? rest[0]) + rest.slice(1);
    const group = GROUPS.find(([letters]) => rest.startsWith(letters));
    masked += group === undefined ? rest[0] : group[1];
    saved += group === undefined ? 0 : group[0].length - 1;
    rest = rest.slice(group === undefined ? 1 : group[0].length);
  }
  return { masked, saved };
}

function strip(word: string, saved: number): string {
  let stem = word;
  while (stem.length > 3) {
    const size = stem.length + saved;
    if ((size > 5 && stem.endsWith('nd')) || (size > 4 && /e[mr]$/.test(stem))) stem = stem.slice(0, -2);
    else if (/[esnt]$/.test(stem)) stem = stem.slice(0, -1);
    else break;
  }
  return stem;
}

function unmask(word: string): string {
  let out = '';
  for (const char of word) {
    const group = GROUPS.find(([, sign]) => sign === char);
    out += char === '*' ? out.slice(-1) : (group?.[0] ?? char);
  }
  return out;
}

/**
 * Replaces `ae`, `oe` and `ue` by umlauts, before Snowball's German stemmer. A `u` or `y` between vowels is a
 * consonant, written as a capital; the two letters after `qu` are kept.
 */
export function germanUmlauts(word: string): string {
  const marked = word.replace(
    /([aeiouyäöü])([uy])([aeiouyäöü])/g,
    (_all, before: string, letter: string, after: string) => before + letter.toUpperCase() + after,
  );
  return marked.replace(/qu.{0,2}|ß|ae|oe|ue/g, (found) => DIGRAPHS[found] ?? found);
}

const DIGRAPHS: Readonly<Record<string, string>> = { ß: 'ss', ae: 'ä', oe: 'ö', ue: 'ü' };
