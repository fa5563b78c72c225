import { type JsonObject, type JsonValue, readJson } from '../../common/index.ts';

/**
 * Extracts some members of a document without parsing the others, because a scan of many documents reads only
 * a few fields of each. Anything unusual (escapes in a name, a root that is not an object) is left to the
 * parser.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const SPACE = 0x20;

/** Numbers with up to this many digits are exact as doubles. */
const EXACT_DIGITS = 15;

/** A name to look for. */
export interface MemberName {
  readonly text: string;
  readonly bytes: Uint8Array;
}

/** The members of the object in `source` with these names; `null` if the text must be parsed. */
export function skimSource(source: Uint8Array, names: readonly MemberName[]): JsonObject | null {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.length);
  let at = skipSpace(bytes, 0);
  if (bytes[at] !== OPEN_BRACE) return null;
  const found: JsonObject = {};
  let missing = names.length;
  at = skipSpace(bytes, at + 1);
  while (missing > 0 && bytes[at] === QUOTE) {
    const nameEnd = bytes.indexOf(QUOTE, at + 1);
    const name = nameOf(bytes, at + 1, nameEnd, names);
    if (name === null) return null;
    at = skipSpace(bytes, nameEnd + 1);
    if (bytes[at] !== COLON) return null;
    const start = skipSpace(bytes, at + 1);
    const end = valueEnd(bytes, start);
    if (end < 0) return null;
    if (name !== undefined) {
      found[name.text] = parseValue(bytes, start, end);
      missing--;
    }
    at = skipSpace(bytes, end);
    if (bytes[at] !== COMMA) break;
    at = skipSpace(bytes, at + 1);
  }
  return missing === 0 || bytes[at] === CLOSE_BRACE ? found : null;
}

/** The name in a range; undefined if it was not requested; `null` if it has an escape or no end. */
function nameOf(
  bytes: Buffer,
  start: number,
  end: number,
  names: readonly MemberName[],
): MemberName | undefined | null {
  if (end < 0) return null;
  for (let i = start; i < end; i++) if (bytes[i] === BACKSLASH) return null;
  return names.find(({ bytes: name }) => {
    if (name.length !== end - start) return false;
    for (let i = 0; i < name.length; i++) if (name[i] !== bytes[start + i]) return false;
    return true;
  });
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] <= SPACE) at++;
  return at;
}

/** The end of the value that begins at `start`; -1 if there is none. */
function valueEnd(bytes: Buffer, start: number): number {
  let depth = 0;
  for (let at = start; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        at = stringEnd(bytes, at);
        if (at < 0) return -1;
        if (depth === 0) return at + 1;
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        depth++;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        if (depth === 0) return at;
        depth--;
        if (depth === 0) return at + 1;
        break;
      case COMMA:
        if (depth === 0) return at;
        break;
    }
  }
  return -1;
}

/** The closing quote of the string that begins at `start`; -1 if there is none. */
function stringEnd(bytes: Buffer, start: number): number {
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] === QUOTE) return at;
    if (bytes[at] === BACKSLASH) at++;
  }
  return -1;
}

function parseValue(bytes: Buffer, start: number, end: number): JsonValue {
  if (bytes[start] === QUOTE) return textOf(bytes, start, end);
  const isShort = end - start <= EXACT_DIGITS;
  let whole = 0;
  for (let at = start; at < end; at++) {
    const digit = bytes[at];
    if (digit < ZERO || digit > NINE || !isShort) {
      const isNumber = bytes[start] === MINUS || (bytes[start] >= ZERO && bytes[start] <= NINE);
      const text = bytes.toString('utf8', start, end);
      return isNumber && isShort ? Number(text) : readJson(text);
    }
    whole = whole * 10 + digit - ZERO;
  }
  return whole;
}

/** A quoted string; ASCII without escapes needs no parser. */
function textOf(bytes: Buffer, start: number, end: number): JsonValue {
  for (let at = start + 1; at < end - 1; at++) {
    if (bytes[at] >= 0x80 || bytes[at] === BACKSLASH) return readJson(bytes.toString('utf8', start, end));
  }
  return bytes.toString('latin1', start + 1, end - 1);
}
