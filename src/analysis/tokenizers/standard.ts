import { type WorkToken, workToken } from '../stream.ts';
import { asciiClasses, WordBreak, wordBreakClass } from '../wordBreak.ts';

/**
 * Unicode word breaks (UAX #29) with the token types of Lucene's StandardTokenizer: runs of letters and
 * digits, single ideographs and hiragana, runs of katakana, hangul and south-east Asian letters, emoji
 * sequences. Longer tokens are split at `maxTokenLength` UTF-16 units without looking further, so that text
 * without spaces takes no longer than other text.
 */
export function standardTokenizer(maxTokenLength = 255): (text: string) => WorkToken[] {
  return (text) => {
    const tokens: WorkToken[] = [];
    const whole = text.length <= maxTokenLength;
    for (let at = 0; at < text.length; ) {
      const from = whole ? 0 : at;
      const found = standardTokenAt(whole ? text : text.slice(at, at + maxTokenLength), at - from);
      if (found === null) {
        at++;
        continue;
      }
      const end = from + found.end;
      if (found.type !== null) tokens.push(workToken(text.slice(at, end), at, end, found.type));
      at = end;
    }
    return tokens;
  };
}

interface Match {
  readonly end: number;
  /** `null` for connectors (`_`) only, which are not a token. */
  readonly type: string | null;
}

/** The token that begins at `start`; `null` if none does. */
export function standardTokenAt(text: string, start: number): Match | null {
  const first = classAt(text, start);
  switch (first) {
    case WordBreak.letter:
    case WordBreak.hangul:
    case WordBreak.hebrew:
    case WordBreak.katakana:
    case WordBreak.extendNumLet:
      return wordAt(text, start);
    case WordBreak.numeric:
      return longest(keycapAt(text, start), wordAt(text, start));
    case WordBreak.ideographic:
      return { end: skipExtend(text, start + width(text, start)), type: '<IDEOGRAPHIC>' };
    case WordBreak.hiragana:
      return { end: skipExtend(text, start + width(text, start)), type: '<HIRAGANA>' };
    case WordBreak.southEastAsian:
      return { end: runEnd(text, start, WordBreak.southEastAsian), type: '<SOUTHEAST_ASIAN>' };
    case WordBreak.regional:
      return flagAt(text, start);
    case WordBreak.emoji:
    case WordBreak.emojiModifier:
      return { end: emojiEnd(text, start), type: '<EMOJI>' };
    default:
      return keycapAt(text, start);
  }
}

function longest(preferred: Match | null, other: Match): Match {
  return preferred === null || other.end > preferred.end ? other : preferred;
}

/** A word that starts at `start`. */
function wordAt(text: string, start: number): Match {
  let end = start;
  let previous: number = WordBreak.other;
  let kinds = 0;
  while (end < text.length) {
    const found = classAt(text, end);
    const after = end + width(text, end);
    if (found === WordBreak.extend && previous !== WordBreak.other) {
      end = after;
      continue;
    }
    if (!joins(previous, found) && !joinsAcross(text, previous, found, after)) break;
    previous = found;
    kinds |= 1 << found;
    end = after;
  }
  return { end, type: wordType(kinds) };
}

const NUMERIC = 1 << WordBreak.numeric;
const HANGUL = 1 << WordBreak.hangul;
const KATAKANA = 1 << WordBreak.katakana;
const LETTERS = (1 << WordBreak.letter) | (1 << WordBreak.hebrew) | HANGUL;

function wordType(kinds: number): string | null {
  if (kinds === HANGUL) return '<HANGUL>';
  if (kinds === KATAKANA) return '<KATAKANA>';
  if ((kinds & (LETTERS | KATAKANA)) !== 0) return '<ALPHANUM>';
  return (kinds & NUMERIC) === 0 ? null : '<NUM>';
}

function isLetter(found: number): boolean {
  return found === WordBreak.letter || found === WordBreak.hangul || found === WordBreak.hebrew;
}

/** Whether a character of class `found` continues a word whose last character has class `previous`. */
function joins(previous: number, found: number): boolean {
  const alphanumeric = isLetter(found) || found === WordBreak.numeric;
  if (!alphanumeric && found !== WordBreak.katakana && found !== WordBreak.extendNumLet) return false;
  if (previous === WordBreak.other || previous === WordBreak.extendNumLet) return true;
  if (found === WordBreak.extendNumLet) return true;
  if (found === WordBreak.katakana) return previous === WordBreak.katakana;
  return previous !== WordBreak.katakana;
}

/**
 * Punctuation within a word, such as `can't`, `3.14`, `a:b`, which requires matching neighbours on both
 * sides.
 */
function joinsAcross(text: string, previous: number, found: number, after: number): boolean {
  const both = found === WordBreak.midNumLet || found === WordBreak.singleQuote;
  if (isLetter(previous) && (both || found === WordBreak.midLetter)) {
    if (previous === WordBreak.hebrew && found === WordBreak.singleQuote) return true;
    return isLetter(classAt(text, skipExtend(text, after)));
  }
  if (previous === WordBreak.numeric && (both || found === WordBreak.midNum)) {
    return classAt(text, skipExtend(text, after)) === WordBreak.numeric;
  }
  if (previous === WordBreak.hebrew && found === WordBreak.doubleQuote) {
    return classAt(text, skipExtend(text, after)) === WordBreak.hebrew;
  }
  return false;
}

/** `1️⃣`: a digit, `#` or `*`, an optional presentation selector, and the enclosing keycap. */
function keycapAt(text: string, start: number): Match | null {
  const base = text.charCodeAt(start);
  const isBase = (base >= 0x30 && base <= 0x39) || base === 0x23 || base === 0x2a;
  if (!isBase) return null;
  const cap = text.charCodeAt(start + 1) === 0xfe0f ? start + 2 : start + 1;
  if (text.charCodeAt(cap) !== 0x20e3) return null;
  return { end: skipExtend(text, cap + 1), type: '<EMOJI>' };
}

function flagAt(text: string, start: number): Match | null {
  const second = skipExtend(text, start + width(text, start));
  if (classAt(text, second) !== WordBreak.regional) return null;
  return { end: skipExtend(text, second + width(text, second)), type: '<EMOJI>' };
}

/** An emoji with its modifiers, selectors and tags, and others joined by zero-width joiners. */
function emojiEnd(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = skipExtend(text, end + width(text, end));
    if (classAt(text, end) === WordBreak.emojiModifier) end = skipExtend(text, end + width(text, end));
    if (text.charCodeAt(end - 1) !== 0x200d) return end;
    const next = classAt(text, end);
    if (next !== WordBreak.emoji && next !== WordBreak.emojiModifier) return end;
  }
}

function runEnd(text: string, start: number, wanted: number): number {
  let end = start;
  while (classAt(text, end) === wanted) end = skipExtend(text, end + width(text, end));
  return end;
}

function skipExtend(text: string, at: number): number {
  while (at < text.length && classAt(text, at) === WordBreak.extend) at += width(text, at);
  return at;
}

function classAt(text: string, at: number): number {
  return at < text.length ? wordBreakClass(text.codePointAt(at) ?? 0) : WordBreak.other;
}

function width(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

const AS_IT_IS = Uint8Array.from({ length: 128 }, (_, code) => code);
const LOWER = Uint8Array.from({ length: 128 }, (_, code) =>
  code >= 0x41 && code <= 0x5a ? code | 0x20 : code,
);

/**
 * Appends the terms of an ASCII text to `out`, as found by `standardTokenizer` and optionally `lowercase`.
 * Returns their number, or -1 if the text is not ASCII, in which case `out` may contain some of them.
 */
export function asciiTerms(text: string, maxTokenLength: number, lowercases: boolean, out: string[]): number {
  const classes = asciiClasses();
  const folded = lowercases ? LOWER : AS_IT_IS;
  let count = 0;
  for (let at = 0; at < text.length; ) {
    let code = text.charCodeAt(at);
    if (code > 127) return -1;
    let previous = classes[code];
    if (previous === 0 || previous > WordBreak.extendNumLet) {
      at++;
      continue;
    }
    const start = at++;
    const cut = Math.min(text.length, start + maxTokenLength);
    let solid = previous !== WordBreak.extendNumLet;
    let hash = folded[code];
    while (at < cut) {
      code = text.charCodeAt(at);
      if (code > 127) return -1;
      const found = classes[code];
      if (found === 0) break;
      if (found > WordBreak.extendNumLet) {
        const next = at + 1 < cut ? classes[text.charCodeAt(at + 1)] : WordBreak.other;
        if (!asciiJoinsAcross(previous, found, next)) break;
      }
      solid ||= found === WordBreak.letter || found === WordBreak.numeric;
      hash = Math.imul(hash, 31) + folded[code];
      previous = found;
      at++;
    }
    if (!solid) continue;
    out.push(termOf(text, start, at, folded, hash));
    count++;
  }
  return count;
}

/** Must be a power of two. */
const RECENT = 1024;
/** V8 copies substrings up to this length; longer ones keep the whole text alive. */
const RECENT_LENGTH = 12;
/** A cache of recent terms by hash: a repeated term needs no new string. */
const recent: string[] = Array.from({ length: RECENT }, () => '');

/** The folded term text[start, end); `hash` is the hash of its characters. */
function termOf(text: string, start: number, end: number, folded: Uint8Array, hash: number): string {
  if (end - start > RECENT_LENGTH) return fold(text.slice(start, end), folded);
  const place = (hash ^ (hash >>> 10)) & (RECENT - 1);
  const known = recent[place];
  if (known.length === end - start && isSame(known, text, start, folded)) return known;
  const term = fold(text.slice(start, end), folded);
  recent[place] = term;
  return term;
}

function fold(term: string, folded: Uint8Array): string {
  return folded === LOWER ? term.toLowerCase() : term;
}

function isSame(term: string, text: string, start: number, folded: Uint8Array): boolean {
  for (let i = 0; i < term.length; i++) {
    if (term.charCodeAt(i) !== folded[text.charCodeAt(start + i)]) return false;
  }
  return true;
}

function asciiJoinsAcross(previous: number, found: number, next: number): boolean {
  if (next !== previous) return false;
  if (found === WordBreak.midNumLet || found === WordBreak.singleQuote) {
    return previous === WordBreak.letter || previous === WordBreak.numeric;
  }
  if (found === WordBreak.midLetter) return previous === WordBreak.letter;
  return found === WordBreak.midNum && previous === WordBreak.numeric;
}
