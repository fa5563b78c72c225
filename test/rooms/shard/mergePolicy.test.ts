import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chooseExpunge,
  chooseForcedMerge,
  chooseMerge,
  type ForcedCandidate,
  LARGEST_SEGMENT_BYTES,
} from '../../../src/shard/mergePolicy.ts';

const MB = 1024 ** 2;

/** `300`: a segment of 300 MB; `300-40`: 40 of its 100 documents are deleted; `300!`: made by the forced merge. */
function candidates(text: string): ForcedCandidate[] {
  return text.split(' ').map((word) => {
    const [megabytes, deleted = '0'] = word.replace('!', '').split('-');
    const [sizeBytes, deletedDocs] = [Number(megabytes) * MB, Number(deleted)];
    const liveBytes = (sizeBytes * (100 - deletedDocs)) / 100;
    return { sizeBytes, liveBytes, maxDoc: 100, deletedDocs, isResult: word.endsWith('!') };
  });
}

const show = (merge: readonly number[] | null): string => merge?.join(' ') ?? 'done';

const sizes = fc.tuple(fc.integer({ min: 1, max: 2500 }), fc.integer({ min: 0, max: 99 }));
const shards = fc.array(sizes, { minLength: 1, maxLength: 12 });

describe('a forced merge', () => {
  const table: readonly [segments: string, toAtMost: number, merged: string][] = [
    ['10 20 30', 1, '0 1 2'],
    ['10 20 30', 2, '0 1'],
    ['30 10 20', 2, '1 2'],
    ['10 20 30', 3, 'done'],
    ['10', 1, 'done'],
    ['10-5', 1, '0'],
    ['10-5!', 1, 'done'],
    ['10-5', 2, 'done'],
    ['896 896', 1, '0 1'],
    // Together they would be above 1792 MB.
    ['900 893', 1, 'done'],
    ['600 600 600 600', 1, '0 1'],
    ['100 1000 1000 1000', 1, '0 1'],
    ['1100! 1000', 1, 'done'],
    ['1000 1100-1', 1, '1'],
    // What is deleted still counts: how large the live documents are is known on the average only.
    ['1000-90 1000-90', 1, '0'],
    ['100-90! 1000-90', 1, '0 1'],
    ['3000', 1, 'done'],
    ['3000-1', 1, '0'],
    ['3000 10 10', 2, '1 2'],
  ];
  it.each(table)('of %s to %i merges %s', (segments, toAtMost, merged) => {
    expect(show(chooseForcedMerge(candidates(segments), toAtMost))).toBe(merged);
  });

  it('ends, and makes no segment above the largest size', () => {
    const property = fc.property(shards, fc.integer({ min: 1, max: 5 }), (shard, toAtMost) => {
      let all = candidates(shard.map(([megabytes, deleted]) => `${megabytes}-${deleted}`).join(' '));
      let merges = 0;
      for (;;) {
        const chosen = chooseForcedMerge(all, toAtMost);
        if (chosen === null) break;
        const sizeBytes = chosen.reduce((sum, index) => sum + all[index].sizeBytes, 0);
        expect(chosen.length === 1 || sizeBytes <= LARGEST_SEGMENT_BYTES).toBe(true);
        const liveBytes = chosen.reduce((sum, index) => sum + all[index].liveBytes, 0);
        // Deletions go on meanwhile.
        const result = {
          sizeBytes: liveBytes,
          liveBytes: liveBytes / 2,
          maxDoc: 100,
          deletedDocs: 50,
          isResult: true,
        };
        all = [...all.filter((_, index) => !chosen.includes(index)), result];
        expect(++merges).toBeLessThanOrEqual(2 * shard.length);
      }
      const [first, second] = all.map(({ sizeBytes }) => sizeBytes).sort((a, b) => a - b);
      expect(all.length <= toAtMost || first + second > LARGEST_SEGMENT_BYTES).toBe(true);
    });
    fc.assert(property);
  });
});

describe('expunging deletes', () => {
  const table: readonly [segments: string, merges: string][] = [
    ['10-20 10 10-30', '0 2'],
    ['10-10 10-9', ''],
    ['1000-20 900-20 700-20 50-20', '0 | 1 2 3'],
    ['3000-50 3000-50', '0 | 1'],
  ];
  it.each(table)('of %s makes the merges %s', (segments, merges) => {
    expect(
      chooseExpunge(candidates(segments))
        .map((merge) => merge.join(' '))
        .join(' | '),
    ).toBe(merges);
  });
});

describe('a merge of its own accord', () => {
  const config = {
    segmentsPerTier: 2,
    maxMergeAtOnce: 10,
    floorSegmentBytes: MB,
    maxMergedSegmentBytes: 5 * 1024 * MB,
  };
  const table: readonly [segments: string, merged: string][] = [
    ['100 100 100 100', '0 1 2 3'],
    ['100', 'done'],
    // Each by itself: what is left of both is not known exactly.
    ['1700-60 1700-60', '0'],
  ];
  it.each(table)('of %s merges %s', (segments, merged) => {
    expect(show(chooseMerge(candidates(segments), config))).toBe(merged);
  });

  it('makes no segment above the largest size', () => {
    const property = fc.property(shards, (shard) => {
      const all = candidates(shard.map(([megabytes, deleted]) => `${megabytes}-${deleted}`).join(' '));
      const chosen = chooseMerge(all, config) ?? [];
      const sizeBytes = chosen.reduce((sum, index) => sum + all[index].sizeBytes, 0);
      expect(chosen.length < 2 || sizeBytes <= LARGEST_SEGMENT_BYTES).toBe(true);
    });
    fc.assert(property);
  });
});
