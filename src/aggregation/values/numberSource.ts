import { illegalArgument } from '../../common/index.ts';
import type { LeafContext } from '../../query/index.ts';
import type { NumericColumn } from '../../segment/index.ts';
import type { AggregationContext } from '../types.ts';
import {
  booleanColumn,
  ColumnReader,
  constantReader,
  EMPTY_READER,
  type NumberReader,
  type NumberSource,
} from './numbers.ts';
import { scriptNumbers } from './scriptValues.ts';
import type { ValuesConfig } from './valuesConfig.ts';

const WHOLE = new Set(['byte', 'short', 'integer', 'long', 'unsigned_long']);

/** The numbers of a numeric, date or boolean field, or of a script. */
export function numberSource(config: ValuesConfig, context: AggregationContext): NumberSource {
  if (config.script !== null) return scriptNumbers(config, context);
  const missing = missingNumber(config);
  return {
    integral: isIntegral(config) && (missing === null || Number.isInteger(missing)),
    leaf: (leaf) => fieldReader(leaf, config, missing),
  };
}

function isIntegral({ kind, field }: ValuesConfig): boolean {
  return kind !== 'numeric' || field === null || (field.numericKind !== null && WHOLE.has(field.numericKind));
}

function fieldReader(leaf: LeafContext, config: ValuesConfig, missing: number | null): NumberReader {
  const column = config.field && numericColumn(leaf, config.field.name);
  if (column) return new ColumnReader(column, missing);
  return missing === null ? EMPTY_READER : constantReader(missing);
}

/** A field's numbers; booleans as zeros and ones. null where the segment has none. */
export function numericColumn(leaf: LeafContext, field: string): NumericColumn | null {
  const column = leaf.reader.column(field);
  if (column === null) return null;
  if (column.kind === 'numeric') return column;
  if (column.kind !== 'ordinals') return null;
  const key = `aggregation.boolean:${field}`;
  const cached = leaf.reader.cache.get(key) as NumericColumn | undefined;
  const numbers = cached ?? booleanColumn(column);
  if (!cached) leaf.reader.cache.set(key, numbers);
  return numbers;
}

/** `missing` as a number: dates are parsed by the field's format. */
export function missingNumber({ kind, field, missing }: ValuesConfig): number | null {
  if (missing === undefined) return null;
  if (kind === 'boolean') return missing === true || missing === 'true' || missing === 1 ? 1 : 0;
  if (kind === 'date') {
    if (field) return Number(field.toIndexValue(missing));
    const time = typeof missing === 'number' ? missing : Date.parse(String(missing));
    if (Number.isNaN(time)) {
      throw illegalArgument(
        `failed to parse date field [${missing}] with format [strict_date_optional_time||epoch_millis]`,
      );
    }
    return time;
  }
  const number = Number(missing);
  if (Number.isNaN(number)) throw illegalArgument(`For input string: "${missing}"`);
  return number;
}
