import { type CalendarUnit, calendarRounding, type DateRounding } from '../dates/dateRounding.ts';
import { UTC, zoneOffsets } from '../dates/zoneOffsets.ts';

/** A unit for automatic histograms, and how many of it may form one bucket. */
export interface AutoRounding {
  readonly unit: CalendarUnit;
  readonly abbreviation: string;
  readonly multiples: readonly number[];
  readonly rounding: DateRounding;
}

const TABLE: readonly Omit<AutoRounding, 'rounding'>[] = [
  { unit: 'second', abbreviation: 's', multiples: [1, 5, 10, 30] },
  { unit: 'minute', abbreviation: 'm', multiples: [1, 5, 10, 30] },
  { unit: 'hour', abbreviation: 'h', multiples: [1, 3, 12] },
  { unit: 'day', abbreviation: 'd', multiples: [1, 7] },
  { unit: 'month', abbreviation: 'M', multiples: [1, 3] },
  { unit: 'year', abbreviation: 'y', multiples: [1, 5, 10, 20, 50, 100] },
];

/** From the finest allowed unit to the coarsest. */
export function autoRoundings(timeZone: string | undefined, finest: string): readonly AutoRounding[] {
  const zone = timeZone === undefined ? UTC : zoneOffsets(timeZone);
  const first = TABLE.findIndex(({ unit }) => unit === finest);
  return TABLE.slice(first).map((row) => ({ ...row, rounding: calendarRounding(row.unit, zone, 0) }));
}

function mostBuckets({ multiples }: AutoRounding, target: number): number {
  return target * multiples[multiples.length - 1];
}

/** The finest rounding, from `least` on, that yields no more buckets than can be merged. */
export function chooseRounding(
  roundings: readonly AutoRounding[],
  least: number,
  keys: { readonly min: number; readonly max: number },
  target: number,
): number {
  for (let index = least; index < roundings.length - 1; index++) {
    const most = mostBuckets(roundings[index], target);
    if (countBuckets(roundings[index].rounding, keys, most) <= most) return index;
  }
  return roundings.length - 1;
}

/** The number of buckets between the keys; stops counting above `most`. */
function countBuckets(
  rounding: DateRounding,
  { min, max }: { readonly min: number; readonly max: number },
  most: number,
): number {
  if ((max - min) / rounding.lengthMs > most * 2) return most + 1;
  let count = 0;
  for (let key = rounding.round(min); key < max && count <= most; key = rounding.next(key)) count++;
  return count;
}
