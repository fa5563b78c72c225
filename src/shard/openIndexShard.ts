import {
  bug,
  type Clock,
  type FlatSettings,
  inTurns,
  type JsonObject,
  OpenSearchError,
  Pacer,
} from '../common/index.ts';
import type { Directory } from '../directory/index.ts';
import type { MapperService } from '../mapper/index.ts';
import { openSegment } from '../segment/index.ts';
import { type Commit, checkIsCommitted, commitFileName, readNewestCommit } from './commit.ts';
import { Committer, filesOf } from './committer.ts';
import { createShard } from './createShard.ts';
import { DocumentWriter } from './documentWriter.ts';
import type { ShardIdentity } from './identity.ts';
import { Maintenance } from './maintenance.ts';
import { Merger } from './merger.ts';
import { isWide, parseDocument } from './parseDocument.ts';
import { SegmentList } from './segmentList.ts';
import type { SegmentListener } from './segmentListener.ts';
import { SegmentWriter } from './segmentWriter.ts';
import { parseShardConfig } from './settings.ts';
import { Shard, ShardLife } from './shard.ts';
import { asShardError } from './shardErrors.ts';
import { ShardSegment } from './shardSegment.ts';
import { type OpenedTranslog, openTranslog } from './translog/openTranslog.ts';
import { listGenerations } from './translog/readTranslog.ts';
import { Translog, translogFileName } from './translog/translog.ts';
import type { AppliedOperation } from './types.ts';

const OPERATIONS_BETWEEN_PAUSES = 16;

export interface ShardOptions {
  readonly directory: Directory;
  readonly shardId: number;
  readonly indexName: string;
  readonly indexUuid: string;
  readonly primaryTerm?: number;
  readonly mapper: MapperService;
  readonly clock: Clock;
  readonly settings: FlatSettings;
  readonly listener: SegmentListener | null;
  /** The shard is known to exist, so a folder without a commit is damaged rather than new. */
  readonly mustExist?: boolean;
  /** The lowest number for new segments: names used by a failed shard are not reused. */
  readonly firstSegment?: number;
  /** Merges new fields into the mapping and makes them durable. By default they are only merged. */
  readonly onMappingUpdate?: (update: JsonObject) => Promise<void>;
  /** Called with each operation that the shard applies as a primary, in order, in the same turn. */
  readonly onOperation?: (applied: AppliedOperation) => void;
  /** Called when a background refresh, merge or flush has failed; it is retried. */
  readonly onBackgroundError?: (error: Error) => void;
  /** The shard has failed and closed; reopening it recovers everything acknowledged. */
  readonly onFailure?: (error: Error) => void;
}

/**
 * Opens a shard, or a new one in an empty folder, from the last commit and the translog. Everything
 * acknowledged is there and searchable. Throws corrupt_index_exception, translog_corrupted_exception, and
 * mapping errors of documents.
 */
export async function openIndexShard(options: ShardOptions): Promise<Shard> {
  try {
    return await open(options);
  } catch (error) {
    throw asShardError(error);
  }
}

async function open(options: ShardOptions): Promise<Shard> {
  const { directory, mapper, clock, listener } = options;
  const config = parseShardConfig(options.settings);
  const { shardId, indexName, indexUuid, primaryTerm = 1 } = options;
  const owner: ShardIdentity = { indexUuid, shardId };
  const commit = (await readNewestCommit(directory, owner)) ?? (await newShard(options, owner));
  // A crash may have come between the commit's rename and its fsync: it must be durable before what it
  // replaced is deleted.
  await directory.syncFolder();
  await deleteLeftovers(directory, commit);
  const life = new ShardLife();
  let shard: Shard | null = null;
  const newPacer = (): Pacer => new Pacer(clock, () => life.check());
  const segments = new SegmentList(directory, (name) => listener?.segmentRemoved(name));
  const firstSegment = Math.max(commit.nextSegment, options.firstSegment ?? 0);
  const segmentWriter = new SegmentWriter(directory, mapper, listener, firstSegment);
  const opened = await openSegments(directory, commit, segmentWriter, newPacer());
  for (const segment of opened) segments.add(segment);
  // Last, because it creates a file: repeated attempts to open a copy with damaged segments must not pile up
  // files.
  const log = await openTranslog(directory, commit, owner);
  const translog = new Translog(directory, log, {
    generationBytes: () => shard?.generationBytes ?? config.generationBytes,
    onFailure: (error) => shard?.fail(error),
  });
  const committer = new Committer(directory, segments, owner, commit, opened);
  const identity = { shardId, indexName, indexUuid, primaryTerm };
  const { onOperation } = options;
  const writing = { clock, segments, translog, onOperation };
  const documents = new DocumentWriter(identity, writing, commit.maxSeqNo);
  const common = { directory, clock, segments, documents, translog, committer };
  const maintenance = new Maintenance({ ...common, segmentWriter, newPacer, sort: config.sort });
  const merger = new Merger(
    { segments, writer: segmentWriter, clock, sort: config.sort },
    newPacer,
    config.merge,
  );
  const onMappingUpdate =
    options.onMappingUpdate ?? (async (update: JsonObject) => mapper.merge(update, 'dynamic'));
  try {
    await replay(log, commit, { documents, maintenance, mapper, onMappingUpdate, pacer: newPacer() });
  } catch (error) {
    await translog.close();
    throw error;
  }
  shard = new Shard(
    {
      ...common,
      shardId,
      primaryTerm,
      mapper,
      segmentWriter,
      maintenance,
      merger,
      onMappingUpdate,
      onBackgroundError: options.onBackgroundError ?? (() => undefined),
      onFailure: options.onFailure ?? (() => undefined),
    },
    life,
    config,
  );
  return shard;
}

function newShard(options: ShardOptions, owner: ShardIdentity): Promise<Commit> {
  const { directory, indexName, shardId, mustExist } = options;
  if (mustExist) {
    const where = `[${indexName}][${shardId}]`;
    throw new OpenSearchError('corrupt_index_exception', `${where} no segments_N file found`);
  }
  return createShard(directory, owner);
}

/** Deletes files left by a crash: incomplete ones, and those of replaced commits. */
async function deleteLeftovers(directory: Directory, commit: Commit): Promise<void> {
  const kept = new Set([commitFileName(commit.generation), ...filesOf(commit)]);
  for (const number of await listGenerations(directory)) {
    if (number >= commit.translogGeneration) kept.add(translogFileName(number));
  }
  const cached = commit.segments.map(({ name }) => `${name}_`);
  for (const name of await directory.list()) {
    // Graphs may have been built since the commit.
    if (cached.some((prefix) => name.startsWith(prefix)) && !/\.(liv|tmp)$/.test(name)) continue;
    if (/^(_|segments_|pending_|translog-)/.test(name) && !kept.has(name)) await directory.delete(name);
  }
}

async function openSegments(
  directory: Directory,
  commit: Commit,
  segmentWriter: SegmentWriter,
  pacer: Pacer,
): Promise<ShardSegment[]> {
  return Promise.all(
    commit.segments.map(async (segment) => {
      const { name, liveGeneration, liveChecksum } = segment;
      const reader = await openSegment(directory, name, liveGeneration, pacer);
      checkIsCommitted(segment, reader);
      return new ShardSegment(reader, {
        liveGeneration,
        liveChecksum,
        ...(await segmentWriter.announce(reader, { cause: 'recovery' })),
      });
    }),
  );
}

async function replay(
  { old: generations, maxSeqNo }: OpenedTranslog,
  commit: Commit,
  into: {
    readonly documents: DocumentWriter;
    readonly maintenance: Maintenance;
    readonly mapper: MapperService;
    readonly onMappingUpdate: (update: JsonObject) => Promise<void>;
    readonly pacer: Pacer;
  },
): Promise<void> {
  const { documents, maintenance, mapper, onMappingUpdate, pacer } = into;
  let count = 0;
  for (const generation of generations) {
    for await (const frame of generation.frames()) {
      for (const operation of frame) {
        if (operation.seqNo <= commit.maxSeqNo) continue;
        let parsed = operation.kind === 'index' ? parseDocument(mapper, operation, pacer) : null;
        if (parsed instanceof Promise) parsed = await parsed;
        if (parsed?.mappingUpdate && operation.kind === 'index') {
          await onMappingUpdate(parsed.mappingUpdate);
          parsed = await parseDocument(mapper, operation, pacer);
        }
        if (parsed !== null && isWide(parsed)) await inTurns(documents.prepare(parsed), pacer);
        documents.replay(operation, parsed);
        if (++count % OPERATIONS_BETWEEN_PAUSES === 0) await pacer.pause();
        if (count % 4096 === 0 && documents.isBufferFull) await maintenance.writeBuffer();
      }
    }
  }
  if (documents.maxSeqNo !== maxSeqNo) {
    throw bug(`the translog ends with operation ${maxSeqNo}, replayed up to ${documents.maxSeqNo}`);
  }
  await maintenance.finishRecovery();
}
