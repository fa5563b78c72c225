/**
 * A named format: patterns tried in order (java.time patterns with the extensions in pattern.ts), and the one
 * for printing.
 */
export interface NamedFormat {
  readonly patterns: readonly string[];
  readonly print: string;
  /** Allows fewer digits than the pattern's letters. */
  readonly lenient: boolean;
}

const DATE = 'yyyy-MM-dd';
const HMS = 'HH:mm:ss';
const MILLIS = '{f1,9}';

/**
 * name → [pattern for reading, pattern for printing]. Each name has a `strict_` variant that requires all
 * digits.
 */
const BOTH: Readonly<Record<string, readonly [read: string, print: string]>> = {
  date_optional_time: [
    "yyyy[-MM[-dd]]['T'[HH[:mm[:ss[{f1,9}][{f1,9,}]]]][{zone}]]",
    "yyyy-MM-dd'T'HH:mm:ss{f3,3}{zone}",
  ],
  date: [DATE, DATE],
  date_hour: [`${DATE}'T'HH`, `${DATE}'T'HH`],
  date_hour_minute: [`${DATE}'T'HH:mm`, `${DATE}'T'HH:mm`],
  date_hour_minute_second: [`${DATE}'T'${HMS}`, `${DATE}'T'${HMS}`],
  date_hour_minute_second_fraction: [`${DATE}'T'${HMS}${MILLIS}`, `${DATE}'T'${HMS}{f3,9}`],
  date_hour_minute_second_millis: [`${DATE}'T'${HMS}${MILLIS}`, `${DATE}'T'${HMS}{f3,3}`],
  date_time: [`${DATE}'T'${HMS}[${MILLIS}]{zone}`, `${DATE}'T'${HMS}{f3,9}{zone}`],
  date_time_no_millis: [`${DATE}'T'${HMS}{zone}`, `${DATE}'T'${HMS}{zone}`],
  hour: ['HH', 'HH'],
  hour_minute: ['HH:mm', 'HH:mm'],
  hour_minute_second: [HMS, HMS],
  hour_minute_second_fraction: [`${HMS}${MILLIS}`, `${HMS}{f3,9}`],
  hour_minute_second_millis: [`${HMS}${MILLIS}`, `${HMS}{f3,3}`],
  ordinal_date: ['yyyy-DDD', 'yyyy-DDD'],
  ordinal_date_time: [`yyyy-DDD'T'${HMS}[${MILLIS}]{zone}`, `yyyy-DDD'T'${HMS}{f3,9}{zone}`],
  ordinal_date_time_no_millis: [`yyyy-DDD'T'${HMS}{zone}`, `yyyy-DDD'T'${HMS}{zone}`],
  time: [`${HMS}[${MILLIS}]{zone}`, `${HMS}{f3,9}{zone}`],
  time_no_millis: [`${HMS}{zone}`, `${HMS}{zone}`],
  t_time: [`'T'${HMS}[${MILLIS}]{zone}`, `'T'${HMS}{f3,9}{zone}`],
  t_time_no_millis: [`'T'${HMS}{zone}`, `'T'${HMS}{zone}`],
  week_date: ["YYYY-'W'ww-e", "YYYY-'W'ww-e"],
  week_date_time: [`YYYY-'W'ww-e'T'${HMS}[${MILLIS}]{zone}`, `YYYY-'W'ww-e'T'${HMS}{f3,9}{zone}`],
  week_date_time_no_millis: [`YYYY-'W'ww-e'T'${HMS}{zone}`, `YYYY-'W'ww-e'T'${HMS}{zone}`],
  weekyear: ['YYYY', 'YYYY'],
  weekyear_week: ["YYYY-'W'ww", "YYYY-'W'ww"],
  weekyear_week_day: ["YYYY-'W'ww-e", "YYYY-'W'ww-e"],
  year: ['yyyy', 'yyyy'],
  year_month: ['yyyy-MM', 'yyyy-MM'],
  year_month_day: [DATE, DATE],
  basic_week_date: ["YYYY'W'wwe", "YYYY'W'wwe"],
  basic_week_date_time: ["YYYY'W'wwe'T'HHmmss{f1,9}{zone}", "YYYY'W'wwe'T'HHmmss{f3,9}XX"],
  basic_week_date_time_no_millis: ["YYYY'W'wwe'T'HHmmss{zone}", "YYYY'W'wwe'T'HHmmssXX"],
};

/** Names without a strict variant. */
const ALONE: Readonly<Record<string, readonly [read: string, print: string]>> = {
  iso8601: ["yyyy[-MM[-dd['T'HH[:mm[:ss[{f1,9}][{f1,9,}]]][{zone}]]]]", "yyyy-MM-dd'T'HH:mm:ss{f3,3}{zone}"],
  strict_date_optional_time_nanos: [
    "yyyy-MM-dd['T'HH[:mm[:ss[{f1,9}][{f1,9,}]]][{zone}]]",
    "yyyy-MM-dd'T'HH:mm:ss{f3,9}{zone}",
  ],
  basic_date: ['yyyyMMdd', 'yyyyMMdd'],
  basic_date_time: ["yyyyMMdd'T'HHmmss{f1,9}{zone}", "yyyyMMdd'T'HHmmss{f3,3}XX"],
  basic_date_time_no_millis: ["yyyyMMdd'T'HHmmss{zone}", "yyyyMMdd'T'HHmmssXX"],
  basic_ordinal_date: ['yyyyDDD', 'yyyyDDD'],
  basic_ordinal_date_time: ["yyyyDDD'T'HHmmss{f1,9}{zone}", "yyyyDDD'T'HHmmss{f3,3}XX"],
  basic_ordinal_date_time_no_millis: ["yyyyDDD'T'HHmmss{zone}", "yyyyDDD'T'HHmmssXX"],
  basic_time: ['HHmmss{f1,9}{zone}', 'HHmmss{f3,3}XX'],
  basic_time_no_millis: ['HHmmss{zone}', 'HHmmssXX'],
  basic_t_time: ["'T'HHmmss{f1,9}{zone}", "'T'HHmmss{f3,3}XX"],
  basic_t_time_no_millis: ["'T'HHmmss{zone}", "'T'HHmmssXX"],
};

export const namedFormats: ReadonlyMap<string, NamedFormat> = new Map([
  ...Object.entries(BOTH).flatMap(([name, [read, print]]): [string, NamedFormat][] => [
    [name, { patterns: [read], print, lenient: true }],
    [`strict_${name}`, { patterns: [read], print, lenient: false }],
  ]),
  ...Object.entries(ALONE).map(([name, [read, print]]): [string, NamedFormat] => [
    name,
    { patterns: [read], print, lenient: false },
  ]),
]);
