import { illegalArgument, type JsonValue } from '../../common/index.ts';

/** A value of a query as text: numbers and booleans as Java prints them. */
export function queryText(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'object') throw illegalArgument('value cannot be null');
  return String(value);
}
