/** Numbers and dates as people write them in different countries: `1.234,5`, `31.12.2024`, `12/31/2024`. */

/** How a table is to be read where it could be read in two ways. */
export interface LocalForms {
  /** What separates the cells; a comma when it is not given. */
  readonly delimiter?: string;
  /** What separates the fraction of a number. */
  readonly decimal?: 'comma' | 'point';
  /** The order of day and month; `text` leaves dates as they are. */
  readonly dates?: 'dmy' | 'mdy' | 'text';
  /** What becomes of a column that could be read in two ways: it is refused, or stays text. */
  readonly ambiguous?: 'refuse' | 'text';
}

/** Rewrites a cell, or null for one that does not have the form of its column. */
export type Rewrite = (text: string) => string | null;

/** A column that could be read in two ways, in words. */
export class AmbiguousColumn {
  readonly words: string;
  constructor(words: string) {
    this.words = words;
  }
}

/** No leading zeros: `007` is a name, not a number. At most 18 digits, which fit a long. */
const PLAIN = /^-?(?:0|[1-9]\d{0,17})(?:\.\d+)?(?:[eE][+-]?\d{1,2})?$/;
/** `1.234,5`; without separators of thousands as well. */
const COMMA = /^-?(?:0|[1-9]\d{0,2}(?:\.\d{3}){1,5}|[1-9]\d{0,17})(?:,\d+)?$/;
/** `1,234.5`. */
const POINT = /^-?(?:0|[1-9]\d{0,2}(?:,\d{3}){1,5}|[1-9]\d{0,17})(?:\.\d+)?$/;

/**
 * How numbers of a column become JSON; null for a column of something else. Where commas separate the cells, numbers
 * with a comma are read only if `decimal` says so.
 */
export function numberForm(cells: readonly string[], forms: LocalForms): Rewrite | AmbiguousColumn | null {
  const { decimal, delimiter = ',' } = forms;
  const all = (form: RegExp): boolean => cells.every((text) => form.test(text));
  if (decimal !== 'comma' && all(PLAIN)) return plain;
  if (decimal === undefined && delimiter === ',') return null;
  const isComma = decimal !== 'point' && all(COMMA);
  const isPoint = decimal !== 'comma' && all(POINT);
  if (isComma && isPoint) {
    const example = cells.find((text) => text.includes(','));
    return new AmbiguousColumn(`${example} could be a fraction or thousands (option decimal: comma, point)`);
  }
  if (isComma) return (text) => (COMMA.test(text) ? text.replaceAll('.', '').replace(',', '.') : null);
  return isPoint ? (text) => (POINT.test(text) ? text.replaceAll(',', '') : null) : null;
}

const plain: Rewrite = (text) => (PLAIN.test(text) ? text : null);

/** Day and month in either order, the year last, perhaps with a time; the separator is the same twice. */
const LOCAL_DATE = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:[ T,]+(\d{1,2}:\d{2}(?::\d{2})?))?$/;
const YEAR_FIRST = /^(\d{4})\/(\d{1,2})\/(\d{1,2})(?:[ T]+(\d{1,2}:\d{2}(?::\d{2})?))?$/;

type Order = 'dmy' | 'mdy';

/** How dates of a column become ISO dates; null for a column of something else. The whole column decides. */
export function dateForm(cells: readonly string[], { dates }: LocalForms): Rewrite | AmbiguousColumn | null {
  if (dates === 'text') return null;
  if (cells.every((text) => yearFirst(text) !== null)) return yearFirst;
  if (!cells.every((text) => LOCAL_DATE.test(text))) return null;
  const possible = (['dmy', 'mdy'] as const).filter((order) => cells.every((text) => localDate(text, order)));
  // Nobody writes the month first with points.
  const hasPoints = cells.every((text) => text.includes('.'));
  const wanted: Order | undefined = dates ?? (hasPoints ? 'dmy' : undefined);
  if (wanted !== undefined) return possible.includes(wanted) ? (text) => localDate(text, wanted) : null;
  const [order] = possible;
  if (order === undefined) return null;
  // The same day either way: `05/05/2024`.
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

/** null for a day or a time that there is not. */
function isoDate(year: string, month: string, day: string, time: string | undefined): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const clock = time === undefined ? '' : `T${time.padStart(time.length < 6 ? 5 : 8, '0')}`;
  const read = new Date(`${date}${clock === '' ? 'T00:00' : clock}Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(date) ? date + clock : null;
}
