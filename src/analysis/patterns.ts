import { notEmulated } from '../common/index.ts';
import { isDigit, isWhitespace } from './tokenizers/simple.ts';

type CharTest = (codePoint: number) => boolean;

/**
 * The separators that a splitting pattern names, for patterns that are one character or one class of characters
 * (`\W+`, `,`, `[,;\s]+`). No user text becomes a regular expression; other patterns are refused by name.
 */
export function separatorTest(pattern: string): CharTest {
  const body = /[+*]$/.test(pattern) && !pattern.endsWith('\\+') ? pattern.slice(0, -1) : pattern;
  const inClass = body.startsWith('[') && body.endsWith(']') && body.length > 2;
  const negated = inClass && body[1] === '^';
  const tests = atoms(inClass ? body.slice(negated ? 2 : 1, -1) : body, pattern, inClass);
  if (tests.length === 0 || (!inClass && tests.length > 1)) throw refuse(pattern);
  return (codePoint) => tests.some((test) => test(codePoint)) !== negated;
}

function atoms(body: string, pattern: string, inClass: boolean): CharTest[] {
  const tests: CharTest[] = [];
  for (let i = 0; i < body.length; i++) {
    const char = body[i];
    if (char === '\\') tests.push(escaped(body[++i], pattern));
    else if (inClass && body[i + 1] === '-' && i + 2 < body.length) {
      tests.push(range(body.charCodeAt(i), body.charCodeAt(i + 2)));
      i += 2;
    } else if (!inClass && '.^$|()[]{}*+?'.includes(char)) throw refuse(pattern);
    else tests.push(equals(char.charCodeAt(0)));
  }
  return tests;
}

const CONTROL: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f' };

function escaped(char: string | undefined, pattern: string): CharTest {
  switch (char) {
    case 'W':
      return (codePoint) => !isWordChar(codePoint);
    case 'w':
      return isWordChar;
    case 's':
      return isWhitespace;
    case 'S':
      return (codePoint) => !isWhitespace(codePoint);
    case 'd':
      return (codePoint) => codePoint < 128 && isDigit(codePoint);
    case 'D':
      return (codePoint) => codePoint >= 128 || !isDigit(codePoint);
    default:
  }
  if (char === undefined) throw refuse(pattern);
  if (Object.hasOwn(CONTROL, char)) return equals(CONTROL[char].charCodeAt(0));
  if (/[A-Za-z0-9]/.test(char)) throw refuse(pattern);
  return equals(char.charCodeAt(0));
}

function isWordChar(codePoint: number): boolean {
  const lower = codePoint | 32;
  return codePoint < 128 && ((lower >= 97 && lower <= 122) || isDigit(codePoint) || codePoint === 95);
}

function equals(wanted: number): CharTest {
  return (codePoint) => codePoint === wanted;
}

function range(from: number, to: number): CharTest {
  return (codePoint) => codePoint >= from && codePoint <= to;
}

function refuse(pattern: string): Error {
  return notEmulated(`the pattern [${pattern}] (only single characters and character classes)`);
}
