import { type WorkToken, workToken } from '../stream.ts';

/** A tokenizer that splits at characters that do not belong to tokens. */
export function charTokenizer(
  isTokenChar: (codePoint: number) => boolean,
  maxTokenLength = 255,
): (text: string) => WorkToken[] {
  return (text) => {
    const tokens: WorkToken[] = [];
    let start = -1;
    const close = (end: number): void => {
      if (start >= 0) tokens.push(workToken(text.slice(start, end), start, end));
      start = -1;
    };
    for (let at = 0; at < text.length; ) {
      const codePoint = text.codePointAt(at) ?? 0;
      if (!isTokenChar(codePoint)) close(at);
      else {
        if (start >= 0 && at - start >= maxTokenLength) close(at);
        if (start < 0) start = at;
      }
      at += codePoint > 0xffff ? 2 : 1;
    }
    close(text.length);
    return tokens;
  };
}

export function keywordTokenizer(text: string): WorkToken[] {
  return [workToken(text, 0, text.length)];
}

const LETTER = /\p{L}/u;
const DIGIT = /\p{Nd}/u;
const SPACE = /\s/u;
const PUNCTUATION = /\p{P}/u;
const SYMBOL = /\p{S}/u;

export function isLetter(codePoint: number): boolean {
  if (codePoint < 128) return (codePoint | 32) >= 97 && (codePoint | 32) <= 122;
  return LETTER.test(String.fromCodePoint(codePoint));
}

export function isDigit(codePoint: number): boolean {
  if (codePoint < 128) return codePoint >= 48 && codePoint <= 57;
  return DIGIT.test(String.fromCodePoint(codePoint));
}

/** Java's Character.isWhitespace, which excludes no-break spaces. */
export function isWhitespace(codePoint: number): boolean {
  if (codePoint < 128)
    return codePoint === 32 || (codePoint >= 9 && codePoint <= 13) || isSeparator(codePoint);
  if (codePoint === 0xa0 || codePoint === 0x2007 || codePoint === 0x202f || codePoint === 0xfeff)
    return false;
  return SPACE.test(String.fromCodePoint(codePoint));
}

function isSeparator(codePoint: number): boolean {
  return codePoint >= 28 && codePoint <= 31;
}

export function isPunctuation(codePoint: number): boolean {
  return PUNCTUATION.test(String.fromCodePoint(codePoint));
}

export function isSymbol(codePoint: number): boolean {
  return SYMBOL.test(String.fromCodePoint(codePoint));
}
