import { CITIES, GENRES, people } from '../support/people.ts';

/** The people as typed arrays, and loops over these: what a plain scan costs, without an index or a plan. */
export interface Columns {
  readonly count: number;
  readonly age: Uint8Array;
  readonly balance: Float64Array;
  readonly genre: Uint16Array;
  readonly city: Uint16Array;
  readonly joined: Float64Array;
}

export function columnsOf(count: number): Columns {
  const columns = {
    count,
    age: new Uint8Array(count),
    balance: new Float64Array(count),
    genre: new Uint16Array(count),
    city: new Uint16Array(count),
    joined: new Float64Array(count),
  };
  for (const person of people(count)) {
    columns.age[person.id] = person.age;
    columns.balance[person.id] = person.balance;
    columns.genre[person.id] = Number(person.genre.slice('genre-'.length));
    columns.city[person.id] = Number(person.city.slice('city-'.length));
    columns.joined[person.id] = Date.parse(person.joined);
  }
  return columns;
}

export function countAbove({ balance, count }: Columns, least: number): number {
  let found = 0;
  for (let i = 0; i < count; i++) if (balance[i] > least) found++;
  return found;
}

export interface Groups {
  readonly counts: Uint32Array;
  readonly sums: Float64Array;
  readonly oldest: Uint8Array;
}

/** Counts, sums of balances and greatest ages by genre or city, of the people with a balance above `least`. */
export function groupBy(columns: Columns, field: 'genre' | 'city', least: number): Groups {
  const { balance, age, count } = columns;
  const keys = columns[field];
  const groups = field === 'genre' ? GENRES.length : CITIES.length;
  const counts = new Uint32Array(groups);
  const sums = new Float64Array(groups);
  const oldest = new Uint8Array(groups);
  for (let i = 0; i < count; i++) {
    if (balance[i] <= least) continue;
    const key = keys[i];
    counts[key]++;
    sums[key] += balance[i];
    if (age[i] > oldest[key]) oldest[key] = age[i];
  }
  return { counts, sums, oldest };
}

/** The ids of the `size` people with the greatest balances, of those above an age, but one. */
export function richest(columns: Columns, above: number, but: number, size: number): Uint32Array {
  const { balance, age, count } = columns;
  const ids = new Uint32Array(size);
  const best = new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < count; i++) {
    if (balance[i] <= best[size - 1] || age[i] <= above || i === but) continue;
    let place = size - 1;
    for (; place > 0 && best[place - 1] < balance[i]; place--) {
      best[place] = best[place - 1];
      ids[place] = ids[place - 1];
    }
    best[place] = balance[i];
    ids[place] = i;
  }
  return ids;
}

/** The first people of a genre above an age. */
export function firstOf(
  { genre, age, count }: Columns,
  wanted: number,
  above: number,
  size: number,
): number[] {
  const ids: number[] = [];
  for (let i = 0; i < count && ids.length < size; i++) if (genre[i] === wanted && age[i] > above) ids.push(i);
  return ids;
}

/** How many joined in each year or month, of the people with a balance above `least`. */
export function joinedBy(
  { joined, balance, count }: Columns,
  unit: 'year' | 'month',
  least: number,
): Uint32Array {
  const starts = unit === 'year' ? YEARS : MONTHS;
  const counts = new Uint32Array(starts.length);
  const perMs = (starts.length - 1) / (starts[starts.length - 1] - starts[0]);
  for (let i = 0; i < count; i++) {
    if (balance[i] <= least) continue;
    // Units are of nearly the same length: the guess is off by one at most.
    let unitIndex = Math.floor((joined[i] - starts[0]) * perMs);
    if (joined[i] < starts[unitIndex]) unitIndex--;
    else if (joined[i] >= starts[unitIndex + 1]) unitIndex++;
    counts[unitIndex]++;
  }
  return counts;
}

const FIRST_YEAR = 2014;
const LAST_YEAR = 2024;
const MONTHS = Float64Array.from({ length: 12 * (LAST_YEAR - FIRST_YEAR) + 1 }, (_, i) =>
  Date.UTC(FIRST_YEAR, i),
);
const YEARS = MONTHS.filter((_, i) => i % 12 === 0);
