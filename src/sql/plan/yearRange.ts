import type { JsonObject } from '../../common/index.ts';
import type { BoundCall } from '../binder/index.ts';
import type { ComparisonSymbol } from '../functions/index.ts';
import { epochDayOf } from '../values/index.ts';

/** `YEAR(f) = 2024` as a range on `f`: from the first instant of one year up to that of another. */
export function yearRange(operator: ComparisonSymbol, year: number, path: string): JsonObject {
  const start = startMillis(year);
  const end = startMillis(year + 1);
  const range = (bounds: JsonObject): JsonObject => ({
    range: { [path]: { ...bounds, format: 'epoch_millis' } },
  });
  switch (operator) {
    case '=':
      return range({ gte: start, lt: end });
    case '!=':
      return { bool: { filter: [{ exists: { field: path } }], must_not: [range({ gte: start, lt: end })] } };
    case '<':
      return range({ lt: start });
    case '<=':
      return range({ lt: end });
    case '>':
      return range({ gte: end });
    case '>=':
      return range({ gte: start });
  }
}

/** A comparison of YEAR(x) with an integer; null for anything else. */
export function yearComparison(
  bound: BoundCall,
): { readonly of: BoundCall['args'][number]; readonly year: number } | null {
  const [left, right] = bound.args;
  if (left?.kind !== 'call' || left.fn.search?.kind !== 'year' || right?.kind !== 'literal') return null;
  const { value } = right;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 9998) return null;
  return { of: left.args[0], year: value };
}

function startMillis(year: number): number {
  return epochDayOf(year, 1, 1) * 86_400_000;
}
