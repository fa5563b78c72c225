import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManualClock, Pacer, soon } from '../../../src/common/index.ts';
import {
  formatCsv,
  formatJdbc,
  formatLegacyRaw,
  formatPage,
  formatRaw,
  orgJson,
} from '../../../src/sql/format/index.ts';
import type { SchemaColumn, SqlResult } from '../../../src/sql/types.ts';
import { goldenCases } from '../../conformance/recordings/golden.ts';

function result(
  schema: readonly SchemaColumn[],
  rows: SqlResult['rows'],
  profile: SqlResult['profile'] = 'v2',
): SqlResult {
  return { profile, schema, rows, total: rows.length, cursor: null, warnings: [], raw: null };
}

const pacer = new Pacer(new ManualClock());

const column = (name: string, type = 'keyword'): SchemaColumn => ({ name, type });

describe('the jdbc format', () => {
  interface Recorded {
    readonly schema: SchemaColumn[];
    readonly datarows: (string | number | boolean | null)[][];
    readonly total: number;
    readonly size: number;
    readonly cursor?: string;
  }
  const recorded = goldenCases()
    .filter(({ area }) =>
      /^(sql|random)\/(select|group|order|cursor|join|nested|patterns|sql|aggregate)$/.test(area),
    )
    .flatMap(({ id, answers }) => answers.map(({ text }) => [id, text] as const))
    .filter(([, text]) => text.startsWith('{\n  "schema"'))
    // A scaled float prints a float32's digits, and -0 loses its sign in JSON.parse: values, not format.
    .filter(
      ([, text]) => !/-0\.0|"(float|half_float|object|nested|timestamp)"/.test(text) && text.length < 20_000,
    );

  it('prints both engines byte for byte', async () => {
    expect(recorded.length).toBeGreaterThan(100);
    for (const [id, text] of recorded) {
      const { schema, datarows: rows, total, cursor = null } = JSON.parse(text) as Recorded;
      const profile = text.indexOf('\n  "total"') < text.indexOf('\n  "datarows"') ? 'legacy' : 'v2';
      expect(
        await soon(formatJdbc({ profile, schema, rows, total, cursor, warnings: [], raw: null }, pacer)),
        id,
      ).toBe(text);
    }
  });

  it('prints the last page in one line as far as it has one member', async () => {
    expect(await formatPage([[4, 'x0']], [column('n', 'integer'), column('s')], null, pacer)).toBe(
      '{"datarows": [[\n  4,\n  "x0"\n]]}',
    );
  });

  it('keeps 34.0 in one engine and prints 34 in the other', async () => {
    const sheet = result([column('d', 'double')], [[34]]);
    expect(await soon(formatJdbc(sheet, pacer))).toContain('34.0');
    expect(await soon(formatJdbc({ ...sheet, profile: 'legacy' }, pacer))).toContain('[[34]]');
    expect(await soon(formatJdbc({ ...sheet, rows: [[1e10]], profile: 'legacy' }, pacer))).toContain(
      '[[1.0E10]]',
    );
  });
});

describe('org.json', () => {
  it('is JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(orgJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it.each([
    ['</script>', '"<\\/script>"'],
    ['\u2028', '"\\u2028"'],
    [1e10, '10000000000'],
    [0.5, '0.5'],
    [[], '[]'],
    [{}, '{}'],
  ])('prints %j', (value, text) => {
    expect(orgJson(value)).toBe(text);
  });
});

describe('csv', () => {
  const sheet = result(
    [{ name: 'COUNT(*)', alias: 'c', type: 'integer' }, column('=f'), column('o', 'object')],
    [
      [-1, '@x', null],
      [2, 'a,"b"', { k: [1, 2], d: 1.5 }],
    ],
  );
  it('guards formulas, quotes what holds the separator, prints values as Java does', async () => {
    expect(await formatCsv(sheet, pacer)).toBe(`c,'=f,o\n'-1,'@x,\n2,"a,""b""","{k=[1, 2], d=1.5}"`);
  });

  it('takes separator, new line and flat', async () => {
    const options = { sanitize: false, separator: ';', newLine: '\r\n', flat: true };
    expect(await formatCsv(sheet, pacer, options)).toBe('c;=f;o;o.k;o.d\r\n-1;@x;;;\r\n2;a,"b";;[1, 2];1.5');
  });
});

describe('raw', () => {
  it('names a column once where there is no row, and prints a point as its class does', async () => {
    expect(await formatRaw(result([column('a'), column('a')], []), pacer)).toBe('a');
    const point = result([column('p', 'geo_point')], [[{ lat: 1.5, lon: -2.25 }]]);
    expect(await formatRaw(point, pacer)).toBe('p\nOpenSearchExprGeoPointValue.GeoPoint(lat=1.5, lon=-2.25)');
  });

  const sheet = result([column('a'), column('b')], [['x|y', null]]);
  it('has a header and quotes in the V2 engine', async () => {
    expect(await formatRaw(sheet, pacer)).toBe('a|b\n"x|y"|');
  });

  it('has neither in the legacy one', async () => {
    expect(await formatLegacyRaw(sheet, pacer)).toBe('x|y|NULL\n');
  });
});
