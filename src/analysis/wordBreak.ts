import { once } from '../common/index.ts';

/**
 * The Unicode word-break classes (UAX #29) that the standard tokenizer needs. JavaScript's regular
 * expressions lack the Word_Break property, so the classes are derived from properties that they have.
 */
export const WordBreak = {
  other: 0,
  letter: 1,
  numeric: 2,
  katakana: 3,
  extendNumLet: 4,
  midLetter: 5,
  midNum: 6,
  /** Full stop and similar: between letters and between digits. */
  midNumLet: 7,
  singleQuote: 8,
  doubleQuote: 9,
  hebrew: 10,
  hangul: 11,
  /** Combining marks, format characters and the zero-width joiner: they attach to the preceding character. */
  extend: 12,
  ideographic: 13,
  hiragana: 14,
  southEastAsian: 15,
  regional: 16,
  emoji: 17,
  emojiModifier: 18,
} as const;

const ASCII = buildAscii();
const seen = new Map<number, number>();

/** The class of a code point. */
export function wordBreakClass(codePoint: number): number {
  if (codePoint < 128) return ASCII[codePoint];
  let found = seen.get(codePoint);
  if (found === undefined) {
    found = classify(codePoint, String.fromCodePoint(codePoint));
    seen.set(codePoint, found);
  }
  return found;
}

/** The classes of ASCII, for loops over text known to be ASCII. */
export function asciiClasses(): Uint8Array {
  return ASCII;
}

function buildAscii(): Uint8Array {
  const table = new Uint8Array(128);
  for (let c = 0; c < 128; c++) {
    const char = String.fromCharCode(c);
    if (/[A-Za-z]/.test(char)) table[c] = WordBreak.letter;
    else if (/[0-9]/.test(char)) table[c] = WordBreak.numeric;
  }
  table['_'.charCodeAt(0)] = WordBreak.extendNumLet;
  table[':'.charCodeAt(0)] = WordBreak.midLetter;
  table[','.charCodeAt(0)] = WordBreak.midNum;
  table[';'.charCodeAt(0)] = WordBreak.midNum;
  table['.'.charCodeAt(0)] = WordBreak.midNumLet;
  table["'".charCodeAt(0)] = WordBreak.singleQuote;
  table['"'.charCodeAt(0)] = WordBreak.doubleQuote;
  return table;
}

/**
 * Tried in order; the first match determines the class. Built on first use, because V8 needs a millisecond to look up their
 * Unicode sets.
 */
const rows = once((): readonly (readonly [pattern: RegExp, wordBreak: number])[] => [
  [/[\u200b]/u, WordBreak.other],
  [/\p{Emoji_Modifier}/u, WordBreak.emojiModifier],
  [/\p{Regional_Indicator}/u, WordBreak.regional],
  [/[\u00a9\u00ae\u2122]/u, WordBreak.emoji],
  [/\p{Nd}|\u066b/u, WordBreak.numeric],
  [/(?=[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}])[\p{L}\p{M}]/u, WordBreak.southEastAsian],
  [/(?=[\p{Script=Myanmar}\p{Script=Tai_Tham}])[\p{L}\p{M}]/u, WordBreak.southEastAsian],
  [/(?=[\p{Script=Tai_Le}\p{Script=New_Tai_Lue}])[\p{L}\p{M}]/u, WordBreak.southEastAsian],
  [/(?=[\p{Script=Tai_Viet}\p{Script=Ahom}])[\p{L}\p{M}]/u, WordBreak.southEastAsian],
  [/[\p{Grapheme_Extend}\p{Mc}\p{Cf}]/u, WordBreak.extend],
  [/[\p{Script=Katakana}\u3031-\u3035\u309b\u309c\u30a0\u30fc\uff70]/u, WordBreak.katakana],
  [/\p{Script=Hiragana}/u, WordBreak.hiragana],
  [/\p{Script=Han}/u, WordBreak.ideographic],
  [/[\u202f\p{Pc}]/u, WordBreak.extendNumLet],
  [/[\u00b7\u0387\u055f\u05f4\u2027\ufe13\ufe55\uff1a]/u, WordBreak.midLetter],
  [/[\u037e\u0589\u060c\u060d\u066c\u07f8\u2044\ufe10\ufe14\ufe50\ufe54\uff0c\uff1b]/u, WordBreak.midNum],
  [/[\u2018\u2019\u2024\ufe52\uff07\uff0e]/u, WordBreak.midNumLet],
  [/(?=\p{Script=Hebrew})\p{Lo}/u, WordBreak.hebrew],
  [/(?=\p{Script=Hangul})\p{Alphabetic}/u, WordBreak.hangul],
  [
    /[\p{Alphabetic}\u02c2-\u02c5\u02d2-\u02d7\u02de\u02df\u02e5-\u02eb\u02ed\u02ef-\u02ff\u055a-\u055c\u055e]/u,
    WordBreak.letter,
  ],
  [/[\u058a\u05f3\ua708-\ua716\ua720\ua721\ua789\ua78a\uab5b]/u, WordBreak.letter],
  [/\p{Extended_Pictographic}/u, WordBreak.emoji],
]);

function classify(codePoint: number, char: string): number {
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return WordBreak.other;
  for (const [pattern, wordBreak] of rows()) if (pattern.test(char)) return wordBreak;
  return WordBreak.other;
}
