import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateFormatter, parseDateMath, parseZone } from '../../../src/mapper/index.ts';
import { errorOf } from './support.ts';

const DEFAULT = 'strict_date_optional_time||epoch_millis';
const iso = (epochMs: number): string => new Date(epochMs).toISOString();
const rows = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(' | ').map((cell) => cell.trim()));

/** format | text | the instant, rounded up where the format is followed by ↑ */
const PARSED = `
${DEFAULT}                 | 2024-02-29                    | 2024-02-29T00:00:00.000Z
${DEFAULT}                 | 2024-02-29T10:11:12.123456Z   | 2024-02-29T10:11:12.123Z
${DEFAULT}                 | 2024-02-29T10:11+0130         | 2024-02-29T08:41:00.000Z
${DEFAULT}                 | 2024-07-01T10 Europe/Paris    | error
${DEFAULT}                 | 2024-07-01T10:00Europe/Paris  | 2024-07-01T08:00:00.000Z
${DEFAULT}                 | 2024                          | 2024-01-01T00:00:00.000Z
${DEFAULT}                 | 1700000000000                 | 2023-11-14T22:13:20.000Z
${DEFAULT}                 | -1                            | 1969-12-31T23:59:59.999Z
${DEFAULT}                 | 2024-02-30                    | error
${DEFAULT}                 | 2024-2-3                      | error
${DEFAULT} ↑               | 2023-02                       | 2023-02-01T23:59:59.999Z
${DEFAULT} ↑               | 2023-06-31                    | 2023-06-30T23:59:59.999Z
${DEFAULT} ↑               | 2023-06-32                    | error
strict_date ↑              | 2023-02-29                    | 2023-02-28T23:59:59.999Z
${DEFAULT} ↑               | 2023-02-03T10                 | 2023-02-03T10:59:59.999Z
date_optional_time         | 2024-2-3                      | 2024-02-03T00:00:00.000Z
dateOptionalTime           | 2024-02-03                    | 2024-02-03T00:00:00.000Z
epoch_second               | 1700000000.5                  | 2023-11-14T22:13:20.500Z
basic_date                 | 20240229                      | 2024-02-29T00:00:00.000Z
basic_date_time            | 20240229T101112.123Z          | 2024-02-29T10:11:12.123Z
week_date                  | 2024-W09-4                    | 2024-02-29T00:00:00.000Z
ordinal_date               | 2024-060                      | 2024-02-29T00:00:00.000Z
strict_hour_minute         | 10:11                         | 1970-01-01T10:11:00.000Z
yyyy-MM-dd                 | 2023-06-31                    | 2023-06-30T00:00:00.000Z
yyyyMMdd                   | 20240229                      | 2024-02-29T00:00:00.000Z
dd/MMM/yyyy:HH:mm:ss Z     | 29/Feb/2024:10:11:12 +0100    | 2024-02-29T09:11:12.000Z
MM/dd/yy hh:mm a           | 02/29/24 10:11 PM             | 2024-02-29T22:11:00.000Z
yyyy-MM-dd['T'HH:mm]       | 2024-02-29                    | 2024-02-29T00:00:00.000Z
yyyy'y'''                  | 2024y'                        | 2024-01-01T00:00:00.000Z
EEE, d MMMM uuuu           | Thu, 29 February 2024         | 2024-02-29T00:00:00.000Z
`;

/** format | text | the words of the innermost failure */
const FAILURES = `
yyyy-MM-dd     | 2022                  | Text '2022' could not be parsed at index 4
yyyy-MM-dd     | 2023-02               | Text '2023-02' could not be parsed at index 7
yyyy-MM-dd     | not a date            | Text 'not a date' could not be parsed at index 0
yyyy-MM-dd     | 1700000000000         | Text '1700000000000' could not be parsed at index 0
yyyy-MM-dd     | 2024-02-29T00         | Text '2024-02-29T00' could not be parsed, unparsed text found at index 10
yyyy-MM-dd     | 2024-13-01            | Invalid value for MonthOfYear (valid values 1 - 12): 13
strict_date    | 2023-06-31            | Invalid date 'JUNE 31'
strict_date    | 2023-02-29            | Invalid date 'February 29' as '2023' is not a leap year
epoch_millis   | 2024-01-01            | Failed to parse with all enclosed parsers
${DEFAULT}     | yesterday             | Failed to parse with all enclosed parsers
`;

describe('date formats', () => {
  it.each(rows(PARSED))('%s reads %s', (format, text, expected) => {
    const [name, up] = format.split(' ↑');
    const found = dateFormatter(name).tryParse(text, { roundUp: up !== undefined });
    expect(found === null ? 'error' : iso(found.epochMs)).toBe(expected);
  });

  it.each(rows(FAILURES))('%s refuses %s', (format, text, expected) => {
    const lines = errorOf(() => dateFormatter(format).parse(text)).split('\n');
    expect(lines[0]).toBe(
      `illegal_argument_exception: failed to parse date field [${text}] with format [${format}]`,
    );
    expect(lines[lines.length - 1].replace(/^\w+: /, '')).toBe(expected);
  });

  it.each([
    ['', 'No date pattern provided'],
    ['nope', 'Invalid format: [nope]: Unknown pattern letter: o'],
    ['yyyy-[MM', 'ok'],
    ["yyyy'T", "Invalid format: [yyyy'T]: Pattern ends with an incomplete string literal: yyyy'T"],
    ['MMMMMM', 'Invalid format: [MMMMMM]: Too many pattern letters: M'],
  ])('the format %s: %s', (format, expected) => {
    expect(
      errorOf(() => dateFormatter(format))
        .split('\n')[0]
        .replace(/^\w+: /, ''),
    ).toBe(expected);
  });

  it('prints offsets of whole hours without minutes for a single-letter pattern', () => {
    const print = (zone: string) => dateFormatter('x').print(0, 0, parseZone(zone));
    expect(['Z', '+02:00', '+05:30'].map(print)).toEqual(['+00', '+02', '+0530']);
  });

  it('prints in its first format, in a zone', () => {
    const at = Date.UTC(2024, 1, 29, 10, 11, 12, 123);
    const paris = parseZone('Europe/Paris');
    expect(dateFormatter(DEFAULT).print(at)).toBe('2024-02-29T10:11:12.123Z');
    expect(dateFormatter(DEFAULT).print(at, 0, paris)).toBe('2024-02-29T11:11:12.123+01:00');
    expect(dateFormatter('dd.MM.yy HH:mm||epoch_millis').print(at, 0, paris)).toBe('29.02.24 11:11');
    expect(dateFormatter('epoch_second').print(at)).toBe('1709201472.123');
    expect(dateFormatter('week_date').print(at)).toBe('2024-W09-4');
    expect(dateFormatter(DEFAULT).print(at, 456_789)).toBe('2024-02-29T10:11:12.123Z');
  });

  it('reads what it prints', () => {
    const names = [
      DEFAULT,
      'basic_date_time',
      'strict_week_date_time',
      'epoch_millis',
      'ordinal_date_time',
      'yyyy-MM-dd HH:mm:ss.SSS',
    ];
    const instants = fc.integer({ min: Date.UTC(1000, 0), max: Date.UTC(9990, 0) });
    fc.assert(
      fc.property(fc.constantFrom(...names), instants, (name, epochMs) => {
        const formatter = dateFormatter(name);
        expect(formatter.parse(formatter.print(epochMs)).epochMs).toBe(epochMs);
      }),
    );
  });

  it('gets the same instant on the fast path', () => {
    const texts = fc
      .tuple(
        fc.integer({ min: 0, max: 9999 }),
        fc.nat(14),
        fc.nat(33),
        fc.nat(25),
        fc.nat(61),
        fc.nat(61),
        fc.boolean(),
      )
      .map(([y, mo, d, h, mi, s, millis]) => {
        const two = (n: number): string => String(n).padStart(2, '0');
        return `${String(y).padStart(4, '0')}-${two(mo)}-${two(d)}T${two(h)}:${two(mi)}:${two(s)}${millis ? '.123' : ''}Z`;
      });
    const formatter = dateFormatter(DEFAULT);
    fc.assert(
      fc.property(texts, (text) => {
        const slow = formatter.tryParse(text);
        if (slow === null) expect(() => formatter.parseMs(text)).toThrow();
        else expect(formatter.parseMs(text)).toBe(slow.epochMs);
      }),
    );
  });
});

/** math | zone | rounded down | rounded up; now is 2024-05-15T13:14:15Z, a Wednesday */
const MATH = `
now               | -             | 2024-05-15T13:14:15.000Z | 2024-05-15T13:14:15.000Z
now/d             | -             | 2024-05-15T00:00:00.000Z | 2024-05-15T23:59:59.999Z
now-1M/M          | -             | 2024-04-01T00:00:00.000Z | 2024-04-30T23:59:59.999Z
now/w             | -             | 2024-05-13T00:00:00.000Z | 2024-05-19T23:59:59.999Z
now+10y/y         | -             | 2034-01-01T00:00:00.000Z | 2034-12-31T23:59:59.999Z
now+1h-30m+5s     | -             | 2024-05-15T13:44:20.000Z | 2024-05-15T13:44:20.000Z
now/d             | Europe/Lisbon | 2024-05-14T23:00:00.000Z | 2024-05-15T22:59:59.999Z
2024-01-31||+1M   | -             | 2024-02-29T00:00:00.000Z | 2024-02-29T00:00:00.000Z
2023-05-01||/M    | -             | 2023-05-01T00:00:00.000Z | 2023-05-31T23:59:59.999Z
2024-03-31        | Europe/Paris  | 2024-03-30T23:00:00.000Z | 2024-03-31T21:59:59.999Z
2024-03-31T02:30  | Europe/Paris  | 2024-03-31T01:30:00.000Z | 2024-03-31T01:30:59.999Z
2024-01-01T00:00Z | Europe/Paris  | 2024-01-01T00:00:00.000Z | 2024-01-01T00:00:59.999Z
`;

describe('date math', () => {
  const nowMs = Date.UTC(2024, 4, 15, 13, 14, 15);

  it.each(rows(MATH))('%s in %s', (math, zone, down, up) => {
    const at = (roundUp: boolean): string => {
      const options = { now: () => nowMs, roundUp, zone: zone === '-' ? null : parseZone(zone) };
      return iso(parseDateMath(math, dateFormatter(DEFAULT), options).epochMs);
    };
    expect([at(false), at(true)]).toEqual([down, up]);
  });

  it.each([
    ['now+1x', 'parse_exception: unit [x] not supported for date math [+1x]'],
    ['now*2', 'parse_exception: operator not supported for date math [*2]'],
    ['now/', 'parse_exception: truncated date math [/]'],
    ['now/2d', 'parse_exception: rounding `/` can only be used on single unit types [/2d]'],
    ['', 'parse_exception: cannot parse empty date'],
    [
      'x||/d',
      `parse_exception: failed to parse date field [x] with format [${DEFAULT}]: [failed to parse date field [x] with format [${DEFAULT}]]`,
    ],
  ])('%s', (math, expected) => {
    const options = { now: () => nowMs, roundUp: false, zone: null };
    expect(errorOf(() => parseDateMath(math, dateFormatter(DEFAULT), options)).split('\n')[0]).toBe(expected);
  });

  it.each([
    ['Mars/Base', 'zone_rules_exception: Unknown time-zone ID: Mars/Base'],
    [
      '+19:00',
      'date_time_exception: Zone offset hours not in valid range: value 19 is not in the range -18 to 18',
    ],
    ['+5:30', 'date_time_exception: Invalid ID for ZoneOffset, non numeric characters found: +5:30'],
    ['EST', 'zone_rules_exception: Unknown time-zone ID: EST'],
    ['europe/lisbon', 'zone_rules_exception: Unknown time-zone ID: europe/lisbon'],
    ['?', 'date_time_exception: Invalid ID for ZoneOffset, invalid format: ?'],
  ])('the zone %s', (id, expected) => {
    expect(errorOf(() => parseZone(id))).toBe(expected);
  });
});
