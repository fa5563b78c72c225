import { illegalArgument } from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import { type QueryShardContext, shardError } from '../../query/index.ts';
import type { NestedSort, SortSpec } from '../source/sortSpec.ts';
import { fieldKey } from './fieldKey.ts';
import type { NumericSortType } from './fieldSort.ts';
import { geoDistanceKey } from './geoDistanceKey.ts';
import type { BoundNestedSort } from './nestedValues.ts';
import { constantKey, docKey, idKey, scoreKey, scriptKey } from './simpleKeys.ts';
import type { SortKey } from './sortKey.ts';

/** The keys of `sort` bound to a shard; empty: by relevance alone. */
export function bindSort(specs: readonly SortSpec[], context: QueryShardContext): SortKey[] {
  if (specs.length === 1 && specs[0].kind === 'score' && specs[0].order === 'desc') return [];
  return specs.map((spec) => bindKey(spec, context));
}

function bindKey(spec: SortSpec, context: QueryShardContext): SortKey {
  switch (spec.kind) {
    case 'score':
      return scoreKey(spec.order);
    case 'doc':
      return docKey(spec.order);
    case 'script':
      return scriptKey(context, spec.script, spec.type, spec.order);
    case 'geo':
      return geoDistanceKey(spec, bindNested(spec.nested, context), context);
    case 'field':
      return bindField(spec, context);
  }
}

const LONG_MAX = 9223372036854775807n;
const LONG_MIN = -9223372036854775808n;

function bindField(spec: Extract<SortSpec, { kind: 'field' }>, context: QueryShardContext): SortKey {
  if (spec.field === '_id') return idKey(spec.order);
  if (spec.field === '_index') return constantKey(context.indexName, spec.order);
  const field = context.mapper.field(spec.field);
  if (field === undefined) {
    if (spec.unmappedType === null) {
      throw shardError(context, `No mapping found for [${spec.field}] in order to sort on`);
    }
    return constantKey(unmappedValue(spec.unmappedType, spec.order), spec.order);
  }
  return fieldKey({
    field,
    order: spec.order,
    missing: spec.missing,
    mode: spec.mode,
    numericType: readNumericType(spec.numericType, field),
    nested: bindNested(spec.nested, context),
  });
}

const NUMERIC_TYPES: readonly NumericSortType[] = ['long', 'double', 'date', 'date_nanos'];

function readNumericType(given: string | null, field: MappedFieldType): NumericSortType | null {
  if (given === null) return null;
  if (field.family !== 'numeric' && field.family !== 'date') {
    throw illegalArgument(
      `[numeric_type] option cannot be set on a non-numeric field, got ${field.typeName}`,
    );
  }
  const type = NUMERIC_TYPES.find((name) => name === given.toLowerCase());
  if (type !== undefined) return type;
  const reason = `invalid value for [numeric_type], must be [long, double, date, date_nanos], got ${given}`;
  throw illegalArgument(reason);
}

function unmappedValue(type: string, order: 'asc' | 'desc') {
  const last = order === 'asc';
  if (['float', 'double', 'half_float', 'scaled_float'].includes(type)) {
    return last ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  }
  if (['integer', 'short', 'byte'].includes(type)) return last ? 2147483647 : -2147483648;
  if (['long', 'date', 'boolean'].includes(type)) return last ? LONG_MAX : LONG_MIN;
  return null;
}

function bindNested(nested: NestedSort | null, context: QueryShardContext): BoundNestedSort | null {
  if (nested === null) return null;
  const inner = nested.nested ?? nested;
  const object = context.mapper.object(inner.path);
  if (object === undefined || !object.nested) {
    throw shardError(context, `[nested] failed to find nested object under path [${inner.path}]`);
  }
  return {
    path: inner.path,
    filter: inner.filter?.toQuery({ ...context, nestedScope: inner.path }) ?? null,
    maxChildren: inner.maxChildren,
  };
}
