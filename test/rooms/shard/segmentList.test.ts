import { describe, expect, it } from 'vitest';
import { ManualClock, Pacer } from '../../../src/common/index.ts';
import { RamDirectory } from '../../../src/directory/index.ts';
import { LeafReader, SegmentBuilder, SegmentCore } from '../../../src/segment/index.ts';
import { SegmentList } from '../../../src/shard/segmentList.ts';
import { ShardSegment } from '../../../src/shard/shardSegment.ts';

async function segment(name: string): Promise<ShardSegment> {
  const data = await new SegmentBuilder().finish(new Pacer(new ManualClock()));
  const reader = new LeafReader(new SegmentCore(name, data, 0, 0), null);
  return new ShardSegment(reader, { liveGeneration: null, extraFiles: [], extraBytes: 0 });
}

describe('the list of segments', () => {
  it('says so when a segment is released once too often, or comes twice', async () => {
    const list = new SegmentList(new RamDirectory(), () => undefined);
    const one = await segment('_0');
    list.add(one);
    expect(() => list.add(one)).toThrow('there are two segments _0');
    list.release([one]);
    expect(() => list.release([one])).toThrow('segment _0 is released once too often');
  });

  it('gives out no view whose files may be gone', async () => {
    const list = new SegmentList(new RamDirectory(), () => undefined);
    const one = await segment('_0');
    const frozen = list.freeze();
    list.add(one);
    list.publish(frozen, one);
    list.acquire().close();
    list.release([one, one]);
    expect(() => list.acquire()).toThrow('view 1 has 1 references, and lost _0');
  });
});
