import { describe, expect, it } from 'vitest';
import { inferMapping, type LocalForms, readCsv } from '../../../src/documents/index.ts';

/** A column as JSON, or why it is refused. */
async function column(cells: readonly string[], forms: LocalForms = { delimiter: ';' }): Promise<unknown> {
  const rows = async function* () {
    yield ['x', 'last'];
    for (const cell of cells) yield [cell, 'z'];
  };
  try {
    const values: unknown[] = [];
    for await (const { text } of readCsv(rows(), forms)) values.push((JSON.parse(text) as { x?: unknown }).x);
    return values;
  } catch (error) {
    return (error as Error).message;
  }
}

const EITHER_NUMBER = 'column x: 1,234 could be a fraction or thousands (option decimal: comma, point)';
const either = (date: string): string =>
  `column x: ${date} could begin with the day or the month (option dates: dmy, mdy, text)`;

describe('numbers of a column', () => {
  it.each<[readonly string[], unknown]>([
    [
      ['1,65', '-1,78', '2'],
      [1.65, -1.78, 2],
    ],
    [
      ['1.234,5', '12.345.678', '0,1'],
      [1234.5, 12345678, 0.1],
    ],
    [
      ['1,234.5', '12,345'],
      [1234.5, 12345],
    ],
    [
      ['1.5', '2'],
      [1.5, 2],
    ],
    [
      ['1.234', '2.345'],
      [1.234, 2.345],
    ],
    [['1,234', '5'], EITHER_NUMBER],
    [
      ['1,234', '1,5'],
      [1.234, 1.5],
    ],
    [
      ['1,234', '1234,5'],
      [1.234, 1234.5],
    ],
    [['1,234', '1.234'], EITHER_NUMBER],
    [
      ['007', '1,5'],
      ['007', '1,5'],
    ],
    [
      ['1,2,3', '1,5'],
      ['1,2,3', '1,5'],
    ],
    [
      ['1,65', ''],
      [1.65, undefined],
    ],
    [
      ['1,65', 'tall'],
      ['1,65', 'tall'],
    ],
    [['12.34,5'], ['12.34,5']],
  ])('%j between semicolons', async (cells, values) => {
    expect(await column(cells)).toEqual(values);
  });

  it.each<[readonly string[], LocalForms, unknown]>([
    [['1,234'], { decimal: 'comma' }, [1.234]],
    [['1,234'], { decimal: 'point' }, [1234]],
    [['1.234'], { decimal: 'comma' }, [1234]],
    [['1.5', '2'], { decimal: 'comma' }, ['1.5', '2']],
    [['1,65'], { decimal: 'point' }, ['1,65']],
    [['1,65'], { delimiter: ',' }, ['1,65']],
    [['1,234'], { delimiter: ',' }, ['1,234']],
    [['1,65'], { delimiter: ',', decimal: 'comma' }, [1.65]],
    [['1,234'], { delimiter: ';', ambiguous: 'text' }, ['1,234']],
  ])('%j with %j', async (cells, forms, values) => {
    expect(await column(cells, forms)).toEqual(values);
  });
});

describe('dates of a column', () => {
  it.each<[readonly string[], unknown]>([
    [
      ['31.12.2024', '1.2.2024'],
      ['2024-12-31', '2024-02-01'],
    ],
    [['01.02.2024'], ['2024-02-01']],
    [
      ['31.12.2024 23:59', '1.1.2025 7:05'],
      ['2024-12-31T23:59', '2025-01-01T07:05'],
    ],
    [['31.12.2024 23:59:58'], ['2024-12-31T23:59:58']],
    [
      ['31/12/2024', '01/02/2024'],
      ['2024-12-31', '2024-02-01'],
    ],
    [
      ['12/31/2024', '01/02/2024'],
      ['2024-12-31', '2024-01-02'],
    ],
    [['31-12-2024'], ['2024-12-31']],
    [
      ['2024/12/31', '2024/1/2'],
      ['2024-12-31', '2024-01-02'],
    ],
    [['01/02/2024', '03/04/2024'], either('01/02/2024')],
    [['01-02-2024'], either('01-02-2024')],
    [['05/05/2024'], ['2024-05-05']],
    [
      ['31/12/2024', '12/31/2024'],
      ['31/12/2024', '12/31/2024'],
    ],
    [['30.02.2024'], ['30.02.2024']],
    [['12.31.2024'], ['12.31.2024']],
    [['31.12.2024 25:00'], ['31.12.2024 25:00']],
    [['31.12.24'], ['31.12.24']],
    [
      ['31.12.2024', 'soon'],
      ['31.12.2024', 'soon'],
    ],
    [
      ['31.12.2024', ''],
      ['2024-12-31', undefined],
    ],
    [['31.12/2024'], ['31.12/2024']],
    [['2024-12-31'], ['2024-12-31']],
  ])('%j', async (cells, values) => {
    expect(await column(cells)).toEqual(values);
  });

  it.each<[readonly string[], LocalForms, unknown]>([
    [['01/02/2024'], { dates: 'dmy' }, ['2024-02-01']],
    [['01/02/2024'], { dates: 'mdy' }, ['2024-01-02']],
    [['01.02.2024'], { dates: 'mdy' }, ['2024-01-02']],
    [['31/12/2024'], { dates: 'mdy' }, ['31/12/2024']],
    [['31.12.2024'], { dates: 'text' }, ['31.12.2024']],
    [['01/02/2024'], { ambiguous: 'text' }, ['01/02/2024']],
  ])('%j with %j', async (cells, forms, values) => {
    expect(await column(cells, forms)).toEqual(values);
  });

  it('are dates in the mapping', async () => {
    const [value] = (await column(['31.12.2024 23:59'])) as string[];
    expect(inferMapping([{ x: value }])).toEqual({ x: { type: 'date' } });
  });
});
