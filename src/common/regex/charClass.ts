import { once } from '../once.ts';
import type { CharTest } from './nodes.ts';

const between = (low: string, high: string): CharTest => {
  const [from, to] = [low.charCodeAt(0), high.charCodeAt(0)];
  return (code) => code >= from && code <= to;
};

export const any: CharTest = () => true;
export const isNewline: CharTest = (code) =>
  code === 0x0a || code === 0x0d || code === 0x85 || code === 0x2028 || code === 0x2029;
const isDigit = between('0', '9');
const isLower = between('a', 'z');
const isUpper = between('A', 'Z');
const isAlpha = either(isLower, isUpper);
const isAlnum = either(isAlpha, isDigit);
const isSpace: CharTest = (code) => code === 0x20 || (code >= 0x09 && code <= 0x0d);
const isBlank: CharTest = (code) => code === 0x20 || code === 0x09;
const isPunct: CharTest = (code) => code > 0x20 && code < 0x7f && !isAlnum(code);

/** Also decides about word boundaries. */
export const isWord: CharTest = (code) => isAlnum(code) || code === 0x5f;

export function not(test: CharTest): CharTest {
  return (code) => !test(code);
}

export function either(...tests: readonly CharTest[]): CharTest {
  return tests.length === 1 ? tests[0] : (code) => tests.some((test) => test(code));
}

export function both(a: CharTest, b: CharTest): CharTest {
  return (code) => a(code) && b(code);
}

export function range(from: number, to: number): CharTest {
  return from === to ? (code) => code === from : (code) => code >= from && code <= to;
}

/** The class plus the other case of its members. */
export function foldCase(test: CharTest): CharTest {
  return (code) => {
    if (test(code)) return true;
    const char = String.fromCharCode(code);
    const [lower, upper] = [char.toLowerCase(), char.toUpperCase()];
    return (
      (lower.length === 1 && test(lower.charCodeAt(0))) || (upper.length === 1 && test(upper.charCodeAt(0)))
    );
  };
}

/** `\d`, `\W`, …, by their letter. */
export const escapeClasses: ReadonlyMap<string, CharTest> = new Map([
  ['d', isDigit],
  ['D', not(isDigit)],
  ['s', isSpace],
  ['S', not(isSpace)],
  ['w', isWord],
  ['W', not(isWord)],
  ['h', isBlank],
  ['H', not(isBlank)],
  ['R', isNewline],
]);

/** A Unicode category as a test of code units, by JavaScript's own tables. */
const unicode = (property: string): CharTest => {
  const pattern = once(() => new RegExp(`\\p{${property}}`, 'u'));
  return (code) => pattern().test(String.fromCharCode(code));
};

/** `[:alpha:]`, `\p{Alpha}`, `\p{Lu}`, …, by their name in lower case. */
export const namedClasses: ReadonlyMap<string, CharTest> = new Map([
  ['alnum', isAlnum],
  ['alpha', isAlpha],
  ['ascii', (code: number) => code < 0x80],
  ['blank', isBlank],
  ['cntrl', (code: number) => code < 0x20 || code === 0x7f],
  ['digit', isDigit],
  ['graph', (code: number) => code > 0x20 && code < 0x7f],
  ['lower', isLower],
  ['print', (code: number) => code >= 0x20 && code < 0x7f],
  ['punct', isPunct],
  ['space', isSpace],
  ['upper', isUpper],
  ['word', isWord],
  ['xdigit', either(isDigit, between('a', 'f'), between('A', 'F'))],
  ['l', unicode('L')],
  ['lu', unicode('Lu')],
  ['ll', unicode('Ll')],
  ['m', unicode('M')],
  ['n', unicode('N')],
  ['nd', unicode('Nd')],
  ['p', unicode('P')],
  ['s', unicode('S')],
  ['z', unicode('Z')],
  ['isalphabetic', unicode('Alphabetic')],
  ['islowercase', unicode('Lowercase')],
  ['isuppercase', unicode('Uppercase')],
  ['isdigit', unicode('Nd')],
]);
