import { type JsonObject, type JsonValue, javaDouble } from '../../common/index.ts';
import { SqlError } from '../errors.ts';
import type { GivenLiteral, StatementText } from '../grammar/index.ts';
import { illegal, objectAt, textMember } from './members.ts';

/** How a parameter of a prepared statement is shown in the statement, by its type. Throws SqlError for what is not of the type. */
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

/** Types that the JDBC driver sends and the original refuses, as it does NULLs that have a type. */
const SHOWN_OF_DRIVER: Readonly<Record<string, (value: JsonValue) => string>> = {
  TIMESTAMP: (value) => `TIMESTAMP ${quoted(value)}`,
  TIME: (value) => `TIME ${quoted(value)}`,
  UNDEFINED: SHOWN.NULL,
};

/**
 * Gives the `?` of a statement their values, left to right. A `?` inside quotes, backticks and comments is text.
 * Throws SqlError (400) for unknown types, values that are not of their type, and too few parameters.
 */
export function bindParameters(
  sql: string,
  parameters: readonly JsonValue[],
  isStrict: boolean,
): { readonly text: StatementText; readonly isBeyond: boolean } {
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
    isBeyond: bound.some(({ isBeyond }) => isBeyond),
  };
}

/** Quoted texts, comments and placeholders; what is unclosed reaches to the end, so that one pass does. */
const TOKENS =
  /'(?:[^'\\]+|\\[\s\S]|'')*'?|"(?:[^"\\]+|\\[\s\S]|"")*"?|`[^`]*`?|\/\*[\s\S]*?(?:\*\/|$)|--[^\n]*|\?/g;

interface BoundParameter {
  readonly image: string;
  /** Of a text or date: what it says. */
  readonly text: string | null;
  readonly isBeyond: boolean;
}

function boundParameter(parameter: JsonObject, isStrict: boolean): BoundParameter {
  const type = textMember(parameter, 'type');
  const name = type.toUpperCase();
  const { value = null } = parameter;
  const text = typeof value === 'string' ? value : null;
  if (Object.hasOwn(SHOWN, name) && (value !== null || name === 'NULL')) {
    return { image: SHOWN[name](value), text, isBeyond: false };
  }
  const isKnown = Object.hasOwn(SHOWN, name);
  if (isStrict && isKnown) throw illegal(UNREADABLE);
  if (isStrict || !(isKnown || Object.hasOwn(SHOWN_OF_DRIVER, name))) {
    throw illegal(`Unsupported parameter type ${type}`);
  }
  return { image: value === null ? 'null' : SHOWN_OF_DRIVER[name](value), text, isBeyond: true };
}

const UNREADABLE = 'Failed to parse PreparedStatement parameters';

/** Where a literal's own token is at the end of a shown text; null for the words TRUE, FALSE and NULL. */
function givenLiteral(image: string, text: string | null, end: number): GivenLiteral | null {
  if (image.endsWith("'")) return { start: end - image.length + image.indexOf("'"), end, kind: 's', text };
  const digits = image.replace('-', '');
  if (!/^\d/.test(digits)) return null;
  const isInteger = /^\d+$/.test(digits);
  const kind = isInteger ? (Number(digits) <= INTEGER_MAX ? 'i' : 'l') : 'd';
  return { start: end - digits.length, end, kind, text: null };
}

const INTEGER_MAX = 2147483647;

/** Whether a literal at the end of a text begins there, for whoever reads it: `a?`, `-?` of -1 and `'b'?` would not be two. */
function isApart(before: string, image: string): boolean {
  return before === '' || /[\s,(=<>+*/%[]$/.test(before) || (before.endsWith('-') && image[0] !== '-');
}

/** As Java makes a long of it: of a number the lowest 64 bits before the point, of a text the digits that it is. */
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
 * A text as it is shown: its quotes are doubled, and a backslash that would keep one from ending it. What it says is
 * never read from there.
 */
function quoted(value: JsonValue): string {
  if (typeof value !== 'string') throw illegal(UNREADABLE);
  const closed = value.replace(/\\+(?='|$)/g, (run) => (run.length % 2 === 1 ? `${run}\\` : run));
  return `'${closed.replace(/'/g, "''")}'`;
}
