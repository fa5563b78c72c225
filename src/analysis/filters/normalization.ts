import { onFirstUse } from '../stemmers/endingRules.ts';
import { mapTerms, type TokenFilter } from '../stream.ts';
import { bengaliNormalization, indicNormalization } from './indicNormalization.ts';

/** A filter that replaces or removes single characters. */
function characters(table: Readonly<Record<string, string>>): TokenFilter {
  const map = onFirstUse(
    () => new Map(Object.entries(table).flatMap(([from, to]) => [...from].map((char) => [char, to]))),
  );
  return mapTerms((term) => {
    let out = '';
    for (const char of term) out += map().get(char) ?? char;
    return out;
  });
}

/** Unifies forms of alef, teh marbuta and dotless yeh; removes tatweel and vowel marks. */
const arabic = characters({
  آأإ: 'ا',
  ى: 'ي',
  ة: 'ه',
  'ـ\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652': '',
});

/** Unifies Persian and Urdu forms of yeh, keheh and heh. */
const persian = characters({ یے: 'ي', ک: 'ك', ۀہ: 'ه', '\u0654': '' });

/** Sorani: unifies kaf, heh, yeh and reh; removes tatweel, joiners and vowel marks. */
const sorani = mapTerms((term) =>
  term
    .replace(/[\u064a\u0649]/g, '\u06cc')
    .replace(/\u0643/g, '\u06a9')
    .replace(/\u0647\u200c/g, '\u06d5')
    .replace(/\u0647$/, '\u06d5')
    .replace(/[\u0629]/g, '\u06d5')
    .replace(/\u06be/g, '\u0647')
    .replace(/\u0692|^\u0631/g, '\u0695')
    .replace(/[\u0640\u200c\u064b-\u0652]|\p{Cf}/gu, ''),
);

/**
 * Unifies umlauts and their spellings `ae`, `oe`, `ue`; replaces ß with ss. A `u` after a vowel does not form
 * an umlaut.
 */
const germanNormalization = mapTerms((term) => {
  let out = '';
  let state: 'plain' | 'vowel' | 'umlaut' = 'plain';
  for (const char of term) {
    if (char === 'e' && state === 'umlaut') {
      state = 'vowel';
      continue;
    }
    out += GERMAN[char] ?? char;
    if (char === 'a' || char === 'o' || (char === 'u' && state === 'plain')) state = 'umlaut';
    else state = 'ueiqyäöü'.includes(char) ? 'vowel' : 'plain';
  }
  return out;
});

const GERMAN: Readonly<Record<string, string | undefined>> = { ä: 'a', ö: 'o', ü: 'u', ß: 'ss' };

/** Unifies å, ä, æ, ö, ø and their two-letter spellings. */
const scandinavianNormalization = mapTerms((term) =>
  term
    .replace(/aa|ao/g, 'å')
    .replace(/AA|Aa|AO|Ao/g, 'Å')
    .replace(/ä|ae/g, 'æ')
    .replace(/Ä|AE|Ae/g, 'Æ')
    .replace(/ö|oe|oo/g, 'ø')
    .replace(/Ö|OE|Oe|OO|Oo/g, 'Ø'),
);

const scandinavianFolding = mapTerms((term) =>
  term
    .replace(/([aA])[aeoAEO]|([oO])[eoEO]/g, '$1$2')
    .replace(/[åäæ]/g, 'a')
    .replace(/[ÅÄÆ]/g, 'A')
    .replace(/[öø]/g, 'o')
    .replace(/[ÖØ]/g, 'O'),
);

/** Serbian Cyrillic and Latin letters → plain Latin. */
const serbian = characters({
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  ђđ: 'dj',
  е: 'e',
  жž: 'z',
  з: 'z',
  и: 'i',
  ј: 'j',
  к: 'k',
  л: 'l',
  љ: 'lj',
  м: 'm',
  н: 'n',
  њ: 'nj',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  ћć: 'c',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'c',
  чč: 'c',
  џ: 'dz',
  шš: 's',
});

const HINDI_LETTERS = characters({
  '\u0901': '\u0902',
  '\u093c\u200d\u200c\u094d': '',
  '\u0929': '\u0928',
  '\u0931': '\u0930',
  '\u0934': '\u0933',
  '\u0958': '\u0915',
  '\u0959': '\u0916',
  '\u095a': '\u0917',
  '\u095b': '\u091c',
  '\u095c': '\u0921',
  '\u095d': '\u0922',
  '\u095e': '\u092b',
  '\u095f': '\u092f',
  '\u0945\u0946\u0948': '\u0947',
  '\u0949\u094a\u094c': '\u094b',
  '\u090d\u090e\u0910': '\u090f',
  '\u0911\u0912\u0914': '\u0913',
  '\u0972\u0906': '\u0905',
  '\u0908': '\u0907',
  '\u090a': '\u0909',
  '\u0960': '\u090b',
  '\u0961': '\u090c',
  '\u0940': '\u093f',
  '\u0942': '\u0941',
  '\u0944': '\u0943',
  '\u0963': '\u0962',
});

/** Hindi: a dead n becomes an anusvara; simplifies nukta, chandrabindu, halant and long vowels. */
const hindi: TokenFilter = {
  apply: (stream) => HINDI_LETTERS.apply(deadN.apply(stream)),
};
const deadN = mapTerms((term) => term.replace(/\u0928\u094d/g, '\u0902'));

/** Normalizations without parameters, by filter name. */
export const normalizations = {
  arabic_normalization: arabic,
  persian_normalization: persian,
  sorani_normalization: sorani,
  german_normalization: germanNormalization,
  scandinavian_normalization: scandinavianNormalization,
  scandinavian_folding: scandinavianFolding,
  serbian_normalization: serbian,
  hindi_normalization: hindi,
  indic_normalization: indicNormalization,
  bengali_normalization: bengaliNormalization,
} as const satisfies Readonly<Record<string, TokenFilter>>;
