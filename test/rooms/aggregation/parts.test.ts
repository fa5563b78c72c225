import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { mergeNearest } from '../../../src/aggregation/bucket/mergeNearest.ts';
import { calendarRounding, fixedRounding } from '../../../src/aggregation/dates/dateRounding.ts';
import { zoneOffsets } from '../../../src/aggregation/dates/zoneOffsets.ts';
import { BucketOrds } from '../../../src/aggregation/framework/bucketOrds.ts';
import { createDigest } from '../../../src/aggregation/metric/internalPercentiles.ts';
import { compareKeys, compareTerms } from '../../../src/aggregation/values/keys.ts';
import { NumberTable } from '../../../src/aggregation/values/numberTable.ts';
import { decodeParts, encodeParts } from '../../../src/aggregation/values/tupleText.ts';
import { decimalFormat, topN } from '../../../src/common/index.ts';
import { decodeGeohash, encodeGeohash } from '../../../src/mapper/index.ts';

/** The parts that aggregations are made of, each against an oracle. */

const instant = fc.integer({ min: -2e12, max: 4e12 });
const zone = fc.constantFrom(
  'UTC',
  '+05:30',
  'Europe/Paris',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
);

describe('rounding of dates', () => {
  it('begins years, months, weeks and days where luxon does', () => {
    const unit = fc.constantFrom('year', 'quarter', 'month', 'week', 'day');
    fc.assert(
      fc.property(instant, zone, unit, (ms, id, name) => {
        const rounding = calendarRounding(name as 'year', zoneOffsets(id), 0);
        const begin = DateTime.fromMillis(ms, { zone: id.replace(/^\+/, 'UTC+') }).startOf(name as 'year');
        expect(rounding.round(ms)).toBe(begin.toMillis());
      }),
    );
  });

  /** Instants near a change of clocks, more often than chance has them. */
  const moment = fc.oneof(
    instant,
    fc.integer({ min: -90_000_000, max: 90_000_000 }).map((ms) => ms + 1_730_613_600_000),
  );

  it('steps from interval to interval', () => {
    const calendar = fc.constantFrom('month', 'day', 'hour', 'minute').map((name) => ({ name, lengthMs: 0 }));
    const fixed = fc
      .integer({ min: 1, max: 4000 })
      .map((minutes) => ({ name: null, lengthMs: minutes * 60_000 }));
    const offsets = fc.integer({ min: -1e7, max: 1e7 });
    fc.assert(
      fc.property(moment, zone, fc.oneof(calendar, fixed), offsets, (ms, id, { name, lengthMs }, offset) => {
        const rounding = name
          ? calendarRounding(name as 'day', zoneOffsets(id), offset)
          : fixedRounding(lengthMs, zoneOffsets(id), offset);
        const begin = rounding.round(ms);
        const next = rounding.next(begin);
        expect(begin <= ms && ms < next).toBe(true);
        expect([rounding.round(begin), rounding.round(next), rounding.round(next - 1)]).toEqual([
          begin,
          next,
          begin,
        ]);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['America/New_York', '2024-11-03T04:00:00Z', '05 06 07'],
    ['America/New_York', '2024-03-10T05:00:00Z', '06 07 08'],
    ['Australia/Lord_Howe', '2024-04-06T14:00:00Z', '15:30 16:30 17:30'],
    ['Australia/Lord_Howe', '2024-10-05T14:30:00Z', '16 17 18'],
  ])('counts the hours of %s when its clocks change, after %s: %s', (id, begin, expected) => {
    const rounding = calendarRounding('hour', zoneOffsets(id), 0);
    const hours = rounding.boundaries(Date.parse(begin), Date.parse(begin) + 10_800_000)!.slice(1, 4);
    const texts = [...hours].map((ms) => new Date(ms).toISOString().slice(11, 16).replace(':00', ''));
    expect(texts.join(' ')).toBe(expected);
  });

  it('finds the same intervals by boundaries as one by one', () => {
    fc.assert(
      fc.property(instant, zone, fc.integer({ min: 1, max: 400 }), (ms, id, days) => {
        const rounding = fixedRounding(days * 86_400_000, zoneOffsets(id), 3_600_000);
        const boundaries = rounding.boundaries(ms, ms + 1e10)!;
        expect(boundaries[0]).toBe(rounding.round(ms));
        expect(boundaries[boundaries.length - 1]).toBeGreaterThan(ms + 1e10);
        for (const begin of boundaries) expect(rounding.round(begin)).toBe(begin);
      }),
    );
  });

  it.each([
    ['an hour that is skipped', 'Europe/Paris', '2024-03-31T01:30:00Z', 'hour', '2024-03-31T01:00:00.000Z'],
    ['an hour that comes twice', 'Europe/Paris', '2024-10-27T01:30:00Z', 'hour', '2024-10-27T01:00:00.000Z'],
    [
      'a day that begins after midnight',
      'America/Sao_Paulo',
      '2018-11-04T12:00:00Z',
      'day',
      '2018-11-04T03:00:00.000Z',
    ],
  ] as const)('%s', (_name, id, time, unit, expected) => {
    const rounded = calendarRounding(unit, zoneOffsets(id), 0).round(Date.parse(time));
    expect(new Date(rounded).toISOString()).toBe(expected);
  });
});

describe('a t-digest', () => {
  it('is exact for few values, near for many', () => {
    const values = fc.array(fc.integer({ min: -1e6, max: 1e6 }), { minLength: 1, maxLength: 2000 });
    fc.assert(
      fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), (numbers, q) => {
        const digest = createDigest(100);
        for (const number of numbers) digest.add(number);
        const sorted = [...numbers].sort((a, b) => a - b);
        const at = (fraction: number) =>
          sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(fraction * (sorted.length - 1))))];
        const slack = 0.03 + 1 / sorted.length;
        expect(digest.quantile(q)).toBeGreaterThanOrEqual(at(q - slack) - 1e-3);
        expect(digest.quantile(q)).toBeLessThanOrEqual(at(q + slack) + 1e-3);
        expect(digest.total).toBe(numbers.length);
      }),
      { numRuns: 50 },
    );
  });

  it('stays small', () => {
    const digest = createDigest(100);
    for (let i = 0; i < 20_000; i++) digest.add(i);
    expect(digest.centroidCount).toBeLessThanOrEqual(2001);
    expect(Math.abs(digest.quantile(0.5) - 10_000)).toBeLessThan(200);
    expect(Math.abs(digest.cdf(5000) - 0.25)).toBeLessThan(0.02);
  });
});

describe('keys', () => {
  it('compare as lists when they are encoded', () => {
    const part = fc.oneof(fc.string(), fc.double({ noNaN: true }));
    const lists = fc.integer({ min: 1, max: 3 }).chain((length) => {
      const list = fc.array(part, { minLength: length, maxLength: length });
      return fc.tuple(list, list);
    });
    fc.assert(
      fc.property(lists, ([a, b]) => {
        fc.pre(a.every((x, i) => typeof x === typeof b[i]));
        fc.pre([...a, ...b].every((x) => typeof x === 'number' || !x.includes('\u0000')));
        const direct = a.map((x, i) => compareKeys(x, b[i])).find((result) => result !== 0) ?? 0;
        fc.pre(direct !== 0 || a.every((x, i) => Object.is(x, b[i])));
        expect(Math.sign(compareTerms(encodeParts(a), encodeParts(b)))).toBe(Math.sign(direct));
        expect(decodeParts(encodeParts(a))).toEqual(a);
      }),
    );
  });

  it('compare as their UTF-8 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        expect(Math.sign(compareTerms(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });

  it('are numbered once each', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true })), (numbers) => {
        const table = new NumberTable();
        const ids = numbers.map((number) => table.add(number === 0 ? 0 : number));
        expect(ids.map((id) => table.key(id))).toEqual(numbers.map((number) => (number === 0 ? 0 : number)));
        expect(new Set(ids).size).toBe(table.size);
      }),
    );
  });
});

describe('buckets', () => {
  it('are found again by owner and key, and grouped by owner', () => {
    const pairs = fc.array(fc.tuple(fc.nat(9), fc.nat(50)), { maxLength: 300 });
    fc.assert(
      fc.property(pairs, (list) => {
        const ords = new BucketOrds();
        const found = list.map(([owner, id]) => ords.add(owner, id));
        const groups = ords.groupByOwner();
        list.forEach(([owner, id], i) => {
          expect([ords.owner(found[i]), ords.id(found[i])]).toEqual([owner, id]);
          expect([...groups.of(owner)]).toContain(found[i]);
        });
        expect(ords.size).toBe(new Set(list.map(String)).size);
        expect([...groups.of(99)]).toEqual([]);
      }),
    );
  });

  it('keep their numbers in several tables', () => {
    const ords = new BucketOrds();
    const pairs = Array.from({ length: 300_000 }, (_, i) => [i % 7, Math.floor(i / 7)] as const);
    const wrong = () => pairs.filter(([owner, id], i) => ords.add(owner, id) !== i).length;
    expect([wrong(), wrong(), ords.size]).toEqual([0, 0, pairs.length]);
  });

  it('come first as a sort would have them', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.nat(20), (numbers, n) => {
        const sorted = [...numbers].sort((a, b) => a - b);
        expect(topN(numbers, n, (a, b) => a - b)).toEqual(sorted.slice(0, n));
      }),
    );
  });
});

it('joins the nearest neighbours first', () => {
  const item = fc.record({ gap: fc.integer({ min: 0, max: 5 }), docCount: fc.integer({ min: 1, max: 3 }) });
  fc.assert(
    fc.property(fc.array(item, { maxLength: 30 }), fc.integer({ min: 1, max: 8 }), (gaps, target) => {
      let at = 0;
      const items = gaps.map(({ gap, docCount }) => {
        at += gap;
        return { centroid: at, docCount };
      });
      const left = items.map((each, i) => ({ ...each, from: i, to: i + 1 }));
      while (left.length > target) {
        const distances = left.slice(1).map(({ centroid }, i) => centroid - left[i].centroid);
        const nearest = distances.indexOf(Math.min(...distances));
        const [a, b] = left.splice(nearest, 2);
        const docCount = a.docCount + b.docCount;
        const centroid = (a.centroid * a.docCount + b.centroid * b.docCount) / docCount;
        left.splice(nearest, 0, { docCount, centroid, from: a.from, to: b.to });
      }
      expect(mergeNearest(items, target)).toEqual(left.map(({ from, to }) => ({ from, to })));
    }),
  );
});

it('writes numbers by patterns', () => {
  const rows: readonly [string, number, string][] = [
    ['0.0', 2, '2.0'],
    ['#.##', 1.005, '1'],
    ['#.##', -0.25, '-0.25'],
    ['$#,##0.00', 1234567.891, '$1,234,567.89'],
    ['Value is ##0.0', 50, 'Value is 50.0'],
    ['000', 7, '007'],
    ['0', 2.5, '2'],
    ['0%', 0.25, '25%'],
  ];
  for (const [pattern, value, text] of rows)
    expect([pattern, decimalFormat(pattern)(value)]).toEqual([pattern, text]);
});

it('hashes places so that they can be found again', () => {
  const lat = fc.double({ min: -89, max: 89, noNaN: true });
  fc.assert(
    fc.property(lat, fc.double({ min: -179, max: 179, noNaN: true }), (y, x) => {
      const place = decodeGeohash(encodeGeohash(y, x, 10));
      expect(Math.abs(place.lat - y)).toBeLessThan(1e-5);
      expect(Math.abs(place.lon - x)).toBeLessThan(2e-5);
    }),
  );
});
