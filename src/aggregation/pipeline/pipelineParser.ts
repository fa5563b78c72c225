import { illegalArgument, isJsonObject, type JsonObject, type JsonValue } from '../../common/index.ts';
import { tokenName } from '../../query/index.ts';
import { parsingErrorAt } from '../framework/parseErrors.ts';
import { numberFormatOf, type ValueFormat } from '../values/valueFormat.ts';
import type { GapPolicy } from './bucketValue.ts';

/** The members that all pipelines share. */
export interface PipelineOptions {
  readonly paths: ReadonlyMap<string, string>;
  readonly gapPolicy: GapPolicy;
  readonly format: ValueFormat;
}

type Readers = Readonly<Record<string, (value: JsonValue) => void>>;

/**
 * Reads `buckets_path`, `gap_policy`, `format` and the members that `own` reads. Throws parsing_exception for others,
 * and where there is no path.
 */
export function parsePipeline(
  json: JsonObject,
  aggregation: string,
  own: Readers = {},
  pathRequired = true,
): PipelineOptions {
  let paths: ReadonlyMap<string, string> | null = null;
  let gapPolicy: GapPolicy = 'skip';
  let format: string | null = null;
  for (const [key, value] of Object.entries(json)) {
    const at = { container: json, key, edge: 'value' } as const;
    if (
      key === 'buckets_path' &&
      (typeof value === 'string' || Array.isArray(value) || isJsonObject(value))
    ) {
      paths = parsePaths(value);
    } else if (key === 'gap_policy' && typeof value === 'string') gapPolicy = parseGapPolicy(value, json);
    else if (key === 'format' && typeof value === 'string') format = value;
    else if (Object.hasOwn(own, key)) own[key](value);
    else throw parsingErrorAt(`Unexpected token ${tokenName(value)} [${key}] in [${aggregation}]`, at);
  }
  if (paths === null && pathRequired) {
    const at = { container: json, key: null, edge: 'end' } as const;
    throw parsingErrorAt(`Missing required field [buckets_path] for aggregation [${aggregation}]`, at);
  }
  return { paths: paths ?? new Map(), gapPolicy, format: numberFormatOf(format) };
}

/** One path is called `_value`, those of a list `_value0`, `_value1`, …; a map names them itself. */
function parsePaths(value: JsonValue): ReadonlyMap<string, string> {
  if (Array.isArray(value)) return new Map(value.map((path, index) => [`_value${index}`, String(path)]));
  if (isJsonObject(value)) {
    return new Map(Object.entries(value).map(([name, path]) => [name, textOf(path)]));
  }
  return new Map([['_value', String(value)]]);
}

/** Java prints a map as `{sum=1}`: a path that leads nowhere. */
function textOf(path: JsonValue): string {
  if (Array.isArray(path)) return `[${path.map(textOf).join(', ')}]`;
  if (!isJsonObject(path)) return String(path);
  return `{${Object.entries(path)
    .map(([key, value]) => `${key}=${textOf(value)}`)
    .join(', ')}}`;
}

function parseGapPolicy(text: string, json: JsonObject): GapPolicy {
  if (text === 'skip' || text === 'insert_zeros') return text;
  const at = { container: json, key: 'gap_policy', edge: 'value' } as const;
  throw parsingErrorAt(`Invalid gap policy: [${text}], accepted values: [insert_zeros, skip]`, at);
}

export function readIntMember(value: JsonValue, name: string, aggregation: string): number {
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number === 'number' && Number.isInteger(number)) return number;
  throw illegalArgument(`Failed to parse [${name}] of [${aggregation}]: [${value}] is no whole number`);
}
