import { semanticError } from '../errors.ts';
import { civilOf, pad, type SqlTimestamp, weekOf } from '../values/index.ts';

type Part = (t: SqlTimestamp) => string;

const year: Part = (t) => pad(civilOf(t.epochDay).year, 4);
const month: Part = (t) => pad(civilOf(t.epochDay).month, 2);
const day: Part = (t) => pad(civilOf(t.epochDay).day, 2);
const hour: Part = (t) => pad(Math.floor(t.secondOfDay / 3600), 2);
const minute: Part = (t) => pad(Math.floor(t.secondOfDay / 60) % 60, 2);
const second: Part = (t) => pad(t.secondOfDay % 60, 2);
const micros: Part = (t) => pad(Math.floor(t.nano / 1000), 6);
const week: Part = (t) => String(weekOf(t.epochDay, 7, 1).week);
const quarter: Part = (t) => String(Math.ceil(civilOf(t.epochDay).month / 3));

const PARTS: ReadonlyMap<string, readonly Part[]> = new Map([
  ['MICROSECOND', [micros]],
  ['SECOND', [second]],
  ['MINUTE', [minute]],
  ['HOUR', [hour]],
  ['DAY', [day]],
  ['WEEK', [week]],
  ['MONTH', [month]],
  ['QUARTER', [quarter]],
  ['YEAR', [year]],
  ['SECOND_MICROSECOND', [second, micros]],
  ['MINUTE_MICROSECOND', [minute, second, micros]],
  ['MINUTE_SECOND', [minute, second]],
  ['HOUR_MICROSECOND', [hour, minute, second, micros]],
  ['HOUR_SECOND', [hour, minute, second]],
  ['HOUR_MINUTE', [hour, minute]],
  ['DAY_MICROSECOND', [day, hour, minute, second, micros]],
  ['DAY_SECOND', [day, hour, minute, second]],
  ['DAY_MINUTE', [day, hour, minute]],
  ['DAY_HOUR', [day, hour]],
  ['YEAR_MONTH', [year, month]],
]);

/** `YEAR_MONTH` of 2023-02-07 → 202302. */
export function extractParts(name: string, timestamp: SqlTimestamp): number {
  const parts = PARTS.get(name.toUpperCase());
  if (parts === undefined) throw semanticError(`${name} is not a part of a date`);
  return Number(parts.map((part) => part(timestamp)).join(''));
}
