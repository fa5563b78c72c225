/** A literal whose place in a text another one may take: whatever it says, the tokens around it stay what they are. */
export interface PlainLiteral {
  readonly start: number;
  readonly end: number;
  /** Integer of 32 bits, longer, with a point, or text in single quotes. */
  readonly kind: 'i' | 'l' | 'd' | 's';
  /** What a parameter's text says; otherwise it stands in the quotes. */
  readonly text?: string | null;
}

/** The literal of a parameter: its value is known, whatever its image looks like. */
export type GivenLiteral = Required<PlainLiteral>;

/** A statement's text, and the literals in it that were given as values, in their order. */
export interface StatementText {
  readonly sql: string;
  readonly given: readonly GivenLiteral[];
}

/** A text that nothing was given for. */
export function plainText(sql: string): StatementText {
  return { sql, given: [] };
}

/** A text with marks in the places of its plain literals. */
export interface TextShape {
  readonly shape: string;
  readonly literals: readonly PlainLiteral[];
}

const WORD = /[\w@*\-\u0080-\uffff]+/y;
const NUMBER = /(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?(?![\w.$@'"`\u0080-\uffff])/y;
/** Without what either lexer escapes or looks into. */
const PLAIN_TEXT = /'[^'"`\\\p{Cc}\u2028\u2029]*'(?!['"])/uy;
const QUOTED = /'(?:\\[\s\S]|''|[^'\\])*'|"(?:\\[\s\S]|""|[^"\\])*"|`[^`]+`/y;
/** What may stand before a literal, so that it begins there for both lexers. */
const BEFORE: ReadonlySet<string> = new Set(' \t\r\n,(=<>+-*/%[');
const INTEGER_MAX = 2147483647;

/** Null for texts with comments, whose words are not looked at here, and with what is no token. */
export function shapeOf({ sql, given }: StatementText): TextShape | null {
  const literals: PlainLiteral[] = [];
  let shape = '';
  let copied = 0;
  let used = 0;
  for (let at = 0; at < sql.length; ) {
    const plain = given[used]?.start === at ? given[used++] : plainAt(sql, at);
    if (plain !== null) {
      literals.push(plain);
      shape += `${sql.slice(copied, at)}\0${plain.kind}`;
      at = plain.end;
      copied = at;
      continue;
    }
    const end = skipped(sql, at);
    if (end === null) return null;
    at = end;
  }
  return { shape: shape + sql.slice(copied), literals };
}

function plainAt(sql: string, at: number): PlainLiteral | null {
  const c = sql.charCodeAt(at);
  const isQuote = c === 39;
  if (!isQuote && (c < 48 || c > 57)) return null;
  if (at === 0 || !BEFORE.has(sql[at - 1])) return null;
  const end = matchEnd(isQuote ? PLAIN_TEXT : NUMBER, sql, at);
  if (end === null) return null;
  return { start: at, end, kind: isQuote ? 's' : numberKind(sql.slice(at, end)) };
}

function numberKind(image: string): PlainLiteral['kind'] {
  if (image.includes('.')) return 'd';
  return Number(image) <= INTEGER_MAX ? 'i' : 'l';
}

/** The end of what stands at `at` and is no plain literal. */
function skipped(sql: string, at: number): number | null {
  const c = sql[at];
  switch (c) {
    case "'":
    case '"':
    case '`':
      return matchEnd(QUOTED, sql, at);
    case '#':
    case '\0':
      return null;
    case '-':
    case '/':
      return sql[at + 1] === c || sql[at + 1] === '*' ? null : at + 1;
    default:
      return c === '*' ? at + 1 : (matchEnd(WORD, sql, at) ?? at + 1);
  }
}

function matchEnd(pattern: RegExp, sql: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(sql) ? pattern.lastIndex : null;
}
