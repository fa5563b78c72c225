import { made, num, sig, text } from './define.ts';
import { javaRegex, searching } from './javaRegex.ts';
import { numberScript, type Scripted, textScript } from './painless.ts';
import type { FunctionTable, ScalarFunction } from './types.ts';

function oneText(
  name: string,
  f: (s: string) => string,
  doc: string,
  examples: ScalarFunction['examples'],
  script?: Scripted,
): ScalarFunction {
  const signatures = [sig(['keyword'], 'keyword', ([s]) => f(text(s)))];
  return { names: [name], signatures, doc, examples, ...script };
}

/** 1-based; a negative start counts from the end; 0 gives an empty string. */
function substring(s: string, start: number, length: number): string {
  if (start === 0 || length <= 0) return '';
  const from = start > 0 ? start - 1 : s.length + start;
  return from < 0 || from > s.length ? '' : s.slice(from, from + length);
}

const substrings = (name: string, beyond = false): ScalarFunction => ({
  names: [name],
  signatures: [
    sig(['keyword', 'integer'], 'keyword', ([s, start]) => substring(text(s), num(start), text(s).length)),
    sig(['keyword', 'integer', 'integer'], 'keyword', ([s, start, n]) =>
      substring(text(s), num(start), num(n)),
    ),
  ],
  doc: 'From a position counted from 1 (from the end when negative), to the end or for a number of characters.',
  examples: [
    [`${name.toUpperCase()}('hello', 2, 3)`, 'ell'],
    [`${name.toUpperCase()}('hello', -3)`, 'llo'],
  ],
  ...textScript('substring', (end, x, at) => `${x}.substring(${startOf(at)}, ${end})`, {
    local: {
      name: 'end',
      declare: (end, x, at, length = `${x}.length()`) =>
        `def ${end} = (int) Math.min(${startOf(at)} + ${length}, ${x}.length())`,
    },
    beyond,
  }),
});

/** SQL positions start at 1. */
function startOf(position: string): string {
  return /^\d+$/.test(position) ? String(Math.max(0, Number(position) - 1)) : `${position} - 1`;
}

/** Java's String.trim removes every character up to and including the space. */
function trim(s: string): string {
  let [start, end] = [0, s.length];
  while (start < end && s.charCodeAt(start) <= 0x20) start++;
  while (end > start && s.charCodeAt(end - 1) <= 0x20) end--;
  return s.slice(start, end);
}

function reverse(s: string): string {
  return [...s].reverse().join('');
}

function replaceAll(s: string, pattern: string, replacement: string): string {
  return made(searching(() => javaRegex(pattern).replaceAll(s, replacement)));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function inEnglish(name: string, method: string): Scripted {
  return textScript(name, (x) => `${x}.${method}(Locale.forLanguageTag("en"))`);
}

const ltrimScript = textScript('ltrim', (at, x) => `${x}.substring(${at}, ${x}.length())`, {
  local: {
    name: 'pos',
    declare: (at, x) =>
      `int ${at}=0;while(${at} < ${x}.length() && Character.isWhitespace(${x}.charAt(${at}))) {${at} ++;}`,
  },
});

const rtrimScript = textScript('rtrim', (at, x) => `${x}.substring(0, ${at}+1)`, {
  local: {
    name: 'pos',
    declare: (at, x) =>
      `int ${at}=${x}.length()-1;while(${at} >= 0 && Character.isWhitespace(${x}.charAt(${at}))) {${at} --;}`,
  },
});

export const stringFunctions: FunctionTable = [
  {
    names: ['ascii'],
    signatures: [sig(['keyword'], 'integer', ([s]) => (text(s) === '' ? 0 : text(s).charCodeAt(0)))],
    ...numberScript('ascii', (x) => `(int) ${x}.charAt(0)`),
    doc: 'The code of the first character; 0 of the empty text.',
    examples: [["ASCII('hello')", '104']],
  },
  {
    names: ['concat'],
    signatures: [{ ...sig(['keyword'], 'keyword', (parts) => made(parts.join(''))), variadic: true }],
    ...textScript('concat', (...parts) => parts.join(' + '), { beyond: true }),
    doc: 'Texts in a row; NULL when one is.',
    examples: [
      ["CONCAT('a', 'b', 'c')", 'abc'],
      ["CONCAT('a', NULL)", 'null'],
    ],
  },
  {
    names: ['||'],
    signatures: [sig(['keyword', 'keyword'], 'keyword', ([a, b]) => made(text(a) + text(b)))],
    isOperator: true,
    doc: 'Two texts in a row; NULL when one is. What is no text is printed. (Beyond the original.)',
    examples: [["'a' || 'b' || 1", 'ab1']],
  },
  {
    names: ['concat_ws'],
    signatures: [
      sig(['keyword', 'keyword', 'keyword'], 'keyword', ([separator, ...parts]) =>
        made(parts.join(text(separator))),
      ),
    ],
    ...textScript('concat_ws', (separator, ...parts) => parts.join(`+ ${separator} +`)),
    doc: 'Two texts with a separator between them.',
    examples: [["CONCAT_WS('-', 'a', 'b')", 'a-b']],
  },
  {
    names: ['left'],
    signatures: [sig(['keyword', 'integer'], 'keyword', ([s, n]) => text(s).slice(0, Math.max(0, num(n))))],
    ...textScript('left', (length, x) => `${x}.substring(0, ${length})`, {
      local: { name: 'len', declare: (len, x, n) => `def ${len} = (int) Math.min(${n}, ${x}.length())` },
    }),
    doc: 'The first n characters.',
    examples: [["LEFT('hello', 2)", 'he']],
  },
  {
    names: ['right'],
    signatures: [
      sig(['keyword', 'integer'], 'keyword', ([s, n]) => (num(n) <= 0 ? '' : text(s).slice(-num(n)))),
    ],
    ...textScript('right', (start, x) => `${x}.substring(${start})`, {
      local: { name: 'start', declare: (at, x, n) => `def ${at} = (int) Math.max(0, ${x}.length()-${n})` },
    }),
    doc: 'The last n characters.',
    examples: [["RIGHT('hello', 2)", 'lo']],
  },
  {
    names: ['length'],
    signatures: [sig(['keyword'], 'integer', ([s]) => Buffer.byteLength(text(s), 'utf8'))],
    ...numberScript('length', (x) => `${x}.length()`),
    doc: 'The number of bytes in UTF-8.',
    examples: [["LENGTH('hello')", '5']],
  },
  {
    names: ['locate'],
    signatures: [
      sig(['keyword', 'keyword'], 'integer', ([part, s]) => text(s).indexOf(text(part)) + 1),
      sig(
        ['keyword', 'keyword', 'integer'],
        'integer',
        ([part, s, from]) => text(s).indexOf(text(part), num(from) - 1) + 1,
      ),
    ],
    ...numberScript('locate', (part, x, from = '0') => `${x}.indexOf(${part},${startOf(from)})+1`),
    doc: 'Where a part begins, counted from 1, at or after a position; 0 when nowhere.',
    examples: [["LOCATE('l', 'hello', 4)", '4']],
  },
  {
    names: ['position'],
    signatures: [sig(['keyword', 'keyword'], 'integer', ([part, s]) => text(s).indexOf(text(part)) + 1)],
    form: ([part, whole]) => `POSITION(${part} IN ${whole})`,
    doc: 'Where a part begins, counted from 1; 0 when nowhere.',
    examples: [["POSITION('lo' IN 'hello')", '4']],
  },
  oneText(
    'lower',
    (s) => s.toLowerCase(),
    'In small letters.',
    [["LOWER('AbC')", 'abc']],
    inEnglish('lower', 'toLowerCase'),
  ),
  oneText(
    'upper',
    (s) => s.toUpperCase(),
    'In capitals.',
    [["UPPER('AbC')", 'ABC']],
    inEnglish('upper', 'toUpperCase'),
  ),
  oneText(
    'ltrim',
    (s) => s.trimStart(),
    'Without white space in front.',
    [["CONCAT(LTRIM('  a '), '.')", 'a .']],
    ltrimScript,
  ),
  oneText(
    'rtrim',
    (s) => s.trimEnd(),
    'Without white space behind.',
    [["CONCAT('.', RTRIM(' a  '))", '. a']],
    rtrimScript,
  ),
  oneText(
    'trim',
    trim,
    'Without white space in front and behind.',
    [["TRIM('  a ')", 'a']],
    textScript('trim', (x) => `${x}.trim()`),
  ),
  oneText('reverse', reverse, 'Back to front.', [["REVERSE('abc')", 'cba']]),
  {
    names: ['replace'],
    signatures: [
      sig(['keyword', 'keyword', 'keyword'], 'keyword', ([s, from, to]) =>
        replaceAll(text(s), text(from), text(to)),
      ),
    ],
    ...textScript('replace', (x, from, to) => `${x}.replace(${from},${to})`),
    doc: 'Every match of a regular expression replaced; `$1` stands for what its first group matches.',
    examples: [
      ["REPLACE('hello', 'l', 'L')", 'heLLo'],
      ["REPLACE('hello', '[aeiou]', '-')", 'h-ll-'],
    ],
  },
  {
    names: ['strcmp'],
    signatures: [sig(['keyword', 'keyword'], 'integer', ([a, b]) => compare(text(a), text(b)))],
    doc: '-1, 0 or 1: before, equal, after.',
    examples: [["STRCMP('a', 'b')", '-1']],
  },
  substrings('substr', true),
  substrings('substring'),
];
