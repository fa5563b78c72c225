import type { AnalysisRegistry } from '../analysis/index.ts';
import {
  type FlatSettings,
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  numberFormat,
  OpenSearchError,
} from '../common/index.ts';
import { mapperParsing } from './errors.ts';
import { javaTextInOrder } from './javaText.ts';

/** What the parameters of fields may refer to: analyzers, similarities. */
export interface IndexComponents {
  readonly analysis: AnalysisRegistry;
  /** The index settings in force. */
  readonly settings: () => FlatSettings;
}

export interface ParameterContext extends IndexComponents {
  /** The field's own name, without its parents. */
  readonly fieldName: string;
}

/** One parameter of a field type: how it is read, compared in a merge, and printed. */
export interface Parameter {
  readonly name: string;
  /** The value when it is not given; null: none. */
  readonly defaultValue: JsonValue;
  /** May change in a merge. */
  readonly updateable: boolean;
  /** Throws what the original throws. Returns the normalised value. */
  readonly parse: (value: JsonValue, context: ParameterContext) => JsonValue;
  readonly acceptsNull?: boolean;
  /** Printed when given, even when it says what the default says; `default`: also when it is not given. */
  readonly alwaysPrinted?: boolean | 'default';
  /** What is printed, when other parameters have a say; undefined: nothing. */
  readonly printed?: (values: GivenParameters) => JsonValue | undefined;
  /** A number that is printed with a fraction always. */
  readonly fraction?: 'float' | 'double';
  /** Accepted and forgotten. */
  readonly dropped?: boolean;
  /** Overrides `updateable` for particular changes. */
  readonly canMerge?: (current: JsonValue, next: JsonValue) => boolean;
  /** The conflicts of an update from `current` to `next`, for parameters whose messages are their own. */
  readonly conflicts?: (fieldName: string, current: JsonValue, next: JsonValue) => readonly string[];
  /** The value as conflict messages print it. */
  readonly conflictText?: (value: JsonValue) => string;
}

/** The parameters of a field that were given, by name. */
export type GivenParameters = ReadonlyMap<string, JsonValue>;

type Options = Partial<
  Pick<Parameter, 'updateable' | 'alwaysPrinted' | 'canMerge' | 'acceptsNull' | 'conflictText' | 'dropped'>
>;

/** `true`, `"true"`, `false`, `"false"`. Throws illegal_argument_exception for everything else. */
export function toBoolean(value: JsonValue): boolean {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw illegalArgument(
    `Failed to parse value [${javaTextInOrder(value)}] as only [true] or [false] are allowed.`,
  );
}

export function toInteger(value: JsonValue): number {
  if (typeof value === 'number') return Math.trunc(value);
  const text = javaTextInOrder(value);
  if (!/^[+-]?\d{1,10}$/.test(text)) {
    throw new OpenSearchError('number_format_exception', `For input string: "${text}"`);
  }
  return Number(text);
}

export function booleanParameter(name: string, defaultValue: boolean, options: Options = {}): Parameter {
  return { name, defaultValue, updateable: false, parse: toBoolean, ...options };
}

export function integerParameter(name: string, defaultValue: number, options: Options = {}): Parameter {
  return { name, defaultValue, updateable: false, parse: toInteger, ...options };
}

export function stringParameter(name: string, defaultValue: string | null, options: Options = {}): Parameter {
  return { name, defaultValue, updateable: false, parse: javaTextInOrder, ...options };
}

/** One of a few words. */
export function choiceParameter(
  name: string,
  defaultValue: string,
  choices: readonly string[],
  options: Options = {},
): Parameter {
  const parse = (value: JsonValue): string => {
    const text = javaTextInOrder(value);
    if (choices.includes(text)) return text;
    throw mapperParsing(
      `Unknown value [${text}] for field [${name}] - accepted values are [${choices.join(', ')}]`,
    );
  };
  return { name, defaultValue, updateable: false, parse, ...options };
}

/** Kept and printed as given. */
export function anyParameter(name: string, options: Options = {}): Parameter {
  return { name, defaultValue: null, updateable: false, parse: (value) => value, ...options };
}

export const indexParameter = booleanParameter('index', true);
export const docValuesParameter = booleanParameter('doc_values', true);
export const storeParameter = booleanParameter('store', false);
export const coerceParameter = booleanParameter('coerce', true, { updateable: true, alwaysPrinted: true });
export const ignoreMalformedParameter = booleanParameter('ignore_malformed', false, {
  updateable: true,
  alwaysPrinted: true,
});

/** Deprecated everywhere, still read: a number. */
export const boostParameter: Parameter = {
  name: 'boost',
  defaultValue: 1,
  fraction: 'float',
  updateable: true,
  parse: (value) => {
    const boost = Number(javaTextInOrder(value));
    if (Number.isNaN(boost)) throw numberFormat(javaTextInOrder(value));
    return boost;
  },
};

export const metaParameter: Parameter = {
  name: 'meta',
  defaultValue: null,
  updateable: true,
  parse: (value, { fieldName }) => parseMeta(value, fieldName),
};

function parseMeta(value: JsonValue, fieldName: string): JsonObject {
  if (!isJsonObject(value)) {
    throw mapperParsing(
      `[meta] must be an object, got ${javaClass(value)}[${javaTextInOrder(value)}] for field [${fieldName}]`,
    );
  }
  const entries = Object.entries(value);
  if (entries.length > 5) {
    throw mapperParsing(
      `[meta] can't have more than 5 entries, but got ${entries.length} on field [${fieldName}]`,
    );
  }
  for (const [key, member] of entries) {
    if (key.length > 20) {
      throw mapperParsing(
        `[meta] keys can't be longer than 20 chars, but got [${key}] for field [${fieldName}]`,
      );
    }
    if (member === null) {
      throw mapperParsing(`[meta] values can't be null (field [${fieldName}])`);
    }
    if (typeof member !== 'string') {
      throw mapperParsing(
        `[meta] values can only be strings, but got ${javaClass(member)}[${javaTextInOrder(member)}] for field [${fieldName}]`,
      );
    }
    if (member.length > 50) {
      throw mapperParsing(
        `[meta] values can't be longer than 50 chars, but got [${member}] for field [${fieldName}]`,
      );
    }
  }
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function javaClass(value: JsonValue): string {
  if (typeof value === 'string') return 'String';
  if (typeof value === 'boolean') return 'Boolean';
  if (typeof value === 'number') return Number.isInteger(value) ? 'Integer' : 'Double';
  return Array.isArray(value) ? 'ArrayList' : 'LinkedHashMap';
}
