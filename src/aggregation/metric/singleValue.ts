import { type ExactJsonObject, illegalArgument, jsonDouble } from '../../common/index.ts';
import type { ValueFormat } from '../values/valueFormat.ts';

/** `{"value": …}` with `value_as_string` if the field has a format; for null without it. */
export function renderValue(value: number | null, format: ValueFormat): ExactJsonObject {
  if (value === null) return { value: null };
  const shown = jsonDouble(value);
  return format.raw ? { value: shown } : { value: shown, value_as_string: format.number(value) };
}

/** A single-value metric is referenced without a key, or by `value`. */
export function checkSingleValueKey(key: string | null, type: string): void {
  if (key !== null && key !== 'value') {
    throw illegalArgument(
      `Ordering on a single-value metrics aggregation can only be done on its value. Either drop the key (a la "${type}") or change it to "value" (a la "${type}.value")`,
    );
  }
}
