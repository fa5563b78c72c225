import type { SqlType } from '../types.ts';
import { civilOf, SqlTimestamp } from '../values/index.ts';
import { formatDate, formatTime, parseByPattern } from './dateFormat.ts';
import { num, sig, text } from './define.ts';
import { extractParts } from './extract.ts';
import { checkJavaPattern, javaText } from './javaDateFormat.ts';
import { textScript } from './painless.ts';
import { nanoOfDayArgument, timestampArgument, today } from './temporalArguments.ts';
import type { EvaluationContext, FunctionTable } from './types.ts';

/** Conversions between temporal values and text. */

const ALL: readonly SqlType[] = ['keyword', 'date', 'datetime', 'time', 'timestamp'];

const FORMATS: ReadonlyMap<string, string> = new Map([
  ['date usa', '%m.%d.%Y'],
  ['date jis', '%Y-%m-%d'],
  ['date iso', '%Y-%m-%d'],
  ['date eur', '%d.%m.%Y'],
  ['date internal', '%Y%m%d'],
  ['time usa', '%h:%i:%s %p'],
  ['time jis', '%H:%i:%s'],
  ['time iso', '%H:%i:%s'],
  ['time eur', '%H.%i.%s'],
  ['time internal', '%H%i%s'],
  ...['datetime', 'timestamp'].flatMap((type): [string, string][] => [
    [`${type} usa`, '%Y-%m-%d %H.%i.%s'],
    [`${type} jis`, '%Y-%m-%d %H:%i:%s'],
    [`${type} iso`, '%Y-%m-%d %H:%i:%s'],
    [`${type} eur`, '%Y-%m-%d %H.%i.%s'],
    [`${type} internal`, '%Y%m%d%H%i%s'],
  ]),
]);

/** The last second of MySQL's UNIX timestamps: 3001-01-19. */
export const MAX_UNIX_SECOND = 32_536_771_200;

function fromUnixTime(seconds: number): SqlTimestamp | null {
  if (seconds < 0 || seconds >= MAX_UNIX_SECOND) return null;
  const whole = Math.floor(seconds);
  return new SqlTimestamp(whole, Math.trunc((seconds % 1) * 1e9));
}

/** With corrections, text that is not a specifier is copied unchanged. */
function plainOf({ corrections }: EvaluationContext): typeof javaText {
  return corrections ? (plain) => plain : javaText;
}

export const dateFormatFunctions: FunctionTable = [
  {
    names: ['date_format'],
    signatures: ALL.map((type) =>
      sig([type, 'keyword'], 'keyword', ([d, f], c) =>
        formatDate(timestampArgument(d, c), text(f), plainOf(c)),
      ),
    ),
    ...textScript(
      'date_format',
      (x, pattern, zone = '"UTC"') =>
        `DateTimeFormatter.ofPattern(${pattern}).withZone(ZoneId.of(${zone}))` +
        `.format(Instant.ofEpochMilli(${x}.toInstant().toEpochMilli()))`,
    ),
    doc: "By MySQL's `%` specifiers.",
    examples: [["DATE_FORMAT('2020-08-26 13:14:15', '%W %M %e %y %T')", 'Wednesday August 26 20 13:14:15']],
  },
  {
    names: ['time_format'],
    signatures: ALL.map((type) =>
      sig([type, 'keyword'], 'keyword', ([t, f], c) =>
        formatTime(SqlTimestamp.of(today(c), nanoOfDayArgument(t, c)), text(f), plainOf(c)),
      ),
    ),
    doc: 'By the specifiers of times; NULL when the pattern asks for a weekday or a month.',
    examples: [["TIME_FORMAT('13:14:15', '%H %I %p')", '13 01 PM']],
  },
  {
    names: ['str_to_date'],
    signatures: [
      sig(['keyword', 'keyword'], 'datetime', ([s, f], c) => {
        if (!c.corrections) checkJavaPattern(text(f));
        return parseByPattern(text(s), text(f), { year: civilOf(today(c)).year });
      }),
    ],
    doc: 'Text read by a pattern; NULL when it does not fit.',
    examples: [
      ["STR_TO_DATE('01,5,2013', '%d,%m,%Y')", '2013-05-01 00:00:00'],
      ["STR_TO_DATE('a', '%d')", 'null'],
    ],
  },
  {
    names: ['get_format'],
    signatures: [
      sig(
        ['keyword', 'keyword'],
        'keyword',
        ([type, f]) => FORMATS.get(`${type} ${f}`.toLowerCase()) ?? null,
      ),
    ],
    word: { at: 0, shown: 'DATE or TIME or DATETIME or TIMESTAMP' },
    doc: 'The pattern of a standard: USA, JIS, ISO, EUR, INTERNAL.',
    examples: [["GET_FORMAT(DATE, 'USA')", '%m.%d.%Y']],
  },
  {
    names: ['from_unixtime'],
    signatures: [
      sig(['double'], 'datetime', ([seconds]) => fromUnixTime(num(seconds))),
      sig(['double', 'keyword'], 'keyword', ([seconds, f], c) => {
        const timestamp = fromUnixTime(num(seconds));
        return timestamp === null ? null : formatDate(timestamp, text(f), plainOf(c));
      }),
    ],
    doc: 'Seconds since 1970 as a timestamp, or as text by a pattern.',
    examples: [["FROM_UNIXTIME(1220249547, '%T')", '06:12:27']],
  },
  {
    names: ['extract'],
    signatures: ALL.map((type) =>
      sig(['keyword', type], 'long', ([part, d], c) => extractParts(text(part), timestampArgument(d, c))),
    ),
    word: { at: 0, shown: 'unit' },
    form: ([unit, from]) => `EXTRACT(${unit} FROM ${from})`,
    doc: 'One part, or several in a row as one number.',
    examples: [["EXTRACT(YEAR_MONTH FROM '2023-02-07 10:11:12')", '202302']],
  },
];
