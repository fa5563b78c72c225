import { SqlError } from '../errors.ts';
import { civilOf, dayOfYear, isoDayOfWeek, pad, type SqlTimestamp, weekOf } from '../values/index.ts';
import { MONTHS, WEEKDAYS } from './dateNames.ts';

/**
 * Formats the text between a pattern's `%` specifiers like the original, which passes letters that Java's
 * DateTimeFormatter also uses to Java.
 */

type Field = (timestamp: SqlTimestamp, letters: number) => string;

/** `yy` is the two-digit year. */
function yearText(year: number, letters: number): string {
  return letters === 2 ? pad(year % 100, 2) : pad(year, letters);
}

/** `E` and `MMM` are abbreviations; four letters give the full name, five the initial. */
function nameText(name: string, letters: number): string {
  return letters === 4 ? name : name.slice(0, letters === 5 ? 1 : 3);
}

const month: Field = ({ epochDay }, letters) => {
  const { month: number } = civilOf(epochDay);
  return letters < 3 ? pad(number, letters) : nameText(MONTHS[number - 1], letters);
};

const hourOf = ({ secondOfDay }: SqlTimestamp): number => Math.floor(secondOfDay / 3600);

/** Each with its maximum number of letters. */
const FIELDS: Readonly<Record<string, readonly [Field, number]>> = {
  a: [(t) => (hourOf(t) < 12 ? 'AM' : 'PM'), 1],
  y: [({ epochDay }, n) => yearText(civilOf(epochDay).year, n), 19],
  Y: [({ epochDay }, n) => yearText(weekOf(epochDay, 1, 1).weekYear, n), 19],
  M: [month, 5],
  L: [month, 5],
  d: [({ epochDay }, n) => pad(civilOf(epochDay).day, n), 2],
  D: [({ epochDay }, n) => pad(dayOfYear(epochDay), n), 3],
  E: [({ epochDay }, n) => nameText(WEEKDAYS[isoDayOfWeek(epochDay) - 1], n), 5],
  H: [(t, n) => pad(hourOf(t), n), 2],
  h: [(t, n) => pad(hourOf(t) % 12 || 12, n), 2],
  m: [({ secondOfDay }, n) => pad(Math.floor(secondOfDay / 60) % 60, n), 2],
  s: [({ secondOfDay }, n) => pad(secondOfDay % 60, n), 2],
  S: [({ nano }, n) => pad(nano, 9).slice(0, n), 9],
};

/** Specifier letters for which Java has no field. */
const UNKNOWN = new Set(['i', 'I']);

const RUNS = /([A-Za-z])\1*|[[\]]|[{}#]/g;

/** Formats text between specifiers. Throws IllegalArgumentException with Java's message. */
export function javaText(text: string, timestamp: SqlTimestamp): string {
  return text.replace(RUNS, (run) => {
    checkRun(run);
    const [letter] = run;
    if (letter === '[' || letter === ']') return '';
    return Object.hasOwn(FIELDS, letter) ? FIELDS[letter][0](timestamp, run.length) : run;
  });
}

/** Throws like `javaText`, for all text between the specifiers of a pattern. */
export function checkJavaPattern(pattern: string): void {
  for (const [run] of pattern.replace(/%./gs, ' ').matchAll(RUNS)) checkRun(run);
}

function checkRun(run: string): void {
  const [letter] = run;
  if ('{}#'.includes(letter)) throw illegalPattern(`Pattern includes reserved character: '${letter}'`);
  if (UNKNOWN.has(letter)) throw illegalPattern(`Unknown pattern letter: ${letter}`);
  if (Object.hasOwn(FIELDS, letter) && run.length > FIELDS[letter][1]) {
    throw illegalPattern(`Too many pattern letters: ${letter}`);
  }
}

function illegalPattern(details: string): SqlError {
  return new SqlError('IllegalArgumentException', details);
}
