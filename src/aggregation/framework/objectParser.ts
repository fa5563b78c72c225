import {
  checkToken,
  failedMember,
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonPlace,
  type JsonValue,
  jsonAt,
  numberFormat,
  OpenSearchError,
  objectExpected,
  tokenAfter,
  unknownMember,
} from '../../common/index.ts';
import { intAt, tokenName } from '../../query/index.ts';

/**
 * The location of a field's value, for positions in errors and for errors that print the aggregation's name.
 */
export interface FieldPlace {
  readonly aggregation: string;
  readonly container: JsonObject;
  readonly key: string;
}

/** A member that a parser accepts: the allowed tokens, and how it is parsed. */
export interface Field<V> {
  readonly tokens: readonly string[];
  /**
   * A registered object, whose own parser checks its token and reports its errors, without additions by the
   * enclosing object.
   */
  readonly registered?: true;
  read(value: JsonValue, place: FieldPlace): V;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;
export type Parsed<F extends Fields> = {
  readonly [K in keyof F]?: F[K] extends Field<infer V> ? V : never;
};

export interface ParseOptions {
  /** The name printed in errors: the aggregation's type. */
  readonly parser: string;
  readonly aggregation: string;
  /** Deprecated or alternative field names. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Whether some members are registered objects; the registry itself reports unknown ones. */
  readonly registry?: boolean;
  /** Called after each member with what is parsed so far; throws if they contradict each other. */
  readonly check?: (parsed: Readonly<Record<string, unknown>>, key: string) => void;
}

/**
 * Parses an object by a table of fields, in member order. Throws the original's errors for unknown fields
 * (with suggestions), wrong tokens, and values that a field rejects.
 */
export function parseObject<F extends Fields>(json: JsonObject, fields: F, options: ParseOptions): Parsed<F> {
  const parsed: Record<string, unknown> = Object.create(null);
  for (const key of Object.keys(json)) {
    const name = options.aliases && Object.hasOwn(options.aliases, key) ? options.aliases[key] : key;
    if (!Object.hasOwn(fields, name)) throw unknownField(json, key, fields, options);
    parsed[name] = readField(fields[name], json, key, options);
    if (options.check) checked(json, key, options, () => options.check?.(parsed, key));
  }
  return parsed as Parsed<F>;
}

/** Parses one member. Throws for a wrong token or an invalid value. */
export function readField(
  field: Field<unknown>,
  json: JsonObject,
  key: string,
  options: ParseOptions,
): unknown {
  const value = json[key];
  const read = (): unknown => field.read(value, { aggregation: options.aggregation, container: json, key });
  if (field.registered) return read();
  checkToken(options.parser, json, key, field.tokens);
  return checked(json, key, options, read);
}

/** Runs `read`; its errors become causes of one that names the member. */
function checked<T>(json: JsonObject, key: string, { parser }: ParseOptions, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    const at: JsonPlace = { container: json, key, edge: 'value' };
    throw failedMember(parser, key, failurePlace(json[key], at, error), error);
  }
}

/** The original points at the token it had reached: in a list, the rejected item. */
export function failurePlace(value: JsonValue, at: JsonPlace, error: OpenSearchError): JsonPlace {
  // The original reports an unknown field at its value, and what its JSON library refuses at the token.
  if (error.at?.edge === 'key' || error.at?.edge === 'after') return { ...error.at, edge: 'value' };
  if (error.at) return error.at;
  return typeof value === 'object' && value !== null ? { ...at, edge: 'end' } : at;
}

export function unknownField(
  json: JsonObject,
  key: string,
  fields: Fields,
  { parser, registry = false, aliases = {} }: ParseOptions,
): OpenSearchError {
  const at = { container: json, key, edge: 'value' } as const;
  const cause = new OpenSearchError('named_object_not_found_exception', `[1:1] unknown field [${key}]`, {
    at,
  });
  const known = [...Object.keys(fields), ...Object.keys(aliases)];
  return unknownMember(parser, json, key, known, registry ? cause : undefined);
}

/** Throws in the original's words if none of `names` was given. */
export function requireOneOf(parsed: Readonly<Record<string, unknown>>, names: readonly string[]): void {
  if (names.some((name) => parsed[name] !== undefined)) return;
  throw illegalArgument(`Required one of fields [${names.join(', ')}], but none were specified. `);
}

const SCALARS = ['VALUE_STRING', 'VALUE_NUMBER', 'VALUE_BOOLEAN', 'VALUE_NULL'];

type Check<V, W = V> = (value: V, place: FieldPlace) => W;

export function stringField(): Field<string>;
export function stringField<W>(check: Check<string, W>): Field<W>;
export function stringField<W>(check?: Check<string, W>): Field<string | W> {
  return {
    tokens: ['VALUE_STRING'],
    read: (value, place) => (check ? check(value as string, place) : (value as string)),
  };
}

export function intField(check?: Check<number>): Field<number> {
  return {
    tokens: ['VALUE_NUMBER', 'VALUE_STRING'],
    read: (_value, place) => {
      const number = intAt(place.container, place.key);
      return check ? check(number, place) : number;
    },
  };
}

export function longField(check?: Check<number>): Field<number> {
  return {
    tokens: ['VALUE_NUMBER', 'VALUE_STRING'],
    read: (value, place) => {
      const number = toInteger(value, 'long');
      return check ? check(number, place) : number;
    },
  };
}

export function doubleField(check?: Check<number>): Field<number> {
  return {
    tokens: ['VALUE_NUMBER', 'VALUE_STRING'],
    read: (value, place) => {
      const number = toDouble(value);
      return check ? check(number, place) : number;
    },
  };
}

export function booleanField(): Field<boolean> {
  return {
    tokens: ['VALUE_BOOLEAN', 'VALUE_STRING'],
    read: (value) => {
      if (value === true || value === 'true') return true;
      if (value === false || value === 'false' || value === '') return false;
      throw illegalArgument(`Failed to parse value [${value}] as only [true] or [false] are allowed.`);
    },
  };
}

/** Any scalar. */
export function valueField(): Field<JsonValue> {
  return { tokens: SCALARS, read: (value) => value };
}

export function objectField<W>(check: Check<JsonObject, W>): Field<W> {
  return { tokens: ['START_OBJECT'], read: (value, place) => check(value as JsonObject, place) };
}

export function anyField<W>(tokens: readonly string[], check: Check<JsonValue, W>): Field<W> {
  return { tokens, read: check };
}

/**
 * A list; a single value is short for a list of one. Items are parsed one by one, so that errors point at
 * them.
 */
export function listField<W>(
  item: (value: JsonValue, place: FieldPlace) => W,
  tokens: readonly string[] = ['START_ARRAY'],
): Field<readonly W[]> {
  return {
    tokens,
    read: (value, place) => {
      if (!Array.isArray(value)) return [item(value, place)];
      return value.map((one, index) => readItem(one, index, value, place, item));
    },
  };
}

/**
 * The items of a list of objects; a single value is short for a list of one. Lists in the list are refused as
 * the original does for all such members.
 */
export function readItems<W>(
  value: JsonValue,
  { container, key }: FieldPlace,
  read: (container: object, key: string | number) => W,
): readonly W[] {
  if (!Array.isArray(value)) return [read(container, key)];
  return value.map((item, index) => {
    if (Array.isArray(item)) throw listInList(value, index);
    return read(value, index);
  });
}

function listInList(list: readonly JsonValue[], index: number): OpenSearchError {
  return new OpenSearchError('illegal_state_exception', 'expected value but got [START_ARRAY]', {
    status: 400,
    at: { container: list, key: index, edge: 'value' },
  });
}

/** Such items where each is read by an object parser, which steps over a value before an object. */
export function readObjects<W>(
  parser: string,
  value: JsonValue,
  place: FieldPlace,
  read: (item: JsonObject) => W,
): readonly W[] {
  let stepsOver = false;
  const found = readItems(value, place, (container, key): W | null => {
    const item = jsonAt(container, key);
    if (isJsonObject(item)) {
      stepsOver = false;
      return read(item);
    }
    if (stepsOver || tokenAfter(container, key).name !== 'START_OBJECT') {
      throw objectExpected(parser, container, key);
    }
    stepsOver = true;
    return null;
  });
  return found.filter((item) => item !== null);
}

function readItem<W>(
  value: JsonValue,
  index: number,
  list: JsonValue[],
  place: FieldPlace,
  read: (value: JsonValue, place: FieldPlace) => W,
): W {
  try {
    return read(value, place);
  } catch (error) {
    if (!(error instanceof OpenSearchError) || error.at) throw error;
    const at: JsonPlace = { container: list, key: index, edge: 'value' };
    throw new OpenSearchError(error.type, error.reason, {
      causedBy: error.causedBy ?? undefined,
      metadata: error.metadata,
      at,
    });
  }
}

export function toDouble(value: JsonValue): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'string') throw illegalArgument(`Current token (${tokenName(value)}) not numeric`);
  const text = value.trim();
  if (text === '' || Number.isNaN(Number(text))) throw numberFormat(value);
  return Number(text);
}

/** A 32-bit integer. */
export function toInt(value: JsonValue): number {
  return toInteger(value, 'int');
}

const RANGES = {
  int: ['-2147483648', '2147483647'],
  long: ['-9223372036854775808', '9223372036854775807'],
} as const;

function toInteger(value: JsonValue, type: 'int' | 'long'): number {
  const given = typeof value === 'string' && type === 'long' ? longOf(value) : toDouble(value);
  const number = Math.trunc(given);
  const [least, most] = RANGES[type];
  if (number < Number(least) || number > Number(most)) {
    if (typeof value === 'string') {
      const kind = type === 'int' ? 'an integer' : 'a long';
      throw illegalArgument(`Value [${value}] is out of range for ${kind}`);
    }
    const reason = `Numeric value (${number}) out of range of ${type} (${least} - ${most})`;
    throw new OpenSearchError('input_coercion_exception', reason);
  }
  return number;
}

/** Longs given as text fail with a different exception than ints. */
function longOf(text: string): number {
  const number = Number(text.trim());
  if (text.trim() === '' || Number.isNaN(number)) throw illegalArgument(`For input string: "${text}"`);
  return number;
}
