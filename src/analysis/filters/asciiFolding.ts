import { mapTerms, type TokenFilter, type TokenStream, workToken } from '../stream.ts';

/** Letters that no decomposition turns into ASCII. */
const SPECIAL: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ß: 'ss',
    ẞ: 'SS',
    æ: 'ae',
    Æ: 'AE',
    œ: 'oe',
    Œ: 'OE',
    ø: 'o',
    Ø: 'O',
    đ: 'd',
    Đ: 'D',
    ð: 'd',
    Ð: 'D',
    þ: 'th',
    Þ: 'TH',
    ł: 'l',
    Ł: 'L',
    ħ: 'h',
    Ħ: 'H',
    ı: 'i',
    ĸ: 'q',
    ŋ: 'n',
    Ŋ: 'N',
    ŧ: 't',
    Ŧ: 'T',
    ƒ: 'f',
    ĳ: 'ij',
    Ĳ: 'IJ',
    ŉ: "'n",
    ſ: 's',
    ƀ: 'b',
    ǝ: 'e',
    ə: 'a',
    ɛ: 'e',
    ɔ: 'o',
    ɐ: 'a',
    ɑ: 'a',
    '«': '"',
    '»': '"',
    '“': '"',
    '”': '"',
    '„': '"',
    '‟': '"',
    '″': '"',
    '‘': "'",
    '’': "'",
    '‚': "'",
    '‛': "'",
    '′': "'",
    '‹': "'",
    '›': "'",
    '‐': '-',
    '‑': '-',
    '‒': '-',
    '–': '-',
    '—': '-',
    '⁃': '-',
    '‖': '"',
    '⁄': '/',
    '⁎': '*',
    '‼': '!!',
    '⁇': '??',
    '⁈': '?!',
    '⁉': '!?',
    '‸': '^',
    '⁏': ';',
    '⁓': '~',
    '⁅': '[',
    '⁆': ']',
  }),
);

/** Ligatures, superscripts, subscripts, circled and full-width characters: compatibility forms that are folded. */
const COMPATIBILITY =
  /[\u2070-\u209c\u2460-\u24ff\ufb00-\ufb06\uff01-\uff5e\u00b9\u00b2\u00b3\u01c4-\u01cc\u01f1-\u01f3]/;
const MARKS = /\p{M}/gu;
const NON_ASCII = /[^\0-\x7f]/;

function foldToAscii(text: string): string {
  if (!NON_ASCII.test(text)) return text;
  let out = '';
  for (const char of text) out += char.charCodeAt(0) < 128 ? char : foldChar(char);
  return out;
}

function foldChar(char: string): string {
  const special = SPECIAL.get(char);
  if (special !== undefined) return special;
  const decomposed = char.normalize(COMPATIBILITY.test(char) ? 'NFKD' : 'NFD');
  const bare = decomposed.length === 1 ? decomposed : decomposed.replace(MARKS, '');
  return bare !== '' && !NON_ASCII.test(bare) ? bare : (SPECIAL.get(bare) ?? char);
}

export function asciiFoldingFilter(preserveOriginal: boolean): TokenFilter {
  return preserveOriginal ? { apply: foldAndKeep } : mapTerms(foldToAscii);
}

function foldAndKeep(stream: TokenStream): TokenStream {
  const tokens = stream.tokens.flatMap((token) => {
    const folded = foldToAscii(token.term);
    if (folded === token.term) return [token];
    const first = workToken(folded, token.startOffset, token.endOffset, token.type);
    first.positionIncrement = token.positionIncrement;
    return [first, { ...token, positionIncrement: 0 }];
  });
  return { tokens, endIncrement: stream.endIncrement };
}
