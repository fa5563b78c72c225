import { semanticError } from '../errors.ts';
import type { SqlType } from '../types.ts';
import { civilOf, dayOfYear, isoDayOfWeek, NANOS_PER_SECOND, weekOf } from '../values/index.ts';
import { MONTHS, WEEKDAYS } from './dateNames.ts';
import { num, sig } from './define.ts';
import { numberScript, type PainlessForm, partScript, type Scripted, textScript } from './painless.ts';
import { searched } from './searchForm.ts';
import { dayArgument, nanoOfDayArgument } from './temporalArguments.ts';
import type { FunctionTable, ScalarFunction, Signature } from './types.ts';

/** Parts of dates and times. */

const DATES: readonly SqlType[] = ['date', 'datetime', 'timestamp', 'keyword'];
const TIMES: readonly SqlType[] = ['keyword', 'time', 'date', 'datetime', 'timestamp'];

type Examples = ScalarFunction['examples'];

/** A part of a date; a TIME uses today's date. */
function ofDay(
  name: string,
  part: (day: number) => number | string,
  doc: string,
  examples: Examples,
  withTime = true,
  rest: Partial<ScalarFunction> = {},
): ScalarFunction {
  const returns = typeof part(0) === 'string' ? 'keyword' : 'integer';
  const types: readonly SqlType[] = withTime ? ['time', ...DATES] : DATES;
  const signatures = types.map((type) =>
    sig([type], returns, ([d], context) => part(dayArgument(d, context))),
  );
  return { names: [name], signatures, doc, examples, ...rest };
}

function ofTime(
  name: string,
  part: (nanos: number) => number,
  doc: string,
  examples: Examples,
  rest: Partial<ScalarFunction> = {},
): ScalarFunction {
  const signatures = TIMES.map((type) => sig([type], 'integer', ([t], c) => part(nanoOfDayArgument(t, c))));
  return { names: [name], signatures, doc, examples, ...rest };
}

const seconds = (nanos: number): number => Math.floor(nanos / NANOS_PER_SECOND);
const sundayFirst = (day: number): number => (isoDayOfWeek(day) % 7) + 1;
const quarter = (day: number): number => Math.ceil(civilOf(day).month / 3);

/** The first day of the week (Monday 1 … Sunday 7) and the minimum days of week 1, for MySQL's modes 0–7. */
function weekRule(mode: number): { firstDay: number; minimalDays: number } {
  if (mode < 0 || mode > 7) throw semanticError(`mode:${mode} is invalid, please use mode value between 0-7`);
  const minimalDays = mode === 1 || mode === 3 ? 5 : mode === 4 || mode === 6 ? 4 : 7;
  return { firstDay: mode % 2 === 0 ? 7 : 1, minimalDays };
}

/** In modes 0, 1, 4 and 5 the days before the year's first week are in week 0. */
export function weekNumber(day: number, mode: number): number {
  const { firstDay, minimalDays } = weekRule(mode);
  const { week } = weekOf(day, firstDay, minimalDays);
  const startsAtZero = mode === 0 || mode === 1 || mode === 4 || mode === 5;
  return week > 51 && civilOf(day).day < 7 && startsAtZero ? 0 : week;
}

export function yearOfWeek(day: number, mode: number): number {
  const { year, day: dayOfMonth } = civilOf(day);
  return weekNumber(day, mode) > 51 && dayOfMonth < 7 ? year - 1 : year;
}

function yearWeek(day: number, mode: number): number {
  const used = weekNumber(day, mode) !== 0 ? mode : mode <= 4 ? 2 : 7;
  return yearOfWeek(day, used) * 100 + weekNumber(day, used);
}

function weekly(
  name: string,
  f: (day: number, mode: number) => number,
  doc: string,
  examples: Examples,
  script?: Scripted,
): ScalarFunction {
  const types: readonly SqlType[] = ['time', ...DATES];
  const signatures: Signature[] = [
    ...types.map((type) => sig([type], 'integer', ([d], c) => f(dayArgument(d, c), 0))),
    ...types.map((type) =>
      sig([type, 'integer'], 'integer', ([d, mode], c) => f(dayArgument(d, c), num(mode))),
    ),
  ];
  return { names: [name], signatures, doc, examples, calendarUnit: 'day', ...script };
}

const weekdayScript = (rest?: Partial<PainlessForm>): Scripted =>
  partScript('dayOfWeek', 'getDayOfWeekEnum().getValue()', rest);

export const datePartFunctions: FunctionTable = [
  ofDay('year', (d) => civilOf(d).year, 'The year.', [["YEAR('2020-08-26')", '2020']], false, {
    calendarUnit: 'year',
    ...searched('year'),
    ...partScript('year'),
  }),
  ofDay('quarter', quarter, 'The quarter, 1 to 4.', [["QUARTER('2020-08-26')", '3']], false, {
    calendarUnit: 'quarter',
    ...numberScript('quarter', (x) => `(${x}.monthValue + 2) / 3`, { beyond: true }),
  }),
  ofDay('month', (d) => civilOf(d).month, 'The month, 1 to 12.', [["MONTH('2020-08-26')", '8']], true, {
    calendarUnit: 'month',
    ...partScript('monthValue'),
  }),
  ofDay(
    'month_of_year',
    (d) => civilOf(d).month,
    'The month.',
    [["MONTH_OF_YEAR('2020-08-26')", '8']],
    true,
    { calendarUnit: 'month', ...partScript('monthValue') },
  ),
  ofDay('day', (d) => civilOf(d).day, 'The day of the month.', [["DAY('2020-08-26')", '26']], false, {
    calendarUnit: 'day',
    ...partScript('dayOfMonth', 'dayOfMonth', { beyond: true }),
  }),
  ofDay(
    'dayofmonth',
    (d) => civilOf(d).day,
    'The day of the month.',
    [["DAYOFMONTH('2020-08-26')", '26']],
    true,
    { calendarUnit: 'day', ...partScript('dayOfMonth') },
  ),
  ofDay(
    'day_of_month',
    (d) => civilOf(d).day,
    'The day of the month.',
    [["DAY_OF_MONTH('2020-08-26')", '26']],
    true,
    { calendarUnit: 'day', ...partScript('dayOfMonth') },
  ),
  ofDay('dayofweek', sundayFirst, 'The weekday, Sunday being 1.', [["DAYOFWEEK('2020-08-26')", '4']], true, {
    calendarUnit: 'day',
    ...weekdayScript({ beyond: true }),
  }),
  ofDay(
    'day_of_week',
    sundayFirst,
    'The weekday, Sunday being 1.',
    [["DAY_OF_WEEK('2020-08-26')", '4']],
    true,
    { calendarUnit: 'day', ...weekdayScript() },
  ),
  ofDay('dayofyear', dayOfYear, 'The day of the year.', [["DAYOFYEAR('2020-08-26')", '239']], true, {
    calendarUnit: 'day',
    ...partScript('dayOfYear', 'dayOfYear', { beyond: true }),
  }),
  ofDay('day_of_year', dayOfYear, 'The day of the year.', [["DAY_OF_YEAR('2020-08-26')", '239']], true, {
    calendarUnit: 'day',
    ...partScript('dayOfYear'),
  }),
  ofDay(
    'weekday',
    (d) => isoDayOfWeek(d) - 1,
    'The weekday, Monday being 0.',
    [["WEEKDAY('2020-08-26')", '2']],
    true,
    { calendarUnit: 'day' },
  ),
  ofDay(
    'dayname',
    (d) => WEEKDAYS[isoDayOfWeek(d) - 1],
    "The weekday's name.",
    [["DAYNAME('2020-08-26')", 'Wednesday']],
    false,
    { calendarUnit: 'day' },
  ),
  ofDay(
    'monthname',
    (d) => MONTHS[civilOf(d).month - 1],
    "The month's name.",
    [["MONTHNAME('2020-08-26')", 'August']],
    false,
    { calendarUnit: 'month', ...textScript('month', (x) => `${x}.month`) },
  ),
  weekly('week', weekNumber, "The week of the year, by MySQL's modes 0 to 7.", [
    ["WEEK('2008-02-20', 1)", '8'],
  ]),
  weekly('weekofyear', weekNumber, 'As WEEK.', [["WEEKOFYEAR('2008-02-20')", '7']]),
  weekly(
    'week_of_year',
    weekNumber,
    'As WEEK.',
    [["WEEK_OF_YEAR('2008-02-20')", '7']],
    partScript('weekOfWeekyear', 'get(WeekFields.ISO.weekOfWeekBasedYear())'),
  ),
  weekly('yearweek', yearWeek, 'Year and week in one number.', [["YEARWEEK('2020-08-26')", '202034']]),
  ofTime('hour', (n) => Math.floor(seconds(n) / 3600), 'The hour.', [["HOUR(TIME '01:02:03')", '1']], {
    calendarUnit: 'hour',
    ...partScript('hour', 'hour', { beyond: true }),
  }),
  ofTime(
    'hour_of_day',
    (n) => Math.floor(seconds(n) / 3600),
    'The hour.',
    [["HOUR_OF_DAY(TIME '01:02:03')", '1']],
    { calendarUnit: 'hour', ...partScript('hour') },
  ),
  ofTime(
    'minute',
    (n) => Math.floor(seconds(n) / 60) % 60,
    'The minute.',
    [["MINUTE(TIME '01:02:03')", '2']],
    { ...partScript('minute', 'minute', { beyond: true }) },
  ),
  ofTime(
    'minute_of_hour',
    (n) => Math.floor(seconds(n) / 60) % 60,
    'The minute.',
    [["MINUTE_OF_HOUR(TIME '01:02:03')", '2']],
    { ...partScript('minute') },
  ),
  ofTime(
    'minute_of_day',
    (n) => Math.floor(seconds(n) / 60),
    'Minutes since midnight.',
    [["MINUTE_OF_DAY(TIME '01:02:03')", '62']],
    { ...partScript('minuteOfDay', 'get(ChronoField.MINUTE_OF_DAY)') },
  ),
  ofTime('second', (n) => seconds(n) % 60, 'The second.', [["SECOND(TIME '01:02:03')", '3']], {
    ...partScript('second', 'second', { beyond: true }),
  }),
  ofTime(
    'second_of_minute',
    (n) => seconds(n) % 60,
    'The second.',
    [["SECOND_OF_MINUTE(TIME '01:02:03')", '3']],
    { ...partScript('second') },
  ),
  ofTime('microsecond', (n) => Math.floor((n % NANOS_PER_SECOND) / 1000), 'The microsecond.', [
    ["MICROSECOND(TIME '01:02:03.000123')", '123'],
  ]),
];
