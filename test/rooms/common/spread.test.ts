import { describe, expect, it } from 'vitest';
import { appendAll, greatest, least, valuesAt } from '../../../src/common/index.ts';

const MANY = 1_000_000;

describe('more values than a call can take as arguments', () => {
  const values = new Float64Array(MANY).map((_, i) => i % 1000);

  it('can be appended, and have a minimum and maximum', () => {
    const target = [1];
    appendAll(target, values);
    expect(target).toHaveLength(MANY + 1);
    expect([least(values), greatest(values)]).toEqual([0, 999]);
  });

  it('can be read from a source', () => {
    expect(valuesAt({ a: { b: Array.from(values) } }, 'a.b')).toHaveLength(MANY);
  });
});

it('no values have no minimum and maximum', () => {
  expect([least([]), greatest([])]).toEqual([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]);
});
