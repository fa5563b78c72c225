import type { AnalysisRegistry } from '../analysis/index.ts';
import type { Clock, FlatSettings, JsonObject, Random } from '../common/index.ts';
import { illegalArgument, isJsonObject, Mutex, Pacer, randomUuid } from '../common/index.ts';
import type { Directory } from '../directory/index.ts';
import type { MapperService, MergeReason, PreparedMapping } from '../mapper/index.ts';
import {
  createShard,
  fillFromCommit,
  type IndexShard,
  type ShardOperation,
  type WriteResult,
} from '../shard/index.ts';
import { selectCopies } from './copySelection.ts';
import type { IndexMetadata, StoredCopy } from './metadata/clusterState.ts';
import { indexClosed, noShardAvailable } from './metadata/errors.ts';
import type { IndexChange } from './metadata/stateChanges.ts';
import { withNextTerms, withoutNode } from './nodes/allocation.ts';
import type { NodeTable } from './nodes/membership.ts';
import { CopiesDescription, type Copy } from './replication/describeCopies.ts';
import type { AssignedCopy, CopyQuarantine, IndexHost } from './replication/indexHost.ts';
import { ShardCopies } from './replication/shardCopies.ts';
import { defaultRoutingShards, shardForRouting } from './routing.ts';
import { checkTogether } from './settings/together.ts';
import type {
  CopyEvents,
  IndexComponents,
  IndexService,
  OpenedShard,
  ShardHandle,
  UnassignedReason,
} from './types.ts';

export interface LocalIndexOptions {
  readonly metadata: IndexMetadata;
  readonly components: IndexComponents;
  /** The folder in which a node keeps this index's copies. */
  readonly folder: (nodeId: string) => Directory;
  /**
   * Makes a metadata change durable, then visible through `metadataChanged`; `published` runs in the same
   * turn. Changes run one at a time; returning the same object changes nothing. Rejects for a deleted index.
   */
  readonly change: (decide: IndexChange, published?: () => void) => Promise<void>;
  readonly nodes: NodeTable;
  readonly clock: Clock;
  readonly random: Random;
  readonly quarantine: CopyQuarantine;
  /** Why copies without a node are unassigned. */
  readonly unassignedReason: UnassignedReason;
}

interface IndexServices {
  readonly analysis: AnalysisRegistry;
  readonly mapper: MapperService;
}

/** An index: opens its copies, writes to all of them, refreshes on schedule, and keeps its metadata. */
export class LocalIndex implements IndexService {
  readonly #options: LocalIndexOptions;
  #metadata: IndexMetadata;
  #services: IndexServices;
  readonly #description: CopiesDescription;
  #copies: readonly Copy[] = [];
  #turn = 0;
  #routing: { readonly version: number; readonly required: boolean } | null = null;
  readonly #shards: readonly ShardCopies[];
  /** Only one task at a time opens, closes or moves copies; writes continue meanwhile. */
  readonly #moving = new Mutex();

  /** Compiles the mapping, yielding to the event loop. Throws for an invalid mapping or analysis. */
  static async create(options: LocalIndexOptions): Promise<LocalIndex> {
    const index = new LocalIndex(options);
    const { mapping } = options.metadata;
    const prepared = isEmpty(mapping) ? null : await index.prepareMapping(mapping, 'create');
    if (prepared !== null) index.adoptMapping(prepared);
    return index;
  }

  /** Leaves the mapping to `create`. */
  constructor(options: LocalIndexOptions) {
    this.#options = options;
    this.#metadata = options.metadata;
    this.#services = this.#servicesWithoutMapping(() => this.settings);
    this.#description = new CopiesDescription(() => options.clock.nowMs(), options.unassignedReason);
    this.#shards = options.metadata.copies.map((_, shardId) => new ShardCopies(shardId, this.#host()));
    this.#describe();
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
    return this.#services.mapper;
  }

  get analysis(): AnalysisRegistry {
    return this.#services.analysis;
  }

  get numberOfShards(): number {
    return this.#metadata.copies.length;
  }

  get numberOfReplicas(): number {
    return Number(this.settings.get('index.number_of_replicas') ?? 1);
  }

  /** `_routing: {required: true}` of the mapping. */
  get routingRequired(): boolean {
    if (this.#routing?.version !== this.#services.mapper.version) {
      const rule = this.#services.mapper.toJson()._routing;
      this.#routing = {
        version: this.#services.mapper.version,
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

  /** Applies new, durable metadata. A new mapping takes effect in the same turn. */
  metadataChanged(next: IndexMetadata): void {
    const { copies, inSyncAllocations, settings } = this.#metadata;
    this.#metadata = next;
    if (next.copies !== copies || next.inSyncAllocations !== inSyncAllocations) {
      this.#describe();
    }
    if (next.settings !== settings) this.#settingsChanged();
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
    return selectCopies(this.name, this.#copies, preference, this.#options.nodes.localId, this.#turn++);
  }

  /**
   * Opens every in-sync copy and recovers the others. A copy that cannot be opened is unassigned with the
   * reason; with `mustStart`, rejects if a shard has no primary.
   */
  async open(options: { readonly mustStart: boolean } = { mustStart: false }): Promise<void> {
    await this.#moving.run(() => Promise.all(this.#shards.map((shard) => shard.open())));
    const failed = this.#shards.find(({ primaryError }) => primaryError !== undefined);
    if (options.mustStart && failed) {
      await this.closeShards().catch(() => undefined);
      throw failed.primaryError;
    }
    await this.whenRecovered();
  }

  /** Commits and closes the shards, but keeps the index. */
  async closeShards(): Promise<void> {
    await this.#moving.run(async () => {
      const closing = await Promise.allSettled(this.#shards.map((shard) => shard.close()));
      for (const one of closing) if (one.status === 'rejected') throw one.reason;
    });
    this.#description.reason = 'INDEX_REOPENED';
  }

  /** Writes the first commit of each copy of a new index. */
  async createFiles(): Promise<void> {
    await Promise.all(
      this.#copies.map(async ({ routing: { nodeId, shardId } }) => {
        if (nodeId !== null)
          await createShard(this.copyFolder(nodeId, shardId), { indexUuid: this.uuid, shardId });
      }),
    );
  }

  async deleteFiles(): Promise<void> {
    const nodes = new Set(this.#metadata.copies.flat().flatMap(({ nodeId }) => nodeId ?? []));
    await Promise.all([...nodes].map((nodeId) => this.#options.folder(nodeId).deleteAll()));
  }

  /** Applies operations to every copy of a shard; resolves once they are durable. */
  async write(
    shardId: number,
    operations: readonly ShardOperation[],
  ): Promise<readonly (WriteResult | Error)[]> {
    if (this.state === 'close') throw indexClosed(this);
    return this.#shards[shardId].group.write(operations);
  }

  /** True if the index is open but the shard has no active primary. */
  isPrimaryMissing(shardId: number): boolean {
    const primary = this.#copies.find(({ routing }) => routing.shardId === shardId && routing.primary);
    return this.state === 'open' && !primary?.shard;
  }

  /** Copies a commit of a shard's primary, for snapshots. The copy shares no files with the shard. */
  async copyShard(shardId: number, target: Directory): Promise<void> {
    const primary = this.primary(shardId);
    const held = await primary.acquireCommit();
    try {
      await target.deleteAll();
      const shard = { indexUuid: this.uuid, shardId };
      await fillFromCommit(primary.directory, held, target, { how: 'copy', shard });
    } finally {
      held.release();
    }
  }

  /** Resolves to the number of copies refreshed. */
  async refresh(shardId: number | null = null): Promise<number> {
    const open = this.#copies.filter(
      ({ shard, routing }) => shard && (shardId === null || routing.shardId === shardId),
    );
    const refreshed = await Promise.all(open.map(refreshCopy));
    return refreshed.filter((counts) => counts).length;
  }

  /** The open shards of started copies. */
  openCopies(shardId: number | null = null): readonly IndexShard[] {
    return this.#copies.flatMap(({ shard, routing }) =>
      shard && routing.state === 'STARTED' && (shardId === null || routing.shardId === shardId)
        ? [shard]
        : [],
    );
  }

  /** Changes the allocation: opens and fills new copies, closes and deletes old ones. */
  async reallocate(
    allocate: (current: IndexMetadata) => readonly (readonly StoredCopy[])[],
    settings: FlatSettings,
    reason: UnassignedReason,
  ): Promise<void> {
    this.#description.reason = reason;
    await this.#moving.run(async () => {
      // A primary that starts now, but was not running before, enters a new term.
      const starts = (shardId: number) =>
        this.state === 'open' && this.#shards[shardId].group.primary === null;
      await this.#options.change((current) =>
        withNextTerms({ ...current, copies: allocate(current), settings }, starts),
      );
      for (const shard of this.#shards) shard.forgetFailures();
      await Promise.all(this.#shards.map((shard) => shard.reconcile()));
    });
    if (this.state === 'open') await this.whenRecovered();
    else await this.fillClosed();
  }

  /** Completes the copies of a closed index: any of them may later have to become the primary. */
  async fillClosed(): Promise<void> {
    const hasReplicas = this.#copies.some(({ routing }) => !routing.primary && routing.nodeId !== null);
    if (!hasReplicas) return;
    await this.open();
    await this.closeShards();
  }

  /** Handles a stopped node: closes its copies and promotes an in-sync replica for each of its primaries. */
  nodeStopped(nodeId: string): Promise<void> {
    return this.#moving.run(async () => {
      const concerned = this.#shards.filter(({ stored }) => stored.some((copy) => copy.nodeId === nodeId));
      await Promise.all(concerned.map((shard) => shard.suspendOn(nodeId)));
      try {
        await this.#options.change((current) => withoutNode(current, nodeId, (copy) => this.#canLead(copy)));
      } finally {
        await Promise.all(concerned.map((shard) => shard.reconcile()));
        this.#describe();
      }
    });
  }

  /**
   * Makes the copy on that node the primary, whatever writes it has missed, in a new term and as the only
   * in-sync copy. Its damage marker must have been removed. Throws illegal_argument_exception, and the error
   * of a copy that cannot be opened.
   */
  allocateStalePrimary(shardId: number, nodeId: string): Promise<void> {
    return this.#moving.run(async () => {
      const shard = this.#shardWithoutPrimary(shardId, nodeId);
      const copy = shard.stored.find((one) => one.nodeId === nodeId);
      if (!copy) {
        throw illegalArgument(`No data for shard [${shardId}] of index [${this.name}] found on any node`);
      }
      await shard.allocateStale(copy.allocationId, randomUuid(this.#options.random));
    });
  }

  /**
   * Creates a new, empty primary on that node, which need not have had a copy. `quarantine` moves aside the
   * content of the copy's folder. Throws illegal_argument_exception.
   */
  allocateEmptyPrimary(shardId: number, nodeId: string, quarantine: () => Promise<unknown>): Promise<void> {
    return this.#moving.run(() =>
      this.#shardWithoutPrimary(shardId, nodeId).allocateEmpty(
        nodeId,
        randomUuid(this.#options.random),
        quarantine,
      ),
    );
  }

  /** Gives a shard other copies, primary first, each of which is in sync or filled from it. */
  async handOver(
    shardId: number,
    decide: (current: readonly StoredCopy[]) => readonly StoredCopy[],
  ): Promise<void> {
    await this.#moving.run(() => this.#shards[shardId].handOver(decide));
    await this.whenRecovered();
  }

  /** Closes the primary; writes wait until reallocate() reopens it or another one is allocated. */
  closePrimary(shardId: number): Promise<void> {
    return this.#moving.run(() => this.#shards[shardId].closePrimary());
  }

  #shardWithoutPrimary(shardId: number, nodeId: string): ShardCopies {
    const shard = this.#shards[shardId];
    if (!shard) throw illegalArgument(`No shard was specified for [${this.name}][${shardId}]`);
    if (shard.group.primary !== null) {
      throw illegalArgument(`primary [${this.name}][${shardId}] is already assigned`);
    }
    if (!this.#options.nodes.isStarted(nodeId)) throw illegalArgument(`node [${nodeId}] is not started`);
    return shard;
  }

  /** The folder of a copy. */
  copyFolder(nodeId: string, shardId: number): Directory {
    return this.#options.folder(nodeId).folder(String(shardId));
  }

  /**
   * Computes the mapping after an update; `null` if nothing changes. Throws if the update cannot be merged.
   */
  prepareMapping(
    mapping: JsonObject,
    reason: MergeReason = 'update',
    pacer = new Pacer(this.#options.clock),
  ): Promise<PreparedMapping | null> {
    return this.#services.mapper.prepareInTurns(mapping, reason, pacer);
  }

  /** Call in the turn in which the metadata with that mapping becomes visible. */
  adoptMapping(prepared: PreparedMapping): void {
    this.#services.mapper.adopt(prepared);
  }

  /** For dynamic mapping: durable before a document uses it. */
  async #mergeDynamic(update: JsonObject): Promise<void> {
    let prepared: PreparedMapping | null = null;
    await this.#options.change(
      async (current) => {
        prepared = await this.prepareMapping(update, 'dynamic');
        return prepared === null ? current : { ...current, mapping: prepared.toJson() };
      },
      () => {
        if (prepared !== null) this.#services.mapper.adopt(prepared);
      },
    );
  }

  /** Builds analysis and mapper from the metadata, with these settings. */
  #buildServices(settings: () => FlatSettings): IndexServices {
    const services = this.#servicesWithoutMapping(settings);
    const { mapping } = this.#metadata;
    if (!isEmpty(mapping)) services.mapper.merge(mapping, 'create');
    return services;
  }

  #servicesWithoutMapping(settings: () => FlatSettings): IndexServices {
    const { components } = this.#options;
    const analysis = components.createAnalysis(settings());
    return { analysis, mapper: components.createMapper({ indexName: this.name, analysis, settings }) };
  }

  /**
   * Throws if analysis or mapping cannot be built with these settings. Only settings of a closed index can
   * affect both.
   */
  checkSettings(settings: FlatSettings): void {
    checkTogether(settings);
    if (this.state === 'close') this.#buildServices(() => settings);
  }

  #settingsChanged(): void {
    if (this.state === 'close') this.#services = this.#buildServices(() => this.settings);
    for (const { opened } of this.#shards) {
      for (const copy of opened.values()) copy.applySettings(this.settings);
    }
  }

  #describe(): void {
    const { nodes } = this.#options;
    this.#copies = this.#description.describe(this.#metadata, this.#shards, (id) => nodes.isStarted(id));
  }

  /** Resolves when the recoveries in progress have ended, successfully or not. */
  async whenRecovered(): Promise<void> {
    await Promise.all(this.#shards.map((shard) => shard.recovered()));
  }

  #canLead({ nodeId, allocationId }: StoredCopy): boolean {
    if (nodeId === null || allocationId === null || !this.#options.nodes.isStarted(nodeId)) return false;
    return this.state === 'close' || this.#shards.some(({ opened }) => opened.has(allocationId));
  }

  /** What the copies of a shard need from the index. */
  #host(): IndexHost {
    const index = this;
    const { clock, quarantine, nodes, change } = this.#options;
    return {
      clock,
      quarantine,
      get metadata() {
        return index.#metadata;
      },
      change: (decide) => change(decide),
      isNodeStarted: (nodeId) => nodes.isStarted(nodeId),
      folder: (nodeId, shardId) => this.copyFolder(nodeId, shardId),
      openShard: (copy, shardId, events) => this.#openCopy(copy, shardId, events),
      copiesChanged: () => this.#describe(),
      exclusively: (task) => this.#moving.run(task),
    };
  }

  #openCopy(
    { nodeId, allocationId }: AssignedCopy,
    shardId: number,
    events: CopyEvents,
  ): Promise<OpenedShard> {
    return this.#options.components.openShard({
      ...events,
      indexName: this.name,
      indexUuid: this.uuid,
      shardId,
      primary: this.#metadata.copies[shardId][0].allocationId === allocationId,
      nodeId,
      primaryTerm: this.#metadata.primaryTerms[shardId],
      directory: this.copyFolder(nodeId, shardId),
      mapper: this.#services.mapper,
      analysis: this.#services.analysis,
      settings: () => this.#metadata.settings,
      onMappingUpdate: (update) => this.#mergeDynamic(update),
    });
  }
}

/** Refreshes a copy. Resolves to whether it counts: one that is recovering, or has just failed, does not. */
async function refreshCopy({ shard, routing }: Copy): Promise<boolean> {
  const isStarted = routing.state === 'STARTED';
  try {
    await shard?.refresh();
    return isStarted;
  } catch (error) {
    // A failed replica is no longer searched.
    if (!routing.primary && (!isStarted || shard?.failure)) return false;
    throw error;
  }
}

function isEmpty(mapping: JsonObject): boolean {
  return Object.keys(mapping).length === 0;
}
