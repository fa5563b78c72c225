import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  limits,
  murmur3Bytes,
  OpenSearchError,
} from '../../common/index.ts';
import { compileRegexp, intAt } from '../../query/index.ts';
import { anyField, type Field } from '../framework/objectParser.ts';
import { hash64 } from './hashes.ts';
import type { Key, KeyFilter } from './keys.ts';
import { missingNumber } from './numbers.ts';
import type { ValuesConfig } from './valuesConfig.ts';

const encoder = new TextEncoder();

/** Selects the terms that a terms aggregation counts. */
export type TermSelection =
  | { readonly kind: 'regexp'; readonly pattern: string }
  | { readonly kind: 'values'; readonly values: readonly JsonValue[] }
  | { readonly kind: 'partition'; readonly partition: number; readonly count: number };

function selectionField(name: 'include' | 'exclude'): Field<TermSelection> {
  const tokens = ['VALUE_STRING', 'START_ARRAY', ...(name === 'include' ? ['START_OBJECT'] : [])];
  return anyField(tokens, (value) => {
    if (typeof value === 'string') return { kind: 'regexp', pattern: value };
    if (isJsonObject(value)) return partition(value);
    return {
      kind: 'values',
      values: (value as JsonValue[]).map((item, index) => scalar(item, index, value)),
    };
  });
}

function scalar(item: JsonValue, index: number, list: JsonValue): JsonValue {
  if (typeof item === 'string' || typeof item === 'number' || typeof item === 'bigint') return item;
  if (typeof item === 'boolean') return item;
  const at = { container: list as JsonValue[], key: index, edge: 'value' } as const;
  const reason = 'Array elements in include/exclude clauses should be string values';
  throw new OpenSearchError('parse_exception', reason, { at });
}

function partition(json: JsonObject): TermSelection {
  const found: Record<string, number> = {};
  for (const key of Object.keys(json)) {
    if (key !== 'partition' && key !== 'num_partitions') {
      const reason = `Unknown parameter in Include/Exclude clause: ${key}`;
      throw new OpenSearchError('parse_exception', reason, {
        at: { container: json, key, edge: 'value' },
      });
    }
    found[key] = intAt(json, key);
  }
  const { partition: part, num_partitions: count } = found;
  if (part === undefined) throw illegalArgument('Missing [partition] parameter for partition-based include');
  if (count === undefined) {
    throw illegalArgument('Missing [num_partitions] parameter for partition-based include');
  }
  if (part < 0 || part >= count) {
    throw illegalArgument('Partition must be >=0 and < numPartition which is ' + count);
  }
  return { kind: 'partition', partition: part, count };
}

export const includeExcludeFields = {
  include: selectionField('include'),
  exclude: selectionField('exclude'),
} as const;

/** Throws if `include` and `exclude` are of different kinds, once both are read. */
export function checkSelections(parsed: Readonly<Record<string, unknown>>, key: string): void {
  if (key !== 'include' && key !== 'exclude') return;
  const { include, exclude } = parsed as Readonly<Record<string, TermSelection | undefined>>;
  if (include === undefined || exclude === undefined || include.kind === exclude.kind) return;
  const nameOf = ({ kind }: TermSelection): string => (kind === 'regexp' ? 'regex' : 'set');
  throw illegalArgument(
    include.kind === 'partition'
      ? 'Cannot specify any excludes when using a partition-based include'
      : `Cannot mix a ${nameOf(include)}-based include with a ${nameOf(exclude)}-based method`,
  );
}

/** How regular expressions on non-text values are rejected, and by whom. */
interface RegexpRefusal {
  readonly aggregation: string;
  readonly error: (reason: string) => OpenSearchError;
}

/** Combines the selections into a test of keys; `null` if everything passes. */
export function keyFilter(
  include: TermSelection | null,
  exclude: TermSelection | null,
  config: ValuesConfig,
  refusal: RegexpRefusal,
): KeyFilter | null {
  const accepts = include && selectionTest(include, config, refusal);
  const rejects = exclude && selectionTest(exclude, config, refusal);
  if (!accepts && !rejects) return null;
  return (key) => (!accepts || accepts(key)) && !rejects?.(key);
}

function selectionTest(
  selection: TermSelection,
  config: ValuesConfig,
  refusal: RegexpRefusal,
): KeyFilter | null {
  switch (selection.kind) {
    case 'regexp':
      return regexpTest(selection.pattern, config, refusal);
    case 'values': {
      // The original keeps no list of numbers that is empty.
      if (selection.values.length === 0 && config.kind !== 'bytes' && !config.asText) return null;
      const keys = new Set(selection.values.map((value) => keyOf(value, config)));
      return (key) => keys.has(key);
    }
    default: {
      const { partition: part, count } = selection;
      return (key) => partitionOf(key, count) === part;
    }
  }
}

function regexpTest(
  pattern: string,
  { kind, asText }: ValuesConfig,
  { aggregation, error }: RegexpRefusal,
): KeyFilter {
  if (kind !== 'bytes' && !asText) {
    const values = kind === 'ip' ? 'values' : 'numeric values';
    const use = kind === 'ip' ? '' : ' used to filter numeric fields';
    throw error(
      `Aggregation [${aggregation}] cannot support regular expression style include/exclude settings as they ` +
        `can only be applied to string fields. Use an array of ${values} for include/exclude clauses${use}`,
    );
  }
  const options = { flags: 0xff, caseInsensitive: false, maxStates: limits.automatonStates.value };
  const matcher = compileRegexp(pattern, options);
  return (key) => matcher.matches(String(key));
}

function keyOf(value: JsonValue, config: ValuesConfig): Key {
  if (config.kind === 'bytes' || config.asText) return String(value);
  if (config.kind === 'ip') return config.field ? String(config.field.toIndexValue(value)) : String(value);
  return missingNumber({ ...config, missing: value }) ?? Number.NaN;
}

function partitionOf(key: Key, count: number): number {
  if (typeof key === 'string') return ((murmur3Bytes(encoder.encode(key), 31) % count) + count) % count;
  const { high, low } = hash64(Math.trunc(Number(key)), true);
  const hash = BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low));
  return Number(((hash % BigInt(count)) + BigInt(count)) % BigInt(count));
}
