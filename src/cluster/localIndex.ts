import type { AnalysisRegistry } from '../analysis/index.ts';
import type { FlatSettings, JsonObject } from '../common/index.ts';
import { isJsonObject } from '../common/index.ts';
import type { Directory } from '../directory/index.ts';
import { NoSuchFileError } from '../directory/index.ts';
import type { MapperService } from '../mapper/index.ts';
import type { IndexShard, ShardOperation, WriteResult } from '../shard/index.ts';
import { selectCopies } from './copySelection.ts';
import { indexClosed, noShardAvailable } from './metadata/errors.ts';
import type { IndexMetadata, StoredCopy } from './metadata/stateStore.ts';
import { Mutex } from './mutex.ts';
import type { NodeTable } from './nodes/membership.ts';
import { recoverReplica } from './recovery.ts';
import { defaultRoutingShards, shardForRouting } from './routing.ts';
import type { IndexComponents, IndexService, OpenedShard, ShardHandle } from './types.ts';

export interface LocalIndexOptions {
  readonly metadata: IndexMetadata;
  readonly components: IndexComponents;
  /** Where a node keeps the copies of this index. */
  readonly folder: (nodeId: string) => Directory;
  /** Makes metadata durable. */
  readonly save: (metadata: IndexMetadata) => Promise<void>;
  readonly nodes: NodeTable;
  /** Allocations whose files are on disk; what lies in the place of others is left over and goes. */
  readonly storedAllocations: ReadonlySet<string>;
}

const COPY_ATTEMPTS = 5;

interface Copy extends ShardHandle {
  readonly opened: OpenedShard | null;
}

/** An index of this process: opens its copies, writes to all of them, refreshes on time, keeps its metadata. */
export class LocalIndex implements IndexService {
  readonly #options: LocalIndexOptions;
  #metadata: IndexMetadata;
  #analysis: AnalysisRegistry;
  #mapper: MapperService;
  #savedMapping: number;
  #copies: readonly Copy[] = [];
  #turn = 0;
  readonly #allocations: Set<string>;
  #routing: { readonly version: number; readonly required: boolean } | null = null;
  /** Writes to shards with replicas run one by one, so that every copy sees the same order; so does the filling of a copy. */
  readonly #writing = new Mutex();
  readonly #saving = new Mutex();

  constructor(options: LocalIndexOptions) {
    this.#options = options;
    this.#metadata = options.metadata;
    this.#allocations = new Set(options.storedAllocations);
    this.#analysis = options.components.createAnalysis(options.metadata.settings);
    this.#mapper = this.#createMapper();
    if (Object.keys(options.metadata.mapping).length > 0)
      this.#mapper.merge(options.metadata.mapping, 'create');
    this.#savedMapping = this.#mapper.version;
    this.#copies = this.#describe([]);
  }

  get name(): string {
    return this.#metadata.name;
  }

  get uuid(): string {
    return this.#metadata.uuid;
  }

  get settings(): FlatSettings {
    return this.#metadata.settings;
  }

  get aliases(): ReadonlyMap<string, JsonObject> {
    return this.#metadata.aliases;
  }

  get state(): 'open' | 'close' {
    return this.#metadata.state;
  }

  get creationDateMs(): number {
    return this.#metadata.creationDateMs;
  }

  get mapper(): MapperService {
    return this.#mapper;
  }

  get analysis(): AnalysisRegistry {
    return this.#analysis;
  }

  get numberOfShards(): number {
    return this.#metadata.copies.length;
  }

  get numberOfReplicas(): number {
    return Number(this.settings.get('index.number_of_replicas') ?? 1);
  }

  /** `_routing: {required: true}` of the mapping. */
  get routingRequired(): boolean {
    if (this.#routing?.version !== this.#mapper.version) {
      const rule = this.#mapper.toJson()._routing;
      this.#routing = {
        version: this.#mapper.version,
        required: isJsonObject(rule) && String(rule.required) === 'true',
      };
    }
    return this.#routing.required;
  }

  get copies(): readonly ShardHandle[] {
    return this.#copies;
  }

  get metadata(): IndexMetadata {
    return this.#metadata;
  }

  primary(shardId: number): IndexShard {
    const shard = this.#copies.find(
      (copy) => copy.routing.shardId === shardId && copy.routing.primary,
    )?.shard;
    if (!shard) throw this.state === 'close' ? indexClosed(this) : noShardAvailable(this.name, shardId);
    return shard;
  }

  shardFor(id: string, routing: string | null): number {
    if (this.numberOfShards === 1) return 0;
    const routingShards = Number(
      this.settings.get('index.number_of_routing_shards') ?? defaultRoutingShards(this.numberOfShards),
    );
    return shardForRouting(routing ?? id, this.numberOfShards, routingShards);
  }

  searchCopies(preference: string | null): readonly ShardHandle[] {
    return selectCopies(this.#copies, preference, this.#options.nodes.localId, this.#turn++);
  }

  /** Opens every assigned copy; a replica that lags behind its primary is filled from it. */
  async open(): Promise<void> {
    const opening = await Promise.allSettled(
      this.#copies.map((copy) => (copy.routing.nodeId === null ? null : this.#openCopy(copy))),
    );
    this.#copies = this.#describe(opening.map((one) => (one.status === 'fulfilled' ? one.value : null)));
    const failed = opening.find((one) => one.status === 'rejected');
    if (failed) {
      await this.closeShards().catch(() => undefined);
      throw failed.reason;
    }
    for (let shard = 0; shard < this.numberOfShards; shard++) await this.#fillReplicas(shard);
  }

  /** Commits and closes the shards; the index stays. */
  async closeShards(): Promise<void> {
    const open = this.#copies.flatMap((copy) => (copy.opened ? [copy.opened] : []));
    this.#copies = this.#describe([]);
    await Promise.all(
      open.map(async ({ shard, release }) => {
        await shard.close();
        release();
      }),
    );
  }

  async deleteFiles(): Promise<void> {
    const nodes = new Set(this.#metadata.copies.flat().flatMap(({ nodeId }) => nodeId ?? []));
    await Promise.all([...nodes].map((nodeId) => this.#options.folder(nodeId).deleteAll()));
  }

  /** Applies operations to every copy of a shard; resolves when they are durable. */
  async write(
    shardId: number,
    operations: readonly ShardOperation[],
  ): Promise<readonly (WriteResult | Error)[]> {
    if (this.numberOfReplicas === 0) return this.primary(shardId).write(operations);
    return this.#writing.run(async () => {
      const primary = this.primary(shardId);
      const fromSeqNo = primary.maxSeqNo;
      const results = await primary.write(operations);
      const decided = { operations, results, fromSeqNo, toSeqNo: primary.maxSeqNo };
      const replicas = this.#copies.flatMap(({ routing, shard }) =>
        routing.shardId === shardId && !routing.primary && shard ? [shard] : [],
      );
      const keptUp = await Promise.all(replicas.map((replica) => replica.replicate(decided)));
      // What cannot be filled now is filled when the index is opened again.
      if (keptUp.includes(false)) void this.#fillReplicas(shardId).catch(() => undefined);
      return results;
    });
  }

  /** The shard's primary is not there, and the index is open. */
  isPrimaryMissing(shardId: number): boolean {
    const primary = this.#copies.find(({ routing }) => routing.shardId === shardId && routing.primary);
    return this.state === 'open' && !primary?.shard;
  }

  /** A committed copy of a shard's primary, for snapshots. What a merge deletes meanwhile makes it begin again. */
  async copyShard(shardId: number, target: Directory): Promise<void> {
    await this.#writing.run(async () => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await recoverReplica(this.primary(shardId), target);
        } catch (error) {
          if (!(error instanceof NoSuchFileError) || attempt === COPY_ATTEMPTS) throw error;
        }
      }
    });
  }

  /** Number of copies refreshed. */
  async refresh(shardId: number | null = null): Promise<number> {
    const open = this.openCopies(shardId);
    await Promise.all(open.map((shard) => shard.refresh()));
    return open.length;
  }

  openCopies(shardId: number | null = null): readonly IndexShard[] {
    return this.#copies.flatMap((copy) =>
      copy.shard && (shardId === null || copy.routing.shardId === shardId) ? [copy.shard] : [],
    );
  }

  /** Changes aliases, state or settings that need no other copies. */
  async update(change: Partial<Pick<IndexMetadata, 'aliases' | 'state' | 'settings'>>): Promise<void> {
    await this.#saving.run(() => this.#save({ ...this.#metadata, ...change }));
    if (!change.settings) return;
    if (this.state === 'close') this.#rebuildServices();
    for (const copy of this.#copies) copy.opened?.applySettings(change.settings);
  }

  /** Gives the shards other copies: new ones are opened and filled, old ones closed and deleted. */
  async reallocate(copies: readonly (readonly StoredCopy[])[], settings: FlatSettings): Promise<void> {
    const before = this.#copies;
    const open = new Map(before.flatMap((copy) => (copy.opened ? [[copyKey(copy), copy.opened]] : [])));
    await this.#saving.run(() => this.#save({ ...this.#metadata, copies, settings }));
    const wanted = this.#describe([]);
    const gone = before.filter(
      (copy) => copy.opened && !wanted.some((next) => copyKey(next) === copyKey(copy)),
    );
    const opened = await Promise.all(
      wanted.map((copy) => {
        if (copy.routing.nodeId === null || this.state === 'close') return null;
        return open.get(copyKey(copy)) ?? this.#openCopy(copy);
      }),
    );
    this.#copies = this.#describe(opened);
    for (const copy of gone) await this.#dropCopy(copy);
    if (this.state === 'open') {
      for (let shard = 0; shard < this.numberOfShards; shard++) await this.#fillReplicas(shard);
    } else await this.fillClosed();
  }

  /** The copies of a closed index must be whole too: any of them may have to stand for all one day. */
  async fillClosed(): Promise<void> {
    const hasReplicas = this.#copies.some(({ routing }) => !routing.primary && routing.nodeId !== null);
    if (!hasReplicas) return;
    await this.open();
    await this.closeShards();
  }

  /** A node has ended: its copies are closed, a replica of each of its primaries takes over. */
  nodeStopped(nodeId: string): Promise<void> {
    return this.#writing.run(async () => {
      const before = this.#copies;
      const copies = this.#metadata.copies.map((shard) =>
        primaryFirst(shard, (copy) => this.#isStarted(copy)),
      );
      const primaryTerms = this.#metadata.primaryTerms.map((term, shard) =>
        copies[shard][0] === this.#metadata.copies[shard][0] ? term : term + 1,
      );
      await this.#saving.run(() => this.#save({ ...this.#metadata, copies, primaryTerms }));
      const open = new Map(before.flatMap((copy) => (copy.opened ? [[copyKey(copy), copy.opened]] : [])));
      this.#copies = this.#describe(this.#describe([]).map((copy) => open.get(copyKey(copy)) ?? null));
      for (const { shard, routing } of this.#copies) shard?.startTerm(primaryTerms[routing.shardId]);
      for (const copy of before) {
        if (copy.routing.nodeId !== nodeId) continue;
        await copy.opened?.shard.close();
        copy.opened?.release();
      }
    });
  }

  /** Merges a mapping into the live one and makes it durable. */
  async putMapping(mapping: JsonObject): Promise<void> {
    this.#mapper.merge(mapping, 'update');
    await this.#saveMapping();
  }

  /** Dynamic mapping: durable before the document that needs it is acknowledged. */
  async #mergeDynamic(update: JsonObject): Promise<void> {
    this.#mapper.merge(update, 'dynamic');
    await this.#saveMapping();
  }

  async #saveMapping(): Promise<void> {
    await this.#saving.run(async () => {
      const { version } = this.#mapper;
      if (version === this.#savedMapping) return;
      await this.#save({ ...this.#metadata, mapping: this.#mapper.toJson() });
      this.#savedMapping = version;
    });
  }

  #createMapper(): MapperService {
    return this.#options.components.createMapper({
      indexName: this.#metadata.name,
      analysis: this.#analysis,
      settings: () => this.#metadata.settings,
    });
  }

  /** Analysis settings of a closed index may have changed. */
  #rebuildServices(): void {
    const mapping = this.#mapper.toJson();
    this.#analysis = this.#options.components.createAnalysis(this.settings);
    this.#mapper = this.#createMapper();
    if (Object.keys(mapping).length > 0) this.#mapper.merge(mapping, 'create');
    this.#savedMapping = this.#mapper.version;
  }

  async #save(metadata: IndexMetadata): Promise<void> {
    await this.#options.save(metadata);
    this.#metadata = metadata;
  }

  /** The copies of the metadata, with what is open of them in the same order. */
  #describe(opened: readonly (OpenedShard | null)[]): readonly Copy[] {
    return this.#metadata.copies
      .flatMap((shard, shardId) => shard.map((copy, i) => ({ shard, copy, shardId, primary: i === 0 })))
      .map(({ shard, copy, shardId, primary }, i) => {
        const here = opened[i] ?? null;
        // A replica without its primary may have missed writes: it waits for it.
        const started = this.#isStarted(copy) && this.#isStarted(shard[0]);
        const state = started ? 'STARTED' : 'UNASSIGNED';
        const { nodeId, allocationId } = started ? copy : { nodeId: null, allocationId: null };
        const left = started || copy.nodeId === null ? {} : { leftWith: copy.nodeId };
        return {
          routing: { shardId, primary, nodeId, allocationId, state, ...left },
          shard: here?.shard ?? null,
          knn: here?.knn ?? null,
          opened: here,
        } as const;
      });
  }

  #isStarted({ nodeId }: StoredCopy): boolean {
    return nodeId !== null && this.#options.nodes.isStarted(nodeId);
  }

  async #openCopy(copy: Copy): Promise<OpenedShard> {
    const { shardId, primary, allocationId } = copy.routing;
    const nodeId = copy.routing.nodeId as string;
    const directory = this.#options.folder(nodeId).folder(String(shardId));
    if (allocationId !== null && !this.#allocations.has(allocationId)) {
      await directory.deleteAll();
      this.#allocations.add(allocationId);
    }
    return this.#options.components.openShard({
      indexName: this.name,
      indexUuid: this.uuid,
      shardId,
      primary,
      nodeId,
      primaryTerm: this.#metadata.primaryTerms[shardId],
      directory,
      mapper: this.#mapper,
      analysis: this.#analysis,
      settings: () => this.#metadata.settings,
      onMappingUpdate: (update) => this.#mergeDynamic(update),
      // A copy that cannot be filled now is filled when the index is opened again.
      onReopened: () => void this.#fillReplicas(shardId).catch(() => undefined),
    });
  }

  async #dropCopy(copy: Copy): Promise<void> {
    await copy.opened?.shard.close();
    copy.opened?.release();
    await this.#options
      .folder(copy.routing.nodeId as string)
      .folder(String(copy.routing.shardId))
      .deleteAll();
  }

  async #fillReplicas(shardId: number): Promise<void> {
    await this.#writing.run(async () => {
      const primary = this.#copies.find(
        ({ routing }) => routing.shardId === shardId && routing.primary,
      )?.shard;
      // All of its copies are on stopped nodes.
      if (!primary) return;
      // A write that began before the index had replicas may still have reached the primary alone.
      for (let copy = this.#lagging(shardId); copy; copy = this.#lagging(shardId)) {
        await this.#fillCopy(primary, copy);
      }
    });
  }

  #lagging(shardId: number): Copy | undefined {
    const copies = this.#copies.filter((copy) => copy.routing.shardId === shardId && copy.shard);
    const maxSeqNo = copies.find((copy) => copy.routing.primary)?.shard?.maxSeqNo;
    return copies.find((copy) => copy.shard?.maxSeqNo !== maxSeqNo);
  }

  async #fillCopy(primary: IndexShard, copy: Copy): Promise<void> {
    await copy.opened?.shard.close();
    copy.opened?.release();
    const folder = this.#options.folder(copy.routing.nodeId as string).folder(String(copy.routing.shardId));
    await recoverReplica(primary, folder);
    const opened = await this.#openCopy(copy);
    this.#copies = this.#copies.map((other) =>
      other === copy ? { ...copy, shard: opened.shard, knn: opened.knn, opened } : other,
    );
  }
}

/** The copies of a shard with one that runs in front, if there is one. */
function primaryFirst(
  copies: readonly StoredCopy[],
  isStarted: (copy: StoredCopy) => boolean,
): readonly StoredCopy[] {
  const primary = copies.find(isStarted);
  if (!primary || primary === copies[0]) return copies;
  return [primary, ...copies.filter((copy) => copy !== primary)];
}

function copyKey(copy: ShardHandle): string {
  return `${copy.routing.shardId}/${copy.routing.nodeId}/${copy.routing.allocationId}`;
}
