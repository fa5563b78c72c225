import { both, either, escapeClasses, namedClasses, not, range } from './charClass.ts';
import type { CharTest } from './nodes.ts';
import { RegexSyntaxError } from './nodes.ts';

const CONTROL: ReadonlyMap<string, number> = new Map([
  ['t', 0x09],
  ['n', 0x0a],
  ['r', 0x0d],
  ['f', 0x0c],
  ['a', 0x07],
  ['e', 0x1b],
  ['v', 0x0b],
  ['0', 0x00],
]);

/** A position in the text of an expression. */
export interface Cursor {
  readonly text: string;
  at: number;
}

/** Reads what follows a backslash: one character, or a class. */
export function readEscape(cursor: Cursor): number | CharTest {
  const letter = cursor.text[cursor.at];
  if (letter === undefined) throw new RegexSyntaxError('Unexpected internal error', cursor.at);
  cursor.at++;
  const named = escapeClasses.get(letter);
  if (named) return named;
  if (letter === 'p' || letter === 'P') return readProperty(cursor, letter === 'P');
  if (letter === 'x') return readHex(cursor, 2);
  if (letter === 'u') return readHex(cursor, 4);
  return CONTROL.get(letter) ?? letter.charCodeAt(0);
}

function readHex(cursor: Cursor, digits: number): number {
  const braced = cursor.text[cursor.at] === '{';
  const end = braced ? cursor.text.indexOf('}', cursor.at) : cursor.at + digits;
  const hex = cursor.text.slice(cursor.at + (braced ? 1 : 0), end);
  if (!/^[0-9a-fA-F]+$/.test(hex) || (!braced && hex.length !== digits)) {
    throw new RegexSyntaxError('Illegal hexadecimal escape sequence', cursor.at);
  }
  cursor.at = end + (braced ? 1 : 0);
  return Number.parseInt(hex, 16);
}

function readProperty(cursor: Cursor, negated: boolean): CharTest {
  const braced = cursor.text[cursor.at] === '{';
  const end = braced ? cursor.text.indexOf('}', cursor.at) : cursor.at + 1;
  if (end === -1) throw new RegexSyntaxError('Unclosed character family', cursor.at);
  const name = cursor.text.slice(cursor.at + (braced ? 1 : 0), end);
  const inverted = name.startsWith('^');
  const test = namedClasses.get(name.replace(/^\^/, '').toLowerCase());
  if (!test)
    throw new RegexSyntaxError(`Unknown character property name {${name}}`, cursor.at + name.length - 1);
  cursor.at = end + (braced ? 1 : 0);
  return negated !== inverted ? not(test) : test;
}

/** Reads what follows the opening bracket of `[…]`: ranges, nested classes, `[:alpha:]`, `&&`. */
export function readClass(cursor: Cursor): CharTest {
  const { text } = cursor;
  const negated = text[cursor.at] === '^';
  if (negated) cursor.at++;
  const members: CharTest[] = [];
  let intersected: CharTest | null = null;
  for (let first = true; ; first = false) {
    const char = text[cursor.at];
    if (char === undefined) throw new RegexSyntaxError('Unclosed character class', text.length - 1);
    if (char === ']' && !first) {
      cursor.at++;
      const own = either(...members);
      const all = intersected && members.length > 0 ? both(intersected, own) : (intersected ?? own);
      return negated ? not(all) : all;
    }
    if (text.startsWith('&&', cursor.at)) {
      cursor.at += 2;
      const own = either(...members.splice(0));
      intersected = intersected ? both(intersected, own) : own;
    } else members.push(readMember(cursor));
  }
}

function readMember(cursor: Cursor): CharTest {
  const posix = /^\[:(\^?)(\w+):\]/.exec(cursor.text.slice(cursor.at, cursor.at + 16));
  const named = posix && namedClasses.get(posix[2]);
  if (posix && named) {
    cursor.at += posix[0].length;
    return posix[1] === '^' ? not(named) : named;
  }
  const from = readClassAtom(cursor);
  if (typeof from !== 'number') return from;
  const next = cursor.text[cursor.at + 1];
  if (cursor.text[cursor.at] !== '-' || next === undefined || next === ']' || next === '[')
    return range(from, from);
  const dash = cursor.at++;
  const to = readClassAtom(cursor);
  if (typeof to !== 'number') {
    cursor.at = dash;
    return range(from, from);
  }
  if (to < from) throw new RegexSyntaxError('Illegal character range', dash);
  return range(from, to);
}

function readClassAtom(cursor: Cursor): number | CharTest {
  const char = cursor.text[cursor.at++];
  if (char === '\\') return readEscape(cursor);
  return char === '[' ? readClass(cursor) : char.charCodeAt(0);
}
