import { lowercase } from '../lowercase.ts';
import { mapTerms, type TokenFilter } from '../stream.ts';

/** Greek in lower case without accents, every sigma in its inner form. */
const greek = mapTerms((term) =>
  lowercase(term).replace(/[ςάέήίϊΐύϋΰόώ]/g, (char) => {
    return GREEK_PLAIN['ςάέήίϊΐύϋΰόώ'.indexOf(char)];
  }),
);
const GREEK_PLAIN = 'σαεηιιιυυυοω';

/** Irish: prefixes before a capital vowel get a hyphen (`nAthair` → `n-athair`). */
const irish = mapTerms((term) => lowercase(term.replace(/^([nt])(?=[AEIOUÁÉÍÓÚ])/, '$1-')));

/** Turkish: a capital I without a dot becomes `ı`; one with a combining dot `i`. */
const turkish = mapTerms((term) => lowercase(term.replace(/I(\p{Mn}*?)\u0307/gu, 'i$1').replace(/I/g, 'ı')));

/** Languages whose letters have lower cases of their own. */
export const lowercaseLanguages: ReadonlyMap<string, TokenFilter> = new Map([
  ['greek', greek],
  ['irish', irish],
  ['turkish', turkish],
]);
