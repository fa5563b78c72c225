import { damageMutants } from './damageMutants.ts';
import { knnMutants } from './knnMutants.ts';
import { mapperMutants } from './mapperMutants.ts';
import { metadataMutants } from './metadataMutants.ts';
import { replicationMutants } from './replicationMutants.ts';
import { shardMutants } from './shardMutants.ts';

/** A fault on purpose: `find` (it stands once in the file) becomes `replace`, and the test must notice. */
export interface Mutant {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** The test file that catches it, and the name (or a part of it) of the test. */
  readonly test: string;
  readonly catches: string;
  /** Fewer calls of the disk are left out. */
  readonly env?: Readonly<Record<string, string>>;
}

const FAULTS = 'test/robustness/crash/faults.test.ts';
const ENGINE = 'test/robustness/crash/engineFaults.test.ts';
const FOLDER = 'test/robustness/crash/damagedFolder.test.ts';
const CACHE = 'test/rooms/knn/nativeMemoryCache.test.ts';
const FUZZ = 'test/conformance/fuzz/fuzz.test.ts';
const often = { ENGINE_FAULT_STEP: '11' };

export const mutants: readonly Mutant[] = [
  ...mapperMutants,
  {
    name: 'a state file is not synced before it gets its name',
    file: 'src/cluster/metadata/stateFile.ts',
    find: '    await output.sync();\n',
    replace: '',
    test: ENGINE,
    catches: 'power',
    env: often,
  },
  {
    name: 'the name of a state file is not synced',
    file: 'src/cluster/metadata/stateFile.ts',
    find: '  await directory.rename(from, to);\n  await directory.syncFolder();\n',
    replace: '  await directory.rename(from, to);\n',
    test: ENGINE,
    catches: 'power',
    env: often,
  },
  {
    name: 'a state file is believed without its checksum',
    file: 'src/cluster/metadata/stateFile.ts',
    find: " || head[2] !== checksum(head[4] ?? '', body)",
    replace: '',
    test: FOLDER,
    catches: 'bit',
    env: { DAMAGE_RUNS: '8' },
  },
  {
    name: 'the file of an index that could not be made stays',
    file: 'src/cluster/clusterService.ts',
    find: '      await this.#forget(index).catch(() => undefined);\n',
    replace: '',
    test: ENGINE,
    catches: 'diskFull',
    env: { ENGINE_FAULT_STEP: '4' },
  },
  {
    name: 'a commit is not synced before it gets its name',
    file: 'src/shard/commit.ts',
    find: '    await output.sync();\n',
    replace: '    await output.flush();\n',
    test: FAULTS,
    catches: 'power: nothing',
    env: { FAULT_STEP: '3' },
  },
  {
    name: 'the name of a commit is not synced',
    file: 'src/shard/commit.ts',
    find: '    await directory.syncFolder();\n',
    replace: '',
    test: FAULTS,
    catches: 'power: nothing',
    env: { FAULT_STEP: '3' },
  },
  {
    name: 'segments are not synced before the commit',
    file: 'src/shard/committer.ts',
    find: '      await this.#directory.sync(neededFiles(commit).filter(isNew));\n',
    replace: '',
    test: FAULTS,
    catches: 'power: nothing',
    env: { FAULT_STEP: '3' },
  },
  {
    name: 'a committed segment may be another one',
    file: 'src/shard/commit.ts',
    find: 'if (isAnother(checksum, core.checksum)) {',
    replace: 'if (core === null) {',
    test: FOLDER,
    catches: 'another',
  },
  {
    name: 'a commit is believed without its checksum',
    file: 'src/shard/commit.ts',
    find: "checksum !== crc32(Buffer.from(body)).toString(16) || rest.join('\\n') !== ''",
    replace: "rest.join('\\n') !== ''",
    test: FOLDER,
    catches: 'byte',
    env: { DAMAGE_RUNS: '8' },
  },
  {
    name: 'a write is acknowledged before its fsync',
    file: 'src/shard/translog/translog.ts',
    find: '  await output.sync();\n}',
    replace: '  await output.flush();\n}',
    test: FAULTS,
    catches: 'power: nothing',
    env: { FAULT_STEP: '3' },
  },
  {
    name: 'the translog goes on after a failed fsync',
    file: 'src/shard/translog/translog.ts',
    find: '      this.#failure = error;\n      this.#onFailure(error);\n',
    replace: '',
    test: FAULTS,
    catches: 'failedSync',
    env: { FAULT_STEP: '1' },
  },
  {
    name: 'a frame of the translog is believed without its checksum',
    file: 'src/shard/translog/frame.ts',
    find: '=== view.getUint32(12, true) ? end : null',
    replace: '!== -1 ? end : null',
    test: FAULTS,
    catches: 'power: nothing',
    env: { FAULT_STEP: '1' },
  },
  {
    name: 'a segment is believed without its checksum',
    file: 'src/segment/file/segmentFile.ts',
    find: 'if (checksum !== footer.getUint32(16, true)) {',
    replace: 'if (checksum < 0) {',
    test: 'test/rooms/segment/damage.test.ts',
    catches: '',
  },
  {
    name: 'live documents are believed without their checksum',
    file: 'src/segment/file/liveDocsFile.ts',
    find: "  if (header.getUint32(8, true) !== crc32(words)) throw new CorruptFileError(name, 'checksum mismatch');\n",
    replace: '',
    test: 'test/rooms/segment/damage.test.ts',
    catches: '',
  },
  {
    name: 'a graph is believed without its checksum',
    file: 'src/knn/graphFile.ts',
    find: "  if (checksum !== header.checksum) throw new CorruptFileError(files.graph, 'wrong checksum');\n",
    replace: '',
    test: 'test/rooms/knn/damage.test.ts',
    catches: 'bit',
  },
  {
    name: 'a graph may be of other vectors',
    file: 'src/knn/graphFile.ts',
    find: '.some((word, i) => view.getUint32(4 * i, true) !== word)',
    replace: '.some((word, i) => i !== 2 && view.getUint32(4 * i, true) !== word)',
    test: 'test/rooms/knn/graphFile.test.ts',
    catches: 'under another name',
  },
  {
    name: 'a graph heavier than the limit stays in memory',
    file: 'src/knn/nativeMemoryCache.ts',
    find: "    if (newest.weightKb > limitKb) this.#drop(newest, 'size');\n",
    replace: '',
    test: 'test/rooms/knn/cacheModel.test.ts',
    catches: 'plain list',
  },
  {
    name: 'a hit does not make a graph the newest',
    file: 'src/knn/nativeMemoryCache.ts',
    find: 'const entry = this.#entries.get(key.key);',
    replace: 'const entry = this.#entries.peek(key.key);',
    test: CACHE,
    catches: '',
  },
  {
    name: 'a graph expires one moment late',
    file: 'src/knn/nativeMemoryCache.ts',
    find: 'this.#clock.nowMs() - entry.lastAccessMs >= expiryMs',
    replace: 'this.#clock.nowMs() - entry.lastAccessMs > expiryMs',
    test: CACHE,
    catches: 'idle graph',
  },
  {
    name: 'graphs of merged segments count as evictions',
    file: 'src/knn/nativeMemoryCache.ts',
    find: "    if (reason !== 'size' && reason !== 'expiry') return;\n",
    replace: '',
    test: CACHE,
    catches: 'segment is gone',
  },
  {
    name: 'an evicted graph is not freed',
    file: 'src/knn/nativeMemoryCache.ts',
    find: '    free(entry);\n    this.#checkBooks();\n',
    replace: '    this.#checkBooks();\n',
    test: CACHE,
    catches: '2,000 loads',
  },
  {
    name: 'any Host that ends like a local one is let in',
    file: 'src/rest/guards.ts',
    find: "name.endsWith('.localhost')",
    replace: "name.includes('localhost')",
    test: 'test/rooms/rest/server.test.ts',
    catches: '',
  },
  {
    name: 'requests of other sites are answered',
    file: 'src/rest/guards.ts',
    find: "new Set(['cross-site', 'same-site'])",
    replace: "new Set(['cross-sites', 'same-site'])",
    test: 'test/rooms/rest/server.test.ts',
    catches: '',
  },
  {
    name: 'a commit of another shard is believed',
    file: 'src/shard/commit.ts',
    find: 'if (identity && commit.shard && !isSameShard(commit.shard, identity)) {',
    replace: 'if (identity === null && commit.shard === undefined) {',
    test: 'test/rooms/shard/recovery.test.ts',
    catches: 'commit of another shard',
  },
  {
    name: 'a condition that a search cannot answer is forgotten',
    file: 'src/sql/plan/scanBuilder.ts',
    find: '      if (query === null) residual.push(condition);\n',
    replace: '      if (query === null) continue;\n',
    test: FUZZ,
    catches: 'norec',
  },
  {
    name: 'a bound that is included is pushed down as one that is not',
    file: 'src/sql/plan/filterQuery.ts',
    find: "'<=': 'lte'",
    replace: "'<=': 'lt'",
    test: FUZZ,
    catches: 'norec',
    env: { FUZZ_FACTOR: '8' },
  },
  ...damageMutants,
  ...knnMutants,
  ...metadataMutants,
  ...replicationMutants,
  ...shardMutants,
];
