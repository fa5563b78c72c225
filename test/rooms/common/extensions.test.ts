import { expect, it } from 'vitest';
import { ExtensionKey, Extensions } from '../../../src/common/extensions.ts';

const count = new ExtensionKey<number>('count');
const sameName = new ExtensionKey<number>('count');

it('stores values by key identity, immutably', () => {
  const one = Extensions.none.with(count, 1);
  const two = one.with(count, 2).with(sameName, 3);
  expect([Extensions.none, one, two].map((of) => [of.get(count), of.get(sameName)])).toEqual([
    [null, null],
    [1, null],
    [2, 3],
  ]);
});
