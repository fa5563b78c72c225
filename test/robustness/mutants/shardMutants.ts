import type { Mutant } from './mutants.ts';

const INTERLEAVINGS = 'test/rooms/shard/interleavings.test.ts';
const DAMAGE = 'test/rooms/shard/translogDamage.test.ts';
const many = { INTERLEAVINGS: '400' };

/** Faults of a shard that only clients at once, a kill or damage bring to light. */
export const shardMutants: readonly Mutant[] = [
  {
    name: 'a refresh publishes deletions of a later moment',
    file: 'src/shard/segmentList.ts',
    find: 'added === null ? frozen.leaves : [...frozen.leaves, added.lastReader]',
    replace: '[...frozen.segments, ...(added === null ? [] : [added])].map((one) => one.reader())',
    test: INTERLEAVINGS,
    catches: 'each search sees one moment',
  },
  {
    name: 'the live documents of a sealed buffer are those of the time when it is written',
    file: 'src/shard/indexBuffer.ts',
    find: '    return this.#liveAtSeal;\n',
    replace: '    return this.#liveDocs();\n',
    test: INTERLEAVINGS,
    catches: 'each search sees one moment',
  },
  {
    name: 'the segments of a refresh are not held while it writes',
    file: 'src/shard/segmentList.ts',
    find: '    this.retain(segments);\n    return { segments, leaves',
    replace: '    return { segments, leaves',
    test: INTERLEAVINGS,
    catches: 'each search sees one moment',
  },
  {
    name: 'a shard opens again under the same term',
    file: 'src/shard/reopeningShard.ts',
    find: 'Math.max(await this.#options.nextTerm(), failed.primaryTerm)',
    replace: 'failed.primaryTerm',
    test: INTERLEAVINGS,
    catches: 'no term and number',
    env: many,
  },
  {
    name: 'the checkpoint is written before the fsync',
    file: 'src/shard/translog/translog.ts',
    find: '      await writeFrame(current);\n',
    replace:
      '      const writing = writeFrame(current);\n' +
      '      const lengthBytes = current.output.position;\n' +
      '      await this.#writeCheckpoint({ generation: current.number, lengthBytes, maxSeqNo });\n' +
      '      await writing;\n',
    test: INTERLEAVINGS,
    catches: 'after each loss of power',
    env: many,
  },
  {
    name: 'writes are answered without a new checkpoint',
    file: 'src/shard/translog/translog.ts',
    find: 'if (next.generation !== generation || next.lengthBytes !== lengthBytes)',
    replace: 'if (next.generation !== generation && next.lengthBytes === lengthBytes)',
    test: DAMAGE,
    catches: 'is refused in words',
  },
  {
    name: 'the length in the checkpoint is ignored',
    file: 'src/shard/translog/readTranslog.ts',
    find: 'return { bytes: checkpoint.lengthBytes, isWhole: false };',
    replace: 'return { bytes: 0, isWhole: false };',
    test: DAMAGE,
    catches: 'is refused in words',
  },
  {
    name: 'operations that are missing between generations are skipped',
    file: 'src/shard/translog/readTranslog.ts',
    find: 'seqNos.first > last + 1',
    replace: 'seqNos.first < 0',
    test: DAMAGE,
    catches: 'is refused in words',
  },
  {
    name: 'the checkpoint has one slot',
    file: 'src/shard/translog/checkpoint.ts',
    find: 'const slot = 1 - this.#durableSlot;',
    replace: 'const slot = 0;',
    test: DAMAGE,
    catches: 'never ahead of the log',
  },
  {
    name: 'what lies behind the checkpoint is not written again',
    file: 'src/shard/translog/readTranslog.ts',
    find: 'if (durableBytes < sizeBytes) await',
    replace: 'if (durableBytes > sizeBytes) await',
    test: DAMAGE,
    catches: 'only the cache holds',
  },
  {
    name: 'a forced merge ignores the largest size',
    file: 'src/shard/mergePolicy.ts',
    find: 'return i > 0 && bytes > LARGEST_SEGMENT_BYTES;',
    replace: 'return false;',
    test: 'test/rooms/shard/mergePolicy.test.ts',
    catches: 'a forced merge',
  },
  {
    name: 'a commit needs its graph files',
    file: 'src/shard/committer.ts',
    find: 'this.#directory.sync(neededFiles(commit).filter(isNew))',
    replace: 'this.#directory.sync(filesOf(commit))',
    test: 'test/rooms/shard/segments.test.ts',
    catches: 'are a cache',
  },
];
