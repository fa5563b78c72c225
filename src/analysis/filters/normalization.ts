import { mapTerms, type TokenFilter } from '../stream.ts';

/** A filter that replaces and drops single characters. */
function characters(table: Readonly<Record<string, string>>): TokenFilter {
  const map = new Map(Object.entries(table).flatMap(([from, to]) => [...from].map((char) => [char, to])));
  return mapTerms((term) => {
    let out = '';
    for (const char of term) out += map.get(char) ?? char;
    return out;
  });
}

/** Alef forms, teh marbuta, dotless yeh; tatweel and the vowel marks go. */
const arabic = characters({
  آأإ: 'ا',
  ى: 'ي',
  ة: 'ه',
  'ـ\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652': '',
});

/** Persian and Urdu forms of yeh, keheh and heh. */
const persian = characters({ یے: 'ي', ک: 'ك', ۀہ: 'ه', '\u0654': '' });

/** Sorani: kaf, heh, yeh and reh in one form, without tatweel, joiners and vowel marks. */
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

/** Umlauts as `ae`, `oe`, `ue` and as one letter become one, sharp s two. */
export const germanNormalization = mapTerms((term) => {
  let out = '';
  let afterVowel = true;
  let umlauted = false;
  for (const char of term) {
    const base = GERMAN[char];
    if (char === 'e' && umlauted) {
      umlauted = false;
      afterVowel = true;
      continue;
    }
    out += base ?? char;
    umlauted = char === 'a' || char === 'o' || (char === 'u' && !afterVowel);
    afterVowel = 'aeiouyäöüq'.includes(char);
  }
  return out;
});

const GERMAN: Readonly<Record<string, string | undefined>> = { ä: 'a', ö: 'o', ü: 'u', ß: 'ss' };

/** å, ä, æ, ö, ø and their two-letter spellings in one form. */
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
    .replace(/aa|ae|ao/g, 'a')
    .replace(/A[AEOaeo]/g, 'A')
    .replace(/oe|oo/g, 'o')
    .replace(/O[EOeo]/g, 'O')
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

/** Hindi: nukta, chandrabindu, halant and long vowels in their plain forms. */
const hindi = mapTerms((term) =>
  term
    .replace(/\u0928\u093c/g, '\u0928')
    .replace(/\u0901/g, '\u0902')
    .replace(/\u093c|\u200d|\u200c|\u094d/g, '')
    .replace(/\u0929/g, '\u0928')
    .replace(/\u0931/g, '\u0930')
    .replace(/\u0934/g, '\u0933')
    .replace(/[\u0958-\u095f]/g, (char) => HINDI_DOTTED[char.charCodeAt(0) - 0x958])
    .replace(/[\u0945\u0946\u0948]/g, '\u0947')
    .replace(/[\u0949\u094a\u094c]/g, '\u094b')
    .replace(/[\u090d\u090e\u0910]/g, '\u090f')
    .replace(/[\u0911\u0912\u0914]/g, '\u0913')
    .replace(/\u0972/g, '\u0905')
    .replace(/\u0906/g, '\u0905')
    .replace(/\u0908/g, '\u0907')
    .replace(/\u090a/g, '\u0909')
    .replace(/\u0960/g, '\u090b')
    .replace(/\u0961/g, '\u090c')
    .replace(/\u0940/g, '\u093f')
    .replace(/\u0942/g, '\u0941')
    .replace(/\u0944/g, '\u0943')
    .replace(/\u0963/g, '\u0962'),
);

const HINDI_DOTTED = '\u0915\u0916\u0917\u091c\u0921\u0922\u092b\u092f';

/** The scripts of India: letters written as a letter and a sign become the letter. */
const indic = mapTerms((term) =>
  term
    .replace(/\u0905\u093e\u0945|\u0905\u0949/g, '\u0911')
    .replace(/\u0905\u093e/g, '\u0906')
    .normalize('NFC'),
);

export const normalizations: ReadonlyMap<string, TokenFilter> = new Map([
  ['arabic_normalization', arabic],
  ['persian_normalization', persian],
  ['sorani_normalization', sorani],
  ['german_normalization', germanNormalization],
  ['scandinavian_normalization', scandinavianNormalization],
  ['scandinavian_folding', scandinavianFolding],
  ['serbian_normalization', serbian],
  ['hindi_normalization', hindi],
  ['indic_normalization', indic],
]);
