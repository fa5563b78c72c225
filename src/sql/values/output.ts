import { type ExactJsonValue, float32ToNumber } from '../../common/index.ts';
import type { SqlType } from '../types.ts';
import { isAbsent, isTemporal, type SqlValue } from './value.ts';

/** Converts a value to its form in a response row. */
export function toJson(value: SqlValue, type: SqlType): ExactJsonValue {
  if (isAbsent(value)) return null;
  if (typeof value === 'number') {
    // JSON has no infinity.
    if (!Number.isFinite(value)) return null;
    return type === 'float' ? float32ToNumber(value) : value;
  }
  if (isTemporal(value)) return value.toString();
  return value;
}
