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

/** What field parameters may refer to: analyzers, similarities. */
export interface IndexComponents {
  readonly analysis: AnalysisRegistry;
  /** The current index settings. */
  readonly settings: () => FlatSettings;
}

export interface ParameterContext extends IndexComponents {
  /** The last component of the field's path. */
  readonly fieldName: string;
}

/** A parameter of a field type: how it is parsed, merged and printed. */
export interface Parameter {
  readonly name: string;
  /** The default; `null` if there is none. */
  readonly defaultValue: JsonValue;
  /** Whether it can change in a merge. */
  readonly updateable: boolean;
  /** Returns the normalised value. Throws what the original throws. */
  readonly parse: (value: JsonValue, context: ParameterContext) => JsonValue;
  readonly acceptsNull?: boolean;
  /** Printed even if it equals the default; `default`: printed even if not given. */
  readonly alwaysPrinted?: boolean | 'default';
  /** The printed value if it depends on other parameters; undefined to omit it. */
  readonly printed?: (values: GivenParameters) => JsonValue | undefined;
  /** Always printed with a fraction. */
  readonly fraction?: 'float' | 'double';
  /** Members of an object that are integers nevertheless. */
  readonly wholeMembers?: readonly string[];
  /** Accepted but not stored. */
  readonly dropped?: boolean;
  /** Overrides `updateable` for specific changes. */
  readonly canMerge?: (current: JsonValue, next: JsonValue) => boolean;
  /** The conflicts of a change from `current` to `next`, for parameters with their own messages. */
  readonly conflicts?: (fieldName: string, current: JsonValue, next: JsonValue) => readonly string[];
  /** The value as printed in conflict messages. */
  readonly conflictText?: (value: JsonValue) => string;
}

/** The explicit parameters of a field, by name. */
export type GivenParameters = ReadonlyMap<string, JsonValue>;

type Options = Partial<
  Pick<Parameter, 'updateable' | 'alwaysPrinted' | 'canMerge' | 'acceptsNull' | 'conflictText' | 'dropped'>
>;

/** Accepts `true`, `"true"`, `false`, `"false"`. Throws illegal_argument_exception for anything else. */
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

/** A parameter with a fixed set of values. */
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

/** A parameter stored and printed as given. */
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

/** A deprecated parameter that is still accepted: a number. */
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
