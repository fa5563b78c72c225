/** The keywords and operators of the language. */
export const STATEMENT_WORDS: ReadonlySet<string> = new Set(
  'if while do for return throw break continue try'.split(' '),
);

export const PRIMITIVE_TYPES: ReadonlySet<string> = new Set(
  'def boolean byte short char int long float double'.split(' '),
);

export const ASSIGNMENTS: ReadonlySet<string> = new Set('= += -= *= /= %= &= |= ^= <<= >>= >>>='.split(' '));

/** In ascending order of precedence. */
export const BINARY_LEVELS: readonly ReadonlySet<string>[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!=', '===', '!==', '=~', '==~'],
  ['<', '<=', '>', '>=', 'instanceof'],
  ['<<', '>>', '>>>'],
  ['+', '-'],
  ['*', '/', '%'],
].map((operators) => new Set(operators));
