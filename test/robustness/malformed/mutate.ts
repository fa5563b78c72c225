import type { Pick } from '../../conformance/fuzz/pick.ts';

const PIECES: readonly string[] = [
  ...[
    '"',
    "'",
    '`',
    '\\',
    '{',
    '}',
    '[',
    ']',
    '(',
    ')',
    ',',
    ':',
    ';',
    '--',
    '/*',
    '*/',
    '*',
    '%',
    '?',
    '&',
    '=',
  ],
  ...['\u0000', '\n', '\r\n', '\t', '\u2028', '\ufeff', '\ud800', '🐟', 'é', '\u202e', '\u0130'],
  ...[
    'null',
    'true',
    'NaN',
    'Infinity',
    '-',
    '-0',
    '0x1',
    '1e999',
    '9223372036854775808',
    '-1',
    '1.5',
    '0.1e-400',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '_id',
    '_source',
    '_all',
    '../',
    '%2e%2e',
    '$',
  ],
  ...[
    'AND',
    'OR',
    'NOT',
    'NULL',
    'SELECT',
    'FROM',
    'UNION',
    'CASE',
    'WHEN',
    'END',
    'IN',
    'LIKE',
    'OVER',
    'GROUP BY',
  ],
];

/** A text with one to six changes: pieces put in, taken out, doubled, swapped, cut, characters flipped. */
export function mutated(pick: Pick, text: string): string {
  let changed = text;
  for (let i = pick.int(1, 6); i > 0; i--) changed = change(pick, changed);
  return changed.slice(0, 20_000);
}

function change(pick: Pick, text: string): string {
  const at = pick.int(0, text.length);
  const end = Math.min(text.length, at + pick.int(1, 12));
  switch (pick.int(0, 6)) {
    case 0:
      return text.slice(0, at) + pick.of(PIECES) + text.slice(at);
    case 1:
      return text.slice(0, at) + text.slice(end);
    case 2:
      return text.slice(0, end) + text.slice(at);
    case 3:
      return text.slice(0, at) + pick.of(PIECES) + text.slice(end);
    case 4:
      return text.slice(0, at) + text.slice(at, end).repeat(pick.int(2, 40)) + text.slice(end);
    case 5:
      return text.slice(0, at) + String.fromCharCode(pick.int(0, 0x7f)) + text.slice(at + 1);
    default:
      return pick.chance(0.3) ? text.slice(0, at) : text.slice(at) + text.slice(0, at);
  }
}
