import type { CharFilter } from '../stream.ts';
import { htmlEntities } from './htmlEntities.ts';
import { commentEnd, scriptEnd, tagEnd } from './htmlTags.ts';
import { OffsetWriter } from './offsets.ts';

/** Inline tags are removed without a trace; all others leave a line break. */
const INLINE = new Set(
  (
    'a b i q s u abbr acronym basefont bdo big cite code dfn em font img input kbd label samp select small span ' +
    'strike strong sub sup textarea tt var'
  ).split(' '),
);

/** `html_strip`: removes tags, comments, scripts and styles, and decodes character references. */
export function htmlStripCharFilter(tags: readonly string[]): CharFilter {
  const escapedTags = new Set(tags.map((tag) => tag.toLowerCase()));
  return (text) => {
    if (!text.includes('<') && !text.includes('&')) return { text, correct: null };
    const writer = new OffsetWriter();
    for (let at = 0; at < text.length; ) {
      const plain = plainEnd(text, at);
      writer.write(text.slice(at, plain), at, plain);
      at = plain;
      if (at === text.length) break;
      const { end, replacement, from } = markupAt(text, at, escapedTags);
      writer.write(replacement, from ?? at, from === undefined ? end : from + replacement.length);
      at = end;
    }
    return writer.finish(text.length);
  };
}

const stripAll = htmlStripCharFilter([]);

/** A text without its markup. */
export function stripHtml(text: string): string {
  return stripAll(text).text;
}

/** A piece of the text and its replacement. */
interface Piece {
  readonly end: number;
  readonly replacement: string;
  /** Where the replacement is in the text, if not at the start of the piece. */
  readonly from?: number;
}

const MARKUP = /[<&]/g;

function plainEnd(text: string, at: number): number {
  MARKUP.lastIndex = at;
  return MARKUP.test(text) ? MARKUP.lastIndex - 1 : text.length;
}

function markupAt(text: string, at: number, escapedTags: ReadonlySet<string>): Piece {
  return text[at] === '&' ? referenceAt(text, at) : angleAt(text, at, escapedTags);
}

/** A piece that is kept unchanged. */
function same(text: string, at: number, end: number): Piece {
  return { end, replacement: text.slice(at, end) };
}

const NAMED = /&([A-Za-z][A-Za-z0-9]{1,7})(;|$)/y;
const NUMBERED = /&#([xX][0-9A-Fa-f]+|[0-9]+)(;|$)/y;
const PAIR = /&#([xX][dD][89aAbB][0-9A-Fa-f]{2}|5[56]\d{3});&#([xX][dD][c-fC-F][0-9A-Fa-f]{2}|5[67]\d{3});/y;
/** Maximum lengths of numeric references that the original parses, including the `x`. */
const HEX_LENGTH = 6;
const DECIMAL_LENGTH = 7;

/** A character reference ends with a semicolon or at the end of the text. */
function referenceAt(text: string, at: number): Piece {
  return pairAt(text, at) ?? namedAt(text, at) ?? numberedAt(text, at) ?? same(text, at, at + 1);
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function namedAt(text: string, at: number): Piece | null {
  const match = matchAt(NAMED, text, at);
  const replacement = match === null ? undefined : htmlEntities().get(match[1]);
  return match === null || replacement === undefined ? null : { end: at + match[0].length, replacement };
}

function numberedAt(text: string, at: number): Piece | null {
  const match = matchAt(NUMBERED, text, at);
  if (match === null) return null;
  const [all, digits] = match;
  const hex = /^[xX]/.test(digits);
  const code = codeOf(digits);
  if (digits.length > (hex ? HEX_LENGTH : DECIMAL_LENGTH) || code > 0x10ffff) return null;
  const surrogate = code >= 0xd800 && code <= 0xdfff;
  return { end: at + all.length, replacement: surrogate ? '\ufffd' : String.fromCodePoint(code) };
}

/** Two references that form a surrogate pair. */
function pairAt(text: string, at: number): Piece | null {
  const match = matchAt(PAIR, text, at);
  if (match === null) return null;
  const [all, high, low] = [match[0], codeOf(match[1]), codeOf(match[2])];
  if (high > 0xdbff || high < 0xd800 || low < 0xdc00 || low > 0xdfff) return null;
  return { end: at + all.length, replacement: String.fromCharCode(high, low) };
}

function codeOf(digits: string): number {
  return Number(/^[xX]/.test(digits) ? `0${digits}` : digits);
}

const NAME = /[:_\p{ID_Start}][-.:\p{ID_Continue}]*/uy;
const SPACES = /\s*/y;

function nameAt(text: string, at: number): string {
  return matchAt(NAME, text, at)?.[0] ?? '';
}

function angleAt(text: string, at: number, escapedTags: ReadonlySet<string>): Piece {
  const next = text[at + 1];
  if (next === '!') return bangAt(text, at);
  if (next === '?') return instructionAt(text, at);
  return next === '/' ? endTagAt(text, at, escapedTags) : startTagAt(text, at, escapedTags);
}

/** Comments, CDATA sections (whose content is kept) and declarations. */
function bangAt(text: string, at: number): Piece {
  if (text.startsWith('--', at + 2)) return { end: commentEnd(text, at + 4), replacement: '' };
  if (text.startsWith('[CDATA[', at + 2)) {
    const close = text.indexOf(']]>', at + 9);
    const end = close < 0 ? text.length : close + 3;
    return { end, replacement: text.slice(at + 9, close < 0 ? end : close), from: at + 9 };
  }
  const close = text.indexOf('>', at + 2);
  return close < 0 ? same(text, at, text.length) : { end: close + 1, replacement: '' };
}

function instructionAt(text: string, at: number): Piece {
  const close = text.indexOf('>', at + 2);
  const ends = close > at + 2 && /[/?]/.test(text[close - 1]);
  return ends ? { end: close + 1, replacement: '' } : same(text, at, at + 1);
}

function startTagAt(text: string, at: number, escapedTags: ReadonlySet<string>): Piece {
  SPACES.lastIndex = at + 1;
  SPACES.test(text);
  const start = SPACES.lastIndex;
  const name = nameAt(text, start);
  if (name === '') return same(text, at, start);
  const nameEnd = start + name.length;
  const end = tagEnd(text, nameEnd);
  const key = name.toLowerCase();
  const script = (key === 'script' || key === 'style') && /[\s>]/.test(text[nameEnd] ?? '');
  if (script && end >= 0) return scriptAt(text, at, end, key, escapedTags);
  return tag(text, at, nameEnd, end, name, escapedTags);
}

/** A script or style sheet with its content. */
function scriptAt(
  text: string,
  at: number,
  from: number,
  name: string,
  escapedTags: ReadonlySet<string>,
): Piece {
  const { content, end } = scriptEnd(text, from, name);
  if (!escapedTags.has(name)) return { end, replacement: content === end ? '' : '\n' };
  return { end, replacement: text.slice(at, from) + text.slice(content, end) };
}

const END_TAG_TAIL = /\s*>/y;

function endTagAt(text: string, at: number, escapedTags: ReadonlySet<string>): Piece {
  SPACES.lastIndex = at + 2;
  SPACES.test(text);
  const start = SPACES.lastIndex;
  const name = nameAt(text, start);
  if (name === '') return same(text, at, start);
  const tail = matchAt(END_TAG_TAIL, text, start + name.length);
  const end = tail === null ? -1 : start + name.length + tail[0].length;
  return tag(text, at, start + name.length, end, name, escapedTags);
}

/**
 * A tag that ends at `end`, or -1 if it is not closed: it is then text, unless the text ends after its name.
 */
function tag(
  text: string,
  at: number,
  nameEnd: number,
  end: number,
  name: string,
  escapedTags: ReadonlySet<string>,
): Piece {
  const key = name.toLowerCase();
  if (end < 0 && (nameEnd < text.length || escapedTags.has(key))) return same(text, at, nameEnd);
  if (end < 0) return { end: text.length, replacement: '' };
  const kept = escapedTags.has(key) && key !== 'script' && key !== 'style';
  if (kept) return same(text, at, end);
  return { end, replacement: INLINE.has(key) ? '' : '\n' };
}
