import { describe, expect, it } from 'vitest';
import { decimalFormat } from '../../../src/common/index.ts';

/** Pattern → what it makes of -0.0005, 0.5, 1.5, 1e22, 0.125, 0, 1234567.891, -12345.6. */
const NUMBERS = [-0.0005, 0.5, 1.5, 1e22, 0.125, 0, 1234567.891, -12345.6];
const cases: readonly (readonly [string, string])[] = [
  ['0', '-0 0 2 10000000000000000000000 0 0 1234568 -12346'],
  ['#.##', '-0 0.5 1.5 10000000000000000000000 0.12 0 1234567.89 -12345.6'],
  ['0.00;(0.00)', '(0.00) 0.50 1.50 10000000000000000000000.00 0.12 0.00 1234567.89 (12345.60)'],
  ['0.0;-x0', '-x0.0 0.5 1.5 10000000000000000000000.0 0.1 0.0 1234567.9 -x12345.6'],
  ['0%', '-0% 50% 150% 1000000000000000000000000% 12% 0% 123456789% -1234560%'],
  ['0E0', '-5E-4 5E-1 2E0 1E22 1E-1 0E0 1E6 -1E4'],
  ['##0.##E0', '-500E-6 500E-3 1.5E0 10E21 125E-3 0E0 1.2346E6 -12.346E3'],
  ['00.00E00', '-50.00E-05 50.00E-02 15.00E-01 10.00E21 12.50E-02 00.00E00 12.35E05 -12.35E03'],
  ["'x'#", '-x0 x0 x2 x10000000000000000000000 x0 x0 x1234568 -x12346'],
  ["0''0", "-00' 00' 02' 10000000000000000000000' 00' 00' 1234568' -12346'"],
  ['', '-.0005 .5 1.5 10,000,000,000,000,000,000,000 .125 0 1,234,567.891 -12,345.6'],
  ['.#', '-.0 .5 1.5 10000000000000000000000.0 .1 .0 1234567.9 -12345.6'],
  ['#.', '-0. 0. 2. 10000000000000000000000. 0. 0. 1234568. -12346.'],
  ['0,000', '-0,000 0,000 0,002 10,000,000,000,000,000,000,000 0,000 0,000 1,234,568 -12,346'],
  ['-0', '--0 -0 -2 -10000000000000000000000 -0 -0 -1234568 --12346'],
];

const refused: readonly (readonly [string, string])[] = [
  ['0.0#,#', 'Malformed pattern "0.0#,#"'],
  ['0#', 'Malformed pattern "0#"'],
  ["0'", 'Malformed pattern "0\'"'],
  ['0E', 'Malformed exponential pattern "0E"'],
  ['0.0.0', 'Multiple decimal separators in pattern "0.0.0"'],
  [';', 'Unquoted special character \';\' in pattern ";"'],
];

describe('a number pattern', () => {
  it.each(cases)('%s', (pattern, expected) => {
    expect(NUMBERS.map(decimalFormat(pattern)).join(' ')).toBe(expected);
  });

  it.each(refused)('refuses %s', (pattern, reason) => {
    expect(() => decimalFormat(pattern)).toThrow(reason);
  });

  it('rounds by the exact value', () => {
    expect([1.15, 1.25, 1.35, 2.5].map(decimalFormat('0.0'))).toEqual(['1.1', '1.2', '1.4', '2.5']);
  });
});
