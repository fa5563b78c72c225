import { lowercase } from '../lowercase.ts';
import { mapTerms, type TokenFilter } from '../stream.ts';

/** Greek: lower case without accents, and every sigma in its medial form. */
const greek = mapTerms((term) =>
  lowercase(term).replace(/[ςάέήίϊΐύϋΰόώ]/g, (char) => {
    return GREEK_PLAIN['ςάέήίϊΐύϋΰόώ'.indexOf(char)];
  }),
);
const GREEK_PLAIN = 'σαεηιιιυυυοω';

/** Irish: inserts a hyphen between a prefix and a capital vowel (`nAthair` → `n-athair`). */
const irish = mapTerms((term) => lowercase(term.replace(/^([nt])(?=[AEIOUÁÉÍÓÚ])/, '$1-')));

/** Turkish: a dotless capital I becomes `ı`; one with a combining dot `i`. */
const turkish = mapTerms((term) => lowercase(term.replace(/I(\p{Mn}*?)\u0307/gu, 'i$1').replace(/I/g, 'ı')));

/** Languages with their own rules for lower case. */
export const lowercaseLanguages: ReadonlyMap<string, TokenFilter> = new Map([
  ['greek', greek],
  ['irish', irish],
  ['turkish', turkish],
]);
