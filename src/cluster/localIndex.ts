import type { AnalysisRegistry } from '../analysis/index.ts';
import type { FlatSettings, JsonObject } from '../common/index.ts';
import { isJsonObject } from '../common/index.ts';
import type { Directory } from '../directory/index.ts';
import type { MapperService } from '../mapper/index.ts';
import { createShard, type IndexShard, type ShardOperation, type WriteResult } from '../shard/index.ts';
import { selectCopies } from './copySelection.ts';
import { indexClosed, noShardAvailable } from './metadata/errors.ts';
import type { IndexMetadata, StoredCopy } from './metadata/stateStore.ts';
import { Mutex } from './mutex.ts';
import { withoutNode } from './nodes/allocation.ts';
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
}

const NOTHING_OPEN: ReadonlyMap<string, OpenedShard> = new Map();

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
  #routing: { readonly version: number; readonly required: boolean } | null = null;
  /** Writes to shards with replicas run one by one, so that every copy sees the same order; so does the filling of a copy. */
  readonly #writing = new Mutex();
  readonly #saving = new Mutex();

  constructor(options: LocalIndexOptions) {
    this.#options = options;
    this.#metadata = options.metadata;
    this.#analysis = options.components.createAnalysis(options.metadata.settings);
    this.#mapper = this.#createMapper();
    if (Object.keys(options.metadata.mapping).length > 0)
      this.#mapper.merge(options.metadata.mapping, 'create');
    this.#savedMapping = this.#mapper.version;
    this.#copies = this.#describe(NOTHING_OPEN);
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

  /** Opens every copy that is in sync; the others, and a replica that lags behind its primary, are filled from it. */
  async open(): Promise<void> {
    const opened = new Map<string, OpenedShard>();
    const opening = await Promise.allSettled(
      this.#copies
        .filter(({ routing }) => routing.state === 'STARTED')
        .map(async (copy) => opened.set(copyKey(copy), await this.#openCopy(copy))),
    );
    this.#copies = this.#describe(opened);
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
    this.#copies = this.#describe(NOTHING_OPEN);
    await Promise.all(
      open.map(async ({ shard, release }) => {
        await shard.close();
        release();
      }),
    );
  }

  /** The first commit of each copy of a new index. */
  async createFiles(): Promise<void> {
    await Promise.all(
      this.#copies.map(async ({ routing: { nodeId, shardId } }) => {
        if (nodeId !== null)
          await createShard(this.#folder(nodeId, shardId), { indexUuid: this.uuid, shardId });
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
    if (this.numberOfReplicas === 0) {
      const results = await this.primary(shardId).write(operations);
      // The replicas that the index was given meanwhile were filled before all of this was there.
      if (this.numberOfReplicas > 0) await this.#fillReplicas(shardId);
      return results;
    }
    return this.#writing.run(async () => {
      const primary = this.primary(shardId);
      const fromSeqNo = primary.maxSeqNo;
      const results = await primary.write(operations);
      const decided = { operations, results, fromSeqNo, toSeqNo: primary.maxSeqNo };
      const replicas = this.#copies.filter(
        ({ routing, shard }) => routing.shardId === shardId && !routing.primary && shard,
      );
      const keptUp = await Promise.all(replicas.map(({ shard }) => shard?.replicate(decided)));
      const behind = replicas.filter((_, i) => !keptUp[i]);
      if (behind.length > 0) {
        for (const copy of behind) await this.#markInSync(copy, false);
        // What cannot be filled now is filled when the index is opened again.
        void this.#fillReplicas(shardId).catch(() => undefined);
      }
      return results;
    });
  }

  /** The shard's primary is not there, and the index is open. */
  isPrimaryMissing(shardId: number): boolean {
    const primary = this.#copies.find(({ routing }) => routing.shardId === shardId && routing.primary);
    return this.state === 'open' && !primary?.shard;
  }

  /** A committed copy of a shard's primary, for snapshots. */
  async copyShard(shardId: number, target: Directory): Promise<void> {
    await this.#writing.run(() => recoverReplica(this.primary(shardId), target));
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
    await this.#writing.run(async () => {
      const before = this.#copies;
      const opened = this.#opened();
      await this.#saving.run(() => this.#save({ ...this.#metadata, copies, settings }));
      const wanted = this.#describe(opened);
      const missing = wanted.filter(({ opened, routing }) => !opened && routing.state === 'STARTED');
      if (this.state === 'open') {
        await Promise.all(missing.map(async (copy) => opened.set(copyKey(copy), await this.#openCopy(copy))));
      }
      this.#copies = this.#describe(opened);
      const keys = new Set(wanted.map(copyKey));
      for (const copy of before) if (copy.opened && !keys.has(copyKey(copy))) await this.#dropCopy(copy);
    });
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

  /** A node has ended: its copies are closed, a replica in sync takes over each of its primaries. */
  nodeStopped(nodeId: string): Promise<void> {
    return this.#writing.run(async () => {
      const before = this.#copies;
      await this.#saving.run(() =>
        this.#save(withoutNode(this.#metadata, nodeId, (copy) => this.#isStarted(copy))),
      );
      this.#copies = this.#describe(this.#opened());
      for (const { shard, routing } of this.#copies) {
        shard?.startTerm(this.#metadata.primaryTerms[routing.shardId]);
      }
      const kept = this.#opened();
      for (const copy of before) {
        if (kept.has(copyKey(copy))) continue;
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

  /** What is open, by the key of its copy. */
  #opened(): Map<string, OpenedShard> {
    return new Map(
      this.#copies.flatMap((copy) => (copy.opened ? [[copyKey(copy), copy.opened] as const] : [])),
    );
  }

  /** The copies of the metadata, with what is open of them. */
  #describe(opened: ReadonlyMap<string, OpenedShard>): readonly Copy[] {
    return this.#metadata.copies
      .flatMap((shard, shardId) => shard.map((copy, i) => ({ shard, copy, shardId, primary: i === 0 })))
      .map(({ shard, copy, shardId, primary }) => {
        // A replica without its primary may have missed writes: it waits for it.
        const started = this.#isStarted(copy) && this.#isStarted(shard[0]);
        const whole = this.#metadata.inSyncAllocations.has(copy.allocationId ?? '');
        const state = !started ? 'UNASSIGNED' : whole ? 'STARTED' : 'INITIALIZING';
        const { nodeId, allocationId } = started ? copy : { nodeId: null, allocationId: null };
        const left = started || copy.nodeId === null ? {} : { leftWith: copy.nodeId };
        const routing = { shardId, primary, nodeId, allocationId, state, ...left } as const;
        const here = opened.get(copyKey({ routing })) ?? null;
        return {
          routing,
          shard: here?.shard ?? null,
          knn: here?.knn ?? null,
          opened: here,
        };
      });
  }

  #folder(nodeId: string, shardId: number): Directory {
    return this.#options.folder(nodeId).folder(String(shardId));
  }

  #isStarted({ nodeId }: StoredCopy): boolean {
    return nodeId !== null && this.#options.nodes.isStarted(nodeId);
  }

  async #openCopy(copy: Copy): Promise<OpenedShard> {
    const { shardId, primary } = copy.routing;
    const nodeId = copy.routing.nodeId as string;
    const directory = this.#folder(nodeId, shardId);
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
    await this.#folder(copy.routing.nodeId as string, copy.routing.shardId).deleteAll();
  }

  async #fillReplicas(shardId: number): Promise<void> {
    await this.#writing.run(async () => {
      const primary = this.#copies.find(
        ({ routing }) => routing.shardId === shardId && routing.primary,
      )?.shard;
      // Its node is stopped.
      if (!primary) return;
      // A write that began before the index had replicas may still have reached the primary alone.
      for (let copy = this.#lagging(primary, shardId); copy; copy = this.#lagging(primary, shardId)) {
        await this.#fillCopy(primary, copy);
      }
    });
  }

  #lagging(primary: IndexShard, shardId: number): Copy | undefined {
    return this.#copies.find(
      ({ routing, shard }) =>
        routing.shardId === shardId &&
        !routing.primary &&
        routing.nodeId !== null &&
        (routing.state === 'INITIALIZING' || shard?.maxSeqNo !== primary.maxSeqNo),
    );
  }

  async #fillCopy(primary: IndexShard, copy: Copy): Promise<void> {
    // Before its files go: half of them are no copy.
    await this.#markInSync(copy, false);
    await copy.opened?.shard.close();
    copy.opened?.release();
    this.#replaceOpened(copy, null);
    await recoverReplica(primary, this.#folder(copy.routing.nodeId as string, copy.routing.shardId));
    this.#replaceOpened(copy, await this.#openCopy(copy));
    await this.#markInSync(copy, true);
  }

  /** Makes durable whether a copy has every acknowledged write: only then it is searched, and may become a primary. */
  async #markInSync({ routing }: Copy, isInSync: boolean): Promise<void> {
    const allocationId = routing.allocationId as string;
    await this.#saving.run(async () => {
      const inSyncAllocations = new Set(this.#metadata.inSyncAllocations);
      if (inSyncAllocations.has(allocationId) === isInSync) return;
      if (isInSync) inSyncAllocations.add(allocationId);
      else inSyncAllocations.delete(allocationId);
      await this.#save({ ...this.#metadata, inSyncAllocations });
    });
    this.#copies = this.#describe(this.#opened());
  }

  #replaceOpened(copy: Copy, opened: OpenedShard | null): void {
    const all = this.#opened();
    if (opened) all.set(copyKey(copy), opened);
    else all.delete(copyKey(copy));
    this.#copies = this.#describe(all);
  }
}

function copyKey({ routing }: Pick<ShardHandle, 'routing'>): string {
  return `${routing.shardId}/${routing.nodeId}/${routing.allocationId}`;
}
