import { AmbiguousColumn, type LocalForms, type Rewrite } from './localForms.ts';

/** Day and month in either order, the year last, optionally with a time; both separators are equal. */
const LOCAL_DATE = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:[ T,]+(\d{1,2}:\d{2}(?::\d{2})?))?$/;
const YEAR_FIRST = /^(\d{4})\/(\d{1,2})\/(\d{1,2})(?:[ T]+(\d{1,2}:\d{2}(?::\d{2})?))?$/;

type Order = 'dmy' | 'mdy';

/**
 * Converts the dates of a column to ISO dates; `null` if it contains something else. Considers the whole
 * column.
 */
export function dateForm(cells: readonly string[], { dates }: LocalForms): Rewrite | AmbiguousColumn | null {
  if (dates === 'text') return null;
  if (cells.every((text) => yearFirst(text) !== null)) return yearFirst;
  if (!cells.every((text) => LOCAL_DATE.test(text))) return null;
  const possible = (['dmy', 'mdy'] as const).filter((order) => cells.every((text) => localDate(text, order)));
  // Dates with points always have the day first.
  const hasPoints = cells.every((text) => text.includes('.'));
  const wanted: Order | undefined = dates ?? (hasPoints ? 'dmy' : undefined);
  if (wanted !== undefined) return possible.includes(wanted) ? (text) => localDate(text, wanted) : null;
  const [order] = possible;
  if (order === undefined) return null;
  // The same day in either order: `05/05/2024`.
  if (possible.length === 1 || cells.every((text) => localDate(text, 'dmy') === localDate(text, 'mdy'))) {
    return (text) => localDate(text, order);
  }
  return new AmbiguousColumn(
    `${cells[0]} could begin with the day or the month (option dates: dmy, mdy, text)`,
  );
}

function yearFirst(text: string): string | null {
  const [, year, month, day, time] = YEAR_FIRST.exec(text) ?? [];
  return year === undefined ? null : isoDate(year, month, day, time);
}

function localDate(text: string, order: Order): string | null {
  const [, first, , second, year, time] = LOCAL_DATE.exec(text) ?? [];
  if (year === undefined) return null;
  return order === 'dmy' ? isoDate(year, second, first, time) : isoDate(year, first, second, time);
}

/** `null` for a day or time that does not exist. */
function isoDate(year: string, month: string, day: string, time: string | undefined): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const clock = time === undefined ? '' : `T${time.padStart(time.length < 6 ? 5 : 8, '0')}`;
  const read = new Date(`${date}${clock === '' ? 'T00:00' : clock}Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(date) ? date + clock : null;
}
