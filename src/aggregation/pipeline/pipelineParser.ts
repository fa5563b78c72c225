import { isJsonObject, type JsonObject, type JsonPlace, type JsonValue } from '../../common/index.ts';
import { textAt, tokenName } from '../../query/index.ts';
import { anyField, type Field, stringField } from '../framework/objectParser.ts';
import { parsingErrorAt } from '../framework/parseErrors.ts';
import { numberFormatOf, type ValueFormat } from '../values/valueFormat.ts';
import type { GapPolicy } from './bucketValue.ts';

/** Members shared by most pipelines. */
export interface PipelineOptions {
  readonly paths: ReadonlyMap<string, string>;
  readonly gapPolicy: GapPolicy;
  readonly format: ValueFormat;
}

/** Reads the member `key` of `json`. */
type Reader = (value: JsonValue, at: JsonPlace) => void;
/** By token, then by key: the same key with another token is a different member. */
export type Readers = Readonly<Partial<Record<string, Readonly<Record<string, Reader>>>>>;

interface Shape {
  /** Members besides `buckets_path`, `gap_policy` and `format`. */
  readonly own?: Readers;
  readonly takesFormat?: boolean;
  /** Paths with explicit names, for scripts. */
  readonly namedPaths?: boolean;
}

/** The original's error for an unknown member. */
type Unknown = (token: string, key: string, tokenIsKnown: boolean) => string;

/** Sibling pipelines share one parser in the original. */
export function parseSibling(json: JsonObject, aggregation: string, own: Readers = {}): PipelineOptions {
  const unknown: Unknown = (token, key) => `Unexpected token ${token} [${key}] in [${aggregation}]`;
  const shape = { own, missing: `[buckets_path] for aggregation [${aggregation}]` };
  return parseByToken(json, shape, unknown);
}

/** For pipelines whose parser names the aggregation's type if the path is missing. */
export function parseParent(
  json: JsonObject,
  aggregation: string,
  type: string,
  shape: Shape = {},
): PipelineOptions {
  const unknown: Unknown = (token, key, tokenIsKnown) =>
    tokenIsKnown
      ? `Unknown key for a ${token} in [${aggregation}]: [${key}].`
      : `Unexpected token ${token} in [${aggregation}].`;
  return parseByToken(
    json,
    { ...shape, missing: `[buckets_path] for ${type} aggregation [${aggregation}]` },
    unknown,
  );
}

function parseByToken(
  json: JsonObject,
  { own = {}, takesFormat = true, namedPaths = false, missing }: Shape & { readonly missing: string },
  unknown: Unknown,
): PipelineOptions {
  let paths: ReadonlyMap<string, string> | null = null;
  let gapPolicy: GapPolicy = 'skip';
  let format: string | null = null;
  const setPaths = (value: JsonValue, at: JsonPlace) => {
    paths = namedPaths ? readPaths(value, at) : new Map([...readPaths(value, at)].slice(0, 1));
  };
  const shared: Readers = {
    VALUE_STRING: {
      buckets_path: setPaths,
      gap_policy: (value, at) => (gapPolicy = readGapPolicy(String(value), at)),
      ...(takesFormat && { format: (value: JsonValue) => (format = String(value)) }),
    },
    START_ARRAY: { buckets_path: setPaths },
    ...(namedPaths && { START_OBJECT: { buckets_path: setPaths } }),
  };
  for (const [key, value] of Object.entries(json)) {
    const token = tokenName(value);
    const at = { container: json, key, edge: 'value' } as const;
    const readers = { ...shared[token], ...own[token] };
    const tokenIsKnown = token in shared || token in own;
    if (!Object.hasOwn(readers, key)) throw parsingErrorAt(unknown(token, key, tokenIsKnown), at);
    readers[key](value, at);
  }
  if (paths === null) throw missingMember(json, missing);
  return { paths, gapPolicy, format: numberFormatOf(format) };
}

export function missingMember(json: JsonObject, member: string) {
  return parsingErrorAt(`Missing required field ${member}`, { container: json, key: null, edge: 'end' });
}

/** A single path is named `_value`, those of a list `_value0`, `_value1`, …; a map gives names itself. */
function readPaths(value: JsonValue, at: JsonPlace): ReadonlyMap<string, string> {
  if (Array.isArray(value)) return new Map(value.map((_, index) => [`_value${index}`, textAt(value, index)]));
  if (isJsonObject(value)) {
    return new Map(Object.entries(value).map(([name, path]) => [name, javaText(path)]));
  }
  return new Map([['_value', textAt(at.container as JsonObject, at.key as string)]]);
}

/** Java prints a map as `{sum=1}`, which is an invalid path. */
function javaText(path: JsonValue): string {
  if (Array.isArray(path)) return `[${path.map(javaText).join(', ')}]`;
  if (!isJsonObject(path)) return String(path);
  return `{${Object.entries(path)
    .map(([key, value]) => `${key}=${javaText(value)}`)
    .join(', ')}}`;
}

function readGapPolicy(text: string, at: JsonPlace): GapPolicy {
  if (text === 'skip' || text === 'insert_zeros') return text;
  throw parsingErrorAt(`Invalid gap policy: [${text}], accepted values: [insert_zeros, skip]`, at);
}

/** `gap_policy` in the newer parsers, which ignore case. */
export const gapPolicyField: Field<GapPolicy> = stringField((text, { container, key }) =>
  readGapPolicy(text.toLowerCase(), { container, key, edge: 'value' }),
);

export const pathField: Field<ReadonlyMap<string, string>> = stringField(
  (path) => new Map([['_value', path]]),
);

export const pathListField: Field<ReadonlyMap<string, string>> = anyField(
  ['VALUE_STRING', 'START_ARRAY'],
  (value, { container, key }) => readPaths(value, { container, key, edge: 'value' }),
);

/** Paths of scripts: one, a list, or a map of strings. */
export const namedPathsField: Field<ReadonlyMap<string, string>> = anyField(
  ['VALUE_STRING', 'START_ARRAY', 'START_OBJECT'],
  (value, { container, key }) => {
    if (!isJsonObject(value)) return readPaths(value, { container, key, edge: 'value' });
    return new Map(Object.keys(value).map((name) => [name, textAt(value, name)]));
  },
);
