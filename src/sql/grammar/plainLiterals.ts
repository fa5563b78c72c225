/** A literal that can be replaced by another without changing how the tokens around it are parsed. */
export interface PlainLiteral {
  readonly start: number;
  readonly end: number;
  /** 32-bit integer, longer integer, number with a decimal point, or single-quoted string. */
  readonly kind: 'i' | 'l' | 'd' | 's';
  /** The string value of a parameter; otherwise it is read from between the quotes. */
  readonly text?: string | null;
}

/** The literal of a parameter: its value is known independently of how it is written. */
export type GivenLiteral = Required<PlainLiteral>;

/** A statement's text and, in order, the literals in it that came from parameters. */
export interface StatementText {
  readonly sql: string;
  readonly given: readonly GivenLiteral[];
}

/** A text without parameters. */
export function plainText(sql: string): StatementText {
  return { sql, given: [] };
}

/** A text with placeholders instead of its plain literals. */
export interface TextShape {
  readonly shape: string;
  readonly literals: readonly PlainLiteral[];
}

const WORD = /[\w@*\-\u0080-\uffff]+/y;
const NUMBER = /(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?(?![\w.$@'"`\u0080-\uffff])/y;
/** Strings without characters that either lexer escapes or interprets. */
const PLAIN_TEXT = /'[^'"`\\\p{Cc}\u2028\u2029]*'(?!['"])/uy;
const QUOTED = /'(?:\\[\s\S]|''|[^'\\])*'|"(?:\\[\s\S]|""|[^"\\])*"|`[^`]+`/y;
/** Characters after which a literal starts a new token in both lexers. */
const BEFORE: ReadonlySet<string> = new Set(' \t\r\n,(=<>+-*/%[');
const INTEGER_MAX = 2147483647;

/** Null for text with comments, which are not parsed here, and for text with invalid characters. */
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

/** The end of the token at `at` that is not a plain literal. */
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
