import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../../../src/common/index.ts';
import { similarRowsTogether } from '../../../src/knn/insertionOrder.ts';
import { blockRowsAfter, RowBlock } from '../../../src/knn/rowBlock.ts';

describe('the order in which the vectors of a block are added', () => {
  const block = fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 40 }), fc.integer());

  it('has every row once, and is the same for the same rows', () => {
    fc.assert(
      fc.property(block, ([count, dimension, seed]) => {
        const random = new SeededRandom(seed);
        const rows = Float32Array.from(
          { length: count * dimension },
          () => Math.floor(random.next() * 5) - 2,
        );
        const order = similarRowsTogether(rows, dimension);
        expect(order.slice().sort()).toEqual(Uint32Array.from({ length: count }, (_, row) => row));
        expect(similarRowsTogether(rows.slice(), dimension)).toEqual(order);
      }),
    );
  });

  it('keeps the rows of a cluster together, which arrive in turns', () => {
    const clusters = 40;
    const random = new SeededRandom(3);
    const centers = Array.from({ length: clusters }, () =>
      Array.from({ length: 64 }, () => 10 * random.next()),
    );
    const rows = Float32Array.from(
      Array.from({ length: 1000 }, (_, row) =>
        centers[row % clusters].map((value) => value + 0.5 * random.next()),
      ).flat(),
    );
    const order = similarRowsTogether(rows, 64);
    const sameAsBefore = order.filter((row, i) => i > 0 && row % clusters === order[i - 1] % clusters).length;
    expect(sameAsBefore).toBeGreaterThan(800);
  });
});

describe('blocks', () => {
  it.each([
    // nodes before the block, dimension → rows
    [0, 128, 512],
    [5000, 128, 625],
    [1_000_000, 128, 4096],
    [1_000_000, 4096, 256],
    [0, 16_000_000, 1],
  ])('after %i nodes of %i dimensions: %i rows', (nodes, dimension, rows) => {
    expect(blockRowsAfter(nodes, dimension)).toBe(rows);
  });

  it('take rows until they are full', () => {
    const block = new RowBlock(2);
    block.begin(3);
    const rows = Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8);
    expect(block.take(rows.subarray(0, 4), 0)).toBe(2);
    expect([block.isFull, block.count, [...block.rows]]).toEqual([false, 2, [1, 2, 3, 4]]);
    expect(block.take(rows, 2)).toBe(1);
    expect([block.isFull, [...block.rows]]).toEqual([true, [1, 2, 3, 4, 5, 6]]);
    block.begin(1);
    expect([block.isFull, block.count]).toEqual([false, 0]);
  });
});
