import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeRule, ruleOf } from '../../../../src/console/app/cluster/faults.ts';
import { kbAt, limitsAlong, STEPS, scaleFor, stepOf } from '../../../../src/console/app/knn/limits.ts';
import { principalAxes, project } from '../../../../src/console/app/knn/pca.ts';
import { cellText, duration, kilobytes, parseKilobytes } from '../../../../src/console/app/lib/format.ts';
import { parseJson, printJson } from '../../../../src/console/app/lib/json.ts';
import { mappedFields } from '../../../../src/statement/index.ts';

describe('figures', () => {
  it.each([
    [0, '0 B'],
    [1, '1 KB'],
    [1741, '1.7 MB'],
    [11817758, '11.3 GB'],
  ])('%i KB is %s', (kb, text) => {
    expect(kilobytes(kb)).toBe(text);
  });

  it.each([
    ['20mb', 20480],
    ['1.5 GB', 1572864],
    ['100', 100],
    ['2048b', 2],
    ['much', null],
    ['-1kb', null],
  ])('%s is %s KB', (text, kb) => {
    expect(parseKilobytes(text)).toBe(kb);
  });

  it.each([
    [1400, '1.4 s'],
    [125_000, '2 min 5 s'],
    [11_040_000, '3 h 4 min'],
  ])('%i ms are %s', (ms, text) => {
    expect(duration(ms)).toBe(text);
  });

  it('shows vectors short, NULL by name, what is not there not at all', () => {
    const vector = [0.12345, -1, 2, 3, 4];
    expect([vector, null, undefined, [1, 2], { a: 1n }, true].map(cellText)).toEqual([
      '[0.1235, -1, 2, … 2 more]',
      'NULL',
      '',
      '[1,2]',
      '{"a":1}',
      'true',
    ]);
  });
});

describe('JSON', () => {
  it('keeps every digit of whole numbers', () => {
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), (value) => {
        const parsed = (parseJson(`{"a":[${value}]}`) as { a: unknown[] }).a[0];
        // A runtime that does not show a number's source has only its rounded value.
        return typeof parsed === 'number' || parsed === value;
      }),
    );
  });

  it('is what JSON is for everything else', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(parseJson(printJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe('the scale of limits', () => {
  it('goes there and back, from less than one graph to more than all', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 1e7 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(weights, fc.integer({ min: 0, max: STEPS }), (kbs, step) => {
        const scale = scaleFor(kbs);
        expect(kbAt(stepOf(kbAt(step, scale), scale), scale)).toBeCloseTo(kbAt(step, scale), -5);
        expect(kbAt(0, scale)).toBeLessThanOrEqual(Math.min(...kbs));
        expect(kbAt(STEPS, scale)).toBeGreaterThanOrEqual(kbs.reduce((a, b) => a + b, 0));
        const limits = limitsAlong(scale, 48);
        expect(limits).toEqual([...new Set(limits)].sort((a, b) => a - b));
      }),
    );
  });
});

describe('principal components', () => {
  it('finds the direction in which the points lie', () => {
    const points = Array.from({ length: 50 }, (_, i) => [i, 2 * i + (i % 2), 0, (i % 3) * 0.1]);
    const projection = principalAxes(points);
    const [a, b] = projection.axes[0];
    expect(b / a).toBeCloseTo(2, 1);
    expect(projection.explained).toBeGreaterThan(0.99);
    const [x0] = project(projection, points[0]);
    const [x49] = project(projection, points[49]);
    expect(x49 - x0).toBeCloseTo(Math.hypot(49, 99), 0);
  });

  it('has axes of length 1 at right angles, or none', () => {
    const vector = fc.array(fc.double({ min: -100, max: 100, noNaN: true }), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(vector, { minLength: 1, maxLength: 20 }), (rows) => {
        const { axes, explained } = principalAxes(rows);
        const dot = axes[0].reduce((sum, x, i) => sum + x * axes[1][i], 0);
        expect(Math.abs(dot)).toBeLessThan(1e-6);
        for (const axis of axes) {
          const length = Math.hypot(...axis);
          expect(length < 1e-9 || Math.abs(length - 1) < 1e-9).toBe(true);
        }
        expect(explained).toBeLessThanOrEqual(1 + 1e-9);
      }),
    );
  });
});

describe('fields of a mapping', () => {
  it('have their paths, members below objects, multi-fields below their field', () => {
    const keyword = { type: 'keyword' };
    const properties = {
      title: { type: 'text', fields: { raw: { ...keyword, ignore_above: 9 } } },
      maker: { properties: { name: keyword } },
      v: { type: 'knn_vector', dimension: 3 },
    };
    expect(
      mappedFields({ properties }).map(({ name, type, details, dimension }) => [
        name,
        type,
        details || dimension,
      ]),
    ).toEqual([
      ['title', 'text', null],
      ['title.raw', 'keyword', '{"ignore_above":9}'],
      ['maker', 'object', null],
      ['maker.name', 'keyword', null],
      ['v', 'knn_vector', 3],
    ]);
  });
});

describe('rules of faults', () => {
  const form = { what: 'loadFail', where: '', delay: '50ms', how: 'always', amount: '2', times: '' } as const;
  it.each([
    [form, { load: { action: 'fail' } }, 'load of any index: fail, always'],
    [
      { ...form, what: 'loadDelay', where: 'a*', how: 'every', times: '3' } as const,
      { load: { action: 'delay', index: 'a*', delay: '50ms' }, every: 2, times: 3 },
      'load of a*: delay 50ms, every 2., 3 times at most',
    ],
    [
      { ...form, what: 'reject503', how: 'probability', amount: '0.1' } as const,
      { request: { action: 'reject', status: 503 }, probability: 0.1 },
      'request of any path: reject 503, with probability 0.1',
    ],
  ])('%j', (given, rule, words) => {
    expect(ruleOf(given)).toEqual(rule);
    expect(describeRule(rule)).toBe(words);
  });
});
