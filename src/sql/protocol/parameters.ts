import { isJsonObject, type JsonObject, type JsonValue } from '../../common/index.ts';
import { SqlError } from '../errors.ts';

/** How a parameter of a prepared statement stands in the statement, by its type. */
const LITERALS: Readonly<Record<string, (value: JsonValue) => string>> = {
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
const DRIVER_LITERALS: Readonly<Record<string, (value: JsonValue) => string>> = {
  TIMESTAMP: (value) => `TIMESTAMP ${quoted(value)}`,
  TIME: (value) => `TIME ${quoted(value)}`,
  UNDEFINED: LITERALS.NULL,
};

/**
 * Replaces the `?` of a statement, left to right, by literals. A `?` inside quotes, backticks and comments is text.
 * Throws SqlError (400) for unknown types, values that are not of their type, and too few parameters.
 */
export function bindParameters(
  sql: string,
  parameters: readonly JsonValue[],
  isStrict: boolean,
): { readonly sql: string; readonly isBeyond: boolean } {
  let isBeyond = false;
  const literals = parameters.map((parameter) => {
    const { name, type, value } = typedParameter(parameter);
    const isKnown = Object.hasOwn(LITERALS, name);
    if (isKnown && (value !== null || name === 'NULL')) return LITERALS[name](value);
    if (isStrict && isKnown) throw illegal('Failed to parse PreparedStatement parameters');
    if (isStrict || !(isKnown || Object.hasOwn(DRIVER_LITERALS, name))) {
      throw illegal(`Unsupported parameter type ${type}`);
    }
    isBeyond = true;
    return value === null ? 'null' : DRIVER_LITERALS[name](value);
  });
  let used = 0;
  const bound = sql.replace(TOKENS, (token) => {
    if (token !== '?') return token;
    if (used < literals.length) return literals[used++];
    const details =
      `Placeholder count is greater than parameter number ${literals.length} . ` +
      'Cannot convert PreparedStatement to sql query';
    throw new SqlError('IllegalStateException', details);
  });
  return { sql: bound, isBeyond };
}

/** Quoted texts, comments and placeholders; what is unclosed reaches to the end, so that one pass does. */
const TOKENS =
  /'(?:[^'\\]+|\\[\s\S]|'')*'?|"(?:[^"\\]+|\\[\s\S]|"")*"?|`[^`]*`?|\/\*[\s\S]*?(?:\*\/|$)|--[^\n]*|\?/g;

interface TypedParameter {
  /** The type in capitals. */
  readonly name: string;
  readonly type: string;
  readonly value: JsonValue;
}

function typedParameter(parameter: JsonValue): TypedParameter {
  if (!isJsonObject(parameter)) throw illegal('Failed to parse PreparedStatement parameters');
  const { type, value } = parameter as JsonObject;
  if (typeof type !== 'string') {
    throw illegal(`Parameter type cannot be null. parameter json: ${JSON.stringify(parameter)}`);
  }
  const name = type.toUpperCase();
  return { name, type, value: value ?? null };
}

function integer(value: JsonValue): string {
  const text = String(value);
  if (!/^-?\d+(?:\.0*)?$/.test(text)) throw illegal('Failed to parse PreparedStatement parameters');
  return BigInt(text.split('.')[0]).toString();
}

function decimal(value: JsonValue): string {
  const number = typeof value === 'boolean' || value === null ? Number.NaN : Number(value);
  if (!Number.isFinite(number)) throw illegal('Failed to parse PreparedStatement parameters');
  const text = String(number);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

function boolean(value: JsonValue): string {
  const text = String(value).toLowerCase();
  if (text !== 'true' && text !== 'false') throw illegal('Failed to parse PreparedStatement parameters');
  return text;
}

/**
 * A text that V2 reads back as it is: backslashes stay there. One that would keep a quote from ending the text is
 * doubled, whatever it was meant to be: no value leaves its quotes.
 */
function quoted(value: JsonValue): string {
  if (typeof value !== 'string') throw illegal('Failed to parse PreparedStatement parameters');
  const closed = value.replace(/\\+(?='|$)/g, (run) => (run.length % 2 === 1 ? `${run}\\` : run));
  return `'${closed.replace(/'/g, "''")}'`;
}

function illegal(details: string): SqlError {
  return new SqlError('IllegalArgumentException', details);
}
