import { illegalArgument, type JsonValue } from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import { checkIdFieldData, matchedAhead, type QueryShardContext, shardError } from '../../query/index.ts';
import type { NestedSort } from '../source/sortParts.ts';
import type { SortSpec } from '../source/sortSpec.ts';
import { fieldKey } from './fieldKey.ts';
import { geoDistanceKey } from './geoDistanceKey.ts';
import { type BoundNestedSort, childrenOf } from './nestedValues.ts';
import { givenMissing } from './numericKey.ts';
import { constantKey, docKey, idKey, scoreKey, scriptKey } from './simpleKeys.ts';
import type { SortKey } from './sortKey.ts';

/** The keys of `sort` bound to a shard; empty for relevance only. */
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
  if (spec.field === '_id') {
    checkIdFieldData(context);
    return idKey(spec.order, context);
  }
  if (spec.field === '_index') return constantKey(context.indexName, spec.order);
  const field = context.mapper.field(spec.field);
  if (field === undefined) {
    if (spec.unmappedType === null) {
      throw shardError(context, `No mapping found for [${spec.field}] in order to sort on`);
    }
    return constantKey(unmappedValue(spec.unmappedType, spec.order, spec.missing), spec.order);
  }
  checkOptions(spec, field, context);
  return fieldKey({
    field,
    order: spec.order,
    missing: spec.missing,
    mode: spec.mode,
    numericType: spec.numericType,
    nested: bindNested(spec.nested, context),
  });
}

/** Options that only apply to numbers. */
function checkOptions(
  { numericType, mode, nested }: Extract<SortSpec, { kind: 'field' }>,
  field: MappedFieldType,
  context: QueryShardContext,
): void {
  if (numericType !== null && field.family !== 'numeric' && field.family !== 'date') {
    const reason = `[numeric_type] option cannot be set on a non-numeric field, got ${field.typeName}`;
    throw shardError(context, reason);
  }
  const text = field.family === 'keyword' || field.family === 'ip';
  if (nested !== null && mode === 'median') {
    throw illegalArgument('Unsupported sort mode: MEDIAN');
  }
  if (text && mode !== null && mode !== 'min' && mode !== 'max') {
    throw shardError(context, 'we only support AVG, MEDIAN and SUM on number based fields');
  }
}

const FLOATS = ['float', 'double', 'half_float', 'scaled_float'];
const WHOLES = ['integer', 'short', 'byte', 'long', 'date', 'boolean'];

/** What all documents of an index sort by that has no such field. */
function unmappedValue(type: string, order: 'asc' | 'desc', missing: JsonValue) {
  if (missing !== null && missing !== '_last' && missing !== '_first') {
    if (type === 'keyword') return String(missing);
    if (FLOATS.includes(type)) return givenMissing(missing, true);
    if (WHOLES.includes(type)) return givenMissing(missing, false);
  }
  const last = (order === 'asc') === (missing !== '_first');
  if (FLOATS.includes(type)) {
    return last ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  }
  if (['integer', 'short', 'byte'].includes(type)) return last ? 2147483647 : -2147483648;
  if (['long', 'date', 'boolean'].includes(type)) return last ? LONG_MAX : LONG_MIN;
  return null;
}

function bindNested(nested: NestedSort | null, context: QueryShardContext): BoundNestedSort | null {
  const inner = nested?.nested ?? nested;
  if (inner === null || inner.path === null) return null;
  const object = context.mapper.object(inner.path);
  if (object === undefined || !object.nested) {
    throw shardError(context, `[nested] failed to find nested object under path [${inner.path}]`);
  }
  const filter = inner.filter?.bindDirectly({ ...context, nestedScope: inner.path }) ?? null;
  return {
    children: childrenOf(inner.path, filter === null ? null : matchedAhead(context, filter)),
    maxChildren: inner.maxChildren,
  };
}
