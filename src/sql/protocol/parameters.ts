import { type JsonObject, type JsonValue, javaDouble } from '../../common/index.ts';
import { SqlError } from '../errors.ts';
import type { GivenLiteral, StatementText } from '../grammar/index.ts';
import { illegal, objectAt, textMember } from './members.ts';

/**
 * How a parameter of a prepared statement is written into the statement, by type. Throws SqlError for a value
 * that does not have the type.
 */
const SHOWN: Readonly<Record<string, (value: JsonValue) => string>> = {
  BYTE: integer,
  SHORT: integer,
  INTEGER: integer,
  LONG: integer,
  FLOAT: decimal,
  DOUBLE: decimal,
  BOOLEAN: boolean,
  STRING: quoted,
  KEYWORD: quoted,
  DATE: quoted,
  NULL: () => 'null',
};

/** Types that the JDBC driver sends and the original rejects, as it does typed NULLs. */
const SHOWN_OF_DRIVER: Readonly<Record<string, (value: JsonValue) => string>> = {
  TIMESTAMP: (value) => `TIMESTAMP ${quoted(value)}`,
  TIME: (value) => `TIME ${quoted(value)}`,
  UNDEFINED: SHOWN.NULL,
};

/**
 * Replaces each `?` of a statement by its value, left to right. A `?` inside quotes, backticks and comments
 * is left alone. Throws SqlError (400) for unknown types, values that do not have their type, and too few
 * parameters.
 */
export function bindParameters(
  sql: string,
  parameters: readonly JsonValue[],
  isStrict: boolean,
): { readonly text: StatementText; readonly refusal: SqlError | null } {
  const bound = parameters.map((_, i) => boundParameter(objectAt(parameters, i), isStrict));
  const given: GivenLiteral[] = [];
  let shown = '';
  let copied = 0;
  let used = 0;
  for (const { 0: token, index } of sql.matchAll(TOKENS)) {
    if (token !== '?') continue;
    if (used === bound.length) {
      const details =
        `Placeholder count is greater than parameter number ${bound.length} . ` +
        'Cannot convert PreparedStatement to sql query';
      throw new SqlError('IllegalStateException', details);
    }
    const { image, text } = bound[used++];
    shown += sql.slice(copied, index);
    if (!isApart(shown, image)) shown += ' ';
    shown += image;
    copied = index + 1;
    const literal = givenLiteral(image, text, shown.length);
    if (literal !== null) given.push(literal);
    if (/[\w'"`.]/.test(sql[copied] ?? '')) shown += ' ';
  }
  return {
    text: { sql: shown + sql.slice(copied), given },
    refusal: bound.find(({ refusal }) => refusal !== null)?.refusal ?? null,
  };
}

/**
 * Quoted strings, comments and placeholders. Unterminated ones extend to the end, so a single pass suffices.
 */
const TOKENS =
  /'(?:[^'\\]+|\\[\s\S]|'')*'?|"(?:[^"\\]+|\\[\s\S]|"")*"?|`[^`]*`?|\/\*[\s\S]*?(?:\*\/|$)|--[^\n]*|\?/g;

interface BoundParameter {
  readonly image: string;
  /** The value of a string or date. */
  readonly text: string | null;
  /** The original's error for a type that only Rockpool accepts; otherwise null. */
  readonly refusal: SqlError | null;
}

function boundParameter(parameter: JsonObject, isStrict: boolean): BoundParameter {
  const type = textMember(parameter, 'type');
  const name = type.toUpperCase();
  const { value = null } = parameter;
  const text = typeof value === 'string' ? value : null;
  if (Object.hasOwn(SHOWN, name) && (value !== null || name === 'NULL')) {
    return { image: SHOWN[name](value), text, refusal: null };
  }
  const isKnown = Object.hasOwn(SHOWN, name);
  const refusal = illegal(isKnown ? UNREADABLE : `Unsupported parameter type ${type}`);
  if (isStrict || !(isKnown || Object.hasOwn(SHOWN_OF_DRIVER, name))) throw refusal;
  return { image: value === null ? 'null' : SHOWN_OF_DRIVER[name](value), text, refusal };
}

const UNREADABLE = 'Failed to parse PreparedStatement parameters';

/**
 * Where a literal's own token is within text that ends at `end`; null for the keywords TRUE, FALSE and NULL.
 */
function givenLiteral(image: string, text: string | null, end: number): GivenLiteral | null {
  if (image.endsWith("'")) return { start: end - image.length + image.indexOf("'"), end, kind: 's', text };
  const digits = image.replace('-', '');
  if (!/^\d/.test(digits)) return null;
  const isInteger = /^\d+$/.test(digits);
  const kind = isInteger ? (Number(digits) <= INTEGER_MAX ? 'i' : 'l') : 'd';
  return { start: end - digits.length, end, kind, text: null };
}

const INTEGER_MAX = 2147483647;

/**
 * Whether a literal appended to a text would be a separate token: in `a?`, `-?` with -1, and `'b'?` it would
 * not.
 */
function isApart(before: string, image: string): boolean {
  return before === '' || /[\s,(=<>+*/%[]$/.test(before) || (before.endsWith('-') && image[0] !== '-');
}

/** Converts like Java's long: for a number the low 64 bits of its integer part, for a string its digits. */
function integer(value: JsonValue): string {
  if (typeof value === 'string' && !/^[-+]?\d+$/.test(value)) throw illegal(UNREADABLE);
  if (typeof value === 'object' || typeof value === 'boolean') throw illegal(UNREADABLE);
  const exact = BigInt(typeof value === 'number' ? Math.trunc(value) : value.toString().replace('+', ''));
  const long = BigInt.asIntN(64, exact);
  if (typeof value === 'string' && long !== exact) throw illegal(UNREADABLE);
  return long.toString();
}

function decimal(value: JsonValue): string {
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  const number = isNumber || (typeof value === 'string' && value.trim() !== '') ? Number(value) : Number.NaN;
  if (!Number.isFinite(number)) throw illegal(UNREADABLE);
  return javaDouble(number);
}

function boolean(value: JsonValue): string {
  const text = String(value).toLowerCase();
  if (text !== 'true' && text !== 'false') throw illegal(UNREADABLE);
  return text;
}

/**
 * A string as a quoted literal: doubles its quotes, and a backslash that would escape the closing one. The
 * value itself is never parsed back from this.
 */
function quoted(value: JsonValue): string {
  if (typeof value !== 'string') throw illegal(UNREADABLE);
  const closed = value.replace(/\\+(?='|$)/g, (run) => (run.length % 2 === 1 ? `${run}\\` : run));
  return `'${closed.replace(/'/g, "''")}'`;
}
