import type { Clock, JsonObject, Random, SettingsRegistry } from '../common/index.ts';
import { Mutex, OpenSearchError, Pacer, randomUuid } from '../common/index.ts';
import type { Directory } from '../directory/index.ts';
import { adoptShard } from '../shard/index.ts';
import { checkNewIndex } from './checkNewIndex.ts';
import { newIndexMetadata, type TriedIndex, tryIndex } from './createIndex.ts';
import { indexPipelines } from './indexPipelines.ts';
import { IngestService } from './ingest/index.ts';
import { LocalIndex } from './localIndex.ts';
import type { ClusterState, GlobalState, IndexMetadata, StoredCopy } from './metadata/clusterState.ts';
import { resolveDateMath } from './metadata/dateMath.ts';
import { checkFreeName } from './metadata/indexName.ts';
import { putMapping } from './metadata/putMapping.ts';
import {
  changedIndex,
  changedIndices,
  type IndexChange,
  type IndexKey,
  newClusterState,
  withGlobal,
  withIndex,
  withNodeIds,
  withoutIndex,
} from './metadata/stateChanges.ts';
import { StateMachine } from './metadata/stateMachine.ts';
import { StateStore } from './metadata/stateStore.ts';
import type { TemplateContent, TemplateTables } from './metadata/templates.ts';
import { combine, NO_CONTENT, templateContent } from './metadata/templates.ts';
import { type ClusterNames, namesOf } from './names.ts';
import { allocate, loadOf, withNextTerms } from './nodes/allocation.ts';
import { NodeLifecycle } from './nodes/lifecycle.ts';
import { NodeMembership } from './nodes/membership.ts';
import { startedState } from './nodes/startedState.ts';
import type { VirtualNode } from './nodes/virtualNodes.ts';
import { indicesOptions } from './options.ts';
import { Quarantine } from './quarantine.ts';
import { Rerouting } from './reroute.ts';
import { NameResolver } from './resolver.ts';
import { checkChangeable } from './settings/checkChangeable.ts';
import { ClusterSettings } from './settings/clusterSettings.ts';
import type { SettingsPatch } from './settings/flat.ts';
import { nextSettings } from './settings/nextSettings.ts';
import { validateIndexSettings } from './settings/validate.ts';
import { checkShardLimit } from './shardLimit.ts';
import { SnapshotService } from './snapshots/index.ts';
import { storedIndices } from './storedIndices.ts';
import { checkIsNew, clearStrayFolders, readable } from './strayFolders.ts';
import { TaskManager } from './tasks/taskManager.ts';
import type { IndexComponents, IndicesOptions, UnassignedReason } from './types.ts';
import { type AliasAction, checkWriteIndices, planActions } from './updateAliases.ts';

export interface ClusterOptions {
  /** The data folder: `state/` and `nodes/<node>/<indexUuid>/<shard>/`. */
  readonly directory: Directory;
  readonly components: IndexComponents;
  /** The index and cluster settings of all rooms. */
  readonly registry: SettingsRegistry;
  readonly clock: Clock;
  readonly random: Random;
  readonly nodeCount: number;
}

/**
 * The cluster: its nodes, indices, names, templates, settings and tasks. Metadata changes through one
 * StateMachine; operations that also open, close or move shards run one at a time.
 */
export class ClusterService {
  readonly name = 'opensearch';
  readonly membership: NodeMembership;
  /** Stops and starts nodes. */
  readonly lifecycle: NodeLifecycle;
  readonly settings: ClusterSettings;
  readonly tasks: TaskManager;
  readonly resolver: NameResolver;
  readonly ingest: IngestService;
  readonly snapshots: SnapshotService;
  /** Keeps files that are unusable but must not be lost. */
  readonly quarantine: Quarantine;
  readonly rerouting: Rerouting;
  readonly registry: SettingsRegistry;
  readonly startTimeMs: number;
  readonly tryIndex = (content: TemplateContent): TriedIndex => tryIndex(this.#options.components, content);
  readonly #options: ClusterOptions;
  readonly #machine: StateMachine;
  readonly #indices = new Map<string, LocalIndex>();
  /** All indices of the state by uuid: those in `#indices`, plus one being created. */
  readonly #known = new Map<string, LocalIndex>();
  readonly #changes = new Mutex();
  readonly #deleted: ((index: LocalIndex) => void)[] = [];
  #setAside: readonly string[] = [];
  #names: ClusterNames | null = null;
  /** Incremented by every metadata change. */
  #version = 1;

  private constructor(options: ClusterOptions, machine: StateMachine) {
    this.#options = options;
    this.#machine = machine;
    machine.onPublished((state, previous) => this.#published(state, previous));
    this.registry = options.registry;
    this.quarantine = new Quarantine(options.directory, options.clock);
    this.startTimeMs = options.clock.nowMs();
    this.membership = new NodeMembership(this.global.nodeIds.slice(0, options.nodeCount), options.random);
    this.lifecycle = new NodeLifecycle({
      nodes: this.membership,
      clock: options.clock,
      changes: this.#changes,
      indices: () => this.#indices.values(),
      allocate: ({ numberOfReplicas }, { copies }, held) =>
        this.#allocate(copies.length, numberOfReplicas, copies, held),
      changed: () => this.#changed(),
    });
    this.rerouting = new Rerouting({
      changes: this.#changes,
      quarantine: this.quarantine,
      random: options.random,
      nodes: () => this.nodes,
      index: (name) => this.#indices.get(name),
      allocate: ({ numberOfReplicas }, copies) => this.#allocate(copies.length, numberOfReplicas, copies),
    });
    this.settings = new ClusterSettings(options.registry, {
      current: () => this.global.persistentSettings,
      change: (decide, published) =>
        this.updateGlobal(({ persistentSettings: current }) => {
          const next = decide(current);
          return next === current ? {} : { persistentSettings: next };
        }, published),
    });
    this.tasks = new TaskManager(options.clock, () => this.membership.localId);
    this.resolver = new NameResolver(() => this.names, options.clock);
    this.snapshots = new SnapshotService(this, {
      clock: options.clock,
      random: options.random,
      directory: options.directory.folder('repositories'),
    });
    this.ingest = new IngestService({
      clock: options.clock,
      random: options.random,
      pipelines: () => this.global.ingestPipelines,
      storedScript: (id) => this.global.storedScripts.get(id) ?? null,
      indexPipelines: (name) =>
        indexPipelines(name, this.names, (missing) => this.#templateSettings(missing)),
    });
  }

  /**
   * Reads the state on disk, or creates a new one, and opens every index. If the manifest or the global state
   * cannot be read, or the folder has lost its state, it throws an error with the file and the remedy.
   */
  static async open(options: ClusterOptions): Promise<ClusterService> {
    const store = new StateStore(options.directory.folder('state'));
    const stored = await readable(options.directory, () => store.read());
    if (stored === null) await checkIsNew(options.directory);
    await store.deleteLeftovers();
    const machine = new StateMachine(store, stored ?? newClusterState(options.random));
    await machine.change((state) => withNodeIds(state, options.nodeCount, options.random));
    const cluster = new ClusterService(options, machine);
    await cluster.#openIndices();
    return cluster;
  }

  get clusterUuid(): string {
    return this.global.clusterUuid;
  }

  /** Folders in `quarantine/` with files of unknown indices found at this start. */
  get setAside(): readonly string[] {
    return this.#setAside;
  }

  /** The nodes of the cluster; the first one receives the requests. A stopped node may briefly remain. */
  get nodes(): readonly VirtualNode[] {
    return this.membership.members;
  }

  get version(): number {
    return this.#version;
  }

  get indices(): ReadonlyMap<string, LocalIndex> {
    return this.#indices;
  }

  get names(): ClusterNames {
    this.#names ??= namesOf(this.#indices);
    return this.#names;
  }

  get templates(): TemplateTables & Pick<GlobalState, 'storedScripts'> {
    return this.global;
  }

  /** Pipelines, repositories, and everything else that belongs to no index. */
  get global(): GlobalState {
    return this.#machine.state.global;
  }

  /** Called for indices that are deleted or closed. */
  onIndexRemoved(listener: (index: LocalIndex) => void): void {
    this.#deleted.push(listener);
  }

  /** Resolves an expression to this room's index objects. */
  localIndices(expression: string | null, options: IndicesOptions): readonly LocalIndex[] {
    return this.resolver
      .resolve(expression, options)
      .map(({ index }) => this.#indices.get(index.name) as LocalIndex);
  }

  /** Creates an index with matching templates. Throws for invalid names, settings, mappings and aliases. */
  createIndex(
    providedName: string,
    request: TemplateContent,
    options: { readonly templates: boolean } = { templates: true },
  ): Promise<LocalIndex> {
    return this.#changes.run(async () => {
      const name = resolveDateMath(providedName, this.#options.clock.nowMs());
      this.checkNewName(name);
      const metadata = newIndexMetadata({
        name,
        providedName,
        request,
        templates: options.templates ? templateContent(this.global, name) : NO_CONTENT,
        registry: this.registry,
        clock: this.#options.clock,
        random: this.#options.random,
        indexNames: new Set(this.#indices.keys()),
        allocate: (shards, replicas) => this.#allocate(shards, replicas, []),
      });
      checkShardLimit(this, metadata.copies);
      const index = await this.#newIndex(metadata, 'INDEX_CREATED');
      checkNewIndex(name, metadata.settings, index.mapper);
      // Must precede the state naming the index: a shard that is missing after that is lost, not new.
      await index.createFiles();
      return this.#introduce(index, { ...metadata, mapping: index.mapper.toJson() });
    });
  }

  /** Adds an index from existing metadata and files: `fill` copies a shard's files to their place. */
  restoreIndex(
    stored: IndexMetadata,
    fill: (shardId: number, folder: Directory) => Promise<void>,
  ): Promise<LocalIndex> {
    return this.#changes.run(async () => {
      const { directory, random } = this.#options;
      this.checkNewName(stored.name);
      const uuid = randomUuid(random);
      const replicas = Number(stored.settings.get('index.number_of_replicas') ?? 1);
      const copies = this.#allocate(stored.copies.length, replicas, []);
      checkShardLimit(this, copies);
      const settings = new Map([...stored.settings, ['index.uuid', uuid]]);
      const primaryTerms = stored.primaryTerms.map((term) => term + 1);
      const inSyncAllocations = new Set(copies.flatMap(([primary]) => primary.allocationId ?? []));
      const metadata = { ...stored, uuid, copies, inSyncAllocations, settings, primaryTerms };
      for (const [shardId, [primary]] of copies.entries()) {
        if (primary.nodeId === null) continue;
        const folder = directory.folder('nodes').folder(primary.nodeId).folder(uuid).folder(String(shardId));
        await fill(shardId, folder);
        await adoptShard(folder, { indexUuid: uuid, shardId });
      }
      return this.#introduce(await this.#newIndex(metadata, 'INDEX_CREATED'), metadata);
    });
  }

  /** Adds the index to the state, opens it, and makes it visible to requests. */
  async #introduce(index: LocalIndex, metadata: IndexMetadata): Promise<LocalIndex> {
    await this.#machine.change((state) => withIndex(state, metadata), {
      published: () => this.#known.set(index.uuid, index),
    });
    try {
      await index.open({ mustStart: true });
    } catch (error) {
      await this.#forget(index).catch(() => undefined);
      throw error;
    }
    this.#indices.set(index.name, index);
    this.#changed();
    return index;
  }

  /** Removes the index, also if saving may have failed: a restart could lose later acknowledged writes. */
  #forget(index: LocalIndex, published: () => void = () => undefined): Promise<void> {
    return this.#machine.change((state) => withoutIndex(state, index.uuid), {
      holdsInDoubt: true,
      published: () => {
        this.#known.delete(index.uuid);
        published();
      },
    });
  }

  /** The index of that name, created if missing; for writes. */
  async ensureIndex(name: string): Promise<LocalIndex> {
    const existing = this.#indices.get(name);
    if (existing) return existing;
    try {
      return await this.createIndex(name, NO_CONTENT);
    } catch (error) {
      const created = this.#indices.get(name);
      if (created && error instanceof OpenSearchError && error.type === 'resource_already_exists_exception') {
        return created;
      }
      throw error;
    }
  }

  deleteIndices(indices: readonly LocalIndex[]): Promise<void> {
    return this.#changes.run(async () => {
      for (const index of indices) {
        if (this.#indices.get(index.name) !== index) continue;
        let isGone = false;
        try {
          await this.#forget(index, () => {
            isGone = true;
            this.#indices.delete(index.name);
            for (const listener of this.#deleted) listener(index);
          });
        } finally {
          if (isGone) await index.closeShards();
        }
        await index.deleteFiles();
      }
    });
  }

  openIndices(indices: readonly LocalIndex[]): Promise<void> {
    return this.#changes.run(async () => {
      for (const index of indices) {
        if (index.state === 'open') continue;
        checkShardLimit(this, index.metadata.copies);
        await this.#change(index, (current) => withNextTerms({ ...current, state: 'open' }));
        await index.open();
      }
    });
  }

  closeIndices(indices: readonly LocalIndex[]): Promise<void> {
    return this.#changes.run(async () => {
      for (const index of indices) {
        if (index.state === 'close') continue;
        await this.#change(index, (current) => withNextTerms({ ...current, state: 'close' }));
        await index.closeShards();
        for (const listener of this.#deleted) listener(index);
      }
    });
  }

  /** Merges a mapping into every index, or into none if one rejects it. */
  putMapping(indices: readonly LocalIndex[], mapping: JsonObject): Promise<void> {
    return putMapping(this.#machine, indices, mapping, new Pacer(this.#options.clock));
  }

  /** Changes settings of indices; `preserveExisting` keeps those already set. */
  updateIndexSettings(
    indices: readonly LocalIndex[],
    patch: SettingsPatch,
    preserveExisting: boolean,
  ): Promise<void> {
    return this.#changes.run(async () => {
      validateIndexSettings(this.registry, patch, 'update');
      checkChangeable(this.registry, indices, patch);
      const changes = indices.map((index) => ({ index, ...nextSettings(index, patch, preserveExisting) }));
      for (const { index, settings } of changes) index.checkSettings(settings);
      const stay = changes.filter(({ index, replicas }) => replicas === index.numberOfReplicas);
      await this.#machine.change((state) =>
        changedIndices(
          state,
          stay.map(({ index, settings }) => [index, { settings }]),
        ),
      );
      for (const { index, settings, replicas } of changes) {
        if (replicas === index.numberOfReplicas) continue;
        const copies = this.#allocate(index.numberOfShards, replicas, index.metadata.copies);
        if (index.state === 'open') checkShardLimit(this, copies, index.metadata.copies);
        await index.reallocate(
          (current) => this.#allocate(current.copies.length, replicas, current.copies),
          settings,
          'REPLICA_ADDED',
        );
      }
    });
  }

  /** Applies alias actions atomically. */
  updateAliases(actions: readonly AliasAction[]): Promise<void> {
    return this.#changes
      .run(async () => {
        const { table, removed } = planActions(
          actions,
          (names) => this.localIndices(names, indicesOptions.deleteIndex),
          new Set(this.#indices.keys()),
        );
        checkWriteIndices(this.#indices.values(), table);
        const kept = [...table].filter(([index]) => !removed.includes(index));
        await this.#machine.change((state) =>
          changedIndices(
            state,
            kept.map(([index, aliases]) => [index, { aliases }]),
          ),
        );
        return removed;
      })
      .then((removed) => (removed.length > 0 ? this.deleteIndices(removed) : undefined));
  }

  /** Replaces tables of the global state (templates, stored scripts, …), if there is any change. */
  updateGlobal(
    change: (state: GlobalState) => Partial<Omit<GlobalState, 'clusterUuid' | 'nodeIds'>>,
    published?: () => void,
  ): Promise<void> {
    return this.#machine.change((state) => withGlobal(state, change(state.global)), { published });
  }

  /** The settings, mappings and aliases that a new index of that name would get. */
  simulate(name: string, request: TemplateContent): TemplateContent {
    return combine(templateContent(this.global, name), request);
  }

  /** Commits and closes everything. */
  async close(): Promise<void> {
    await this.#changes.close(() => new OpenSearchError('node_closed_exception', 'node closed'));
    await Promise.all([...this.#indices.values()].map((index) => index.closeShards()));
    await this.#machine.close();
  }

  /** Saves a new term before opening each primary: (term, sequence number) must identify one operation. */
  async #openIndices(): Promise<void> {
    const isStarted = (nodeId: string): boolean => this.membership.isStarted(nodeId);
    // A folder in memory is only reopened as a fork, in which no sequence number can have been lost.
    const raisesTerms = !this.#options.directory.isMemory;
    const stored = await storedIndices(this.#machine, (metadata) =>
      this.#newIndex(metadata, 'CLUSTER_RECOVERED'),
    );
    for (const index of stored) this.#known.set(index.uuid, index);
    await this.#machine.change((state) =>
      startedState(state, raisesTerms, isStarted, (copies, replicas) =>
        this.#allocate(copies.length, replicas, copies),
      ),
    );
    for (const index of stored) this.#indices.set(index.name, index);
    this.#setAside = await clearStrayFolders(this.#options.directory, this.#machine.state, this.quarantine);
    await Promise.all(
      [...this.#indices.values()].map((index) =>
        index.state === 'open' ? index.open() : index.fillClosed(),
      ),
    );
  }

  #newIndex(metadata: IndexMetadata, unassignedReason: UnassignedReason): Promise<LocalIndex> {
    const { components, directory } = this.#options;
    return LocalIndex.create({
      metadata,
      components,
      folder: (nodeId) => directory.folder('nodes').folder(nodeId).folder(metadata.uuid),
      change: (decide, published) => this.#change(metadata, decide, published),
      nodes: this.membership,
      clock: this.#options.clock,
      random: this.#options.random,
      quarantine: this.quarantine,
      unassignedReason,
    });
  }

  /** Throws if no index of that name can be created. */
  checkNewName(name: string): void {
    checkFreeName(name, this.names);
  }

  #templateSettings(name: string): ReadonlyMap<string, string | null> {
    return templateContent(this.global, resolveDateMath(name, this.#options.clock.nowMs())).settings;
  }

  #allocate(
    shards: number,
    replicas: number,
    current: readonly (readonly StoredCopy[])[],
    held: ReadonlySet<string> = this.membership.stoppedIds,
  ): readonly (readonly StoredCopy[])[] {
    const load = loadOf([...this.#indices.values()].flatMap(({ metadata }) => metadata.copies.flat()));
    const { started } = this.membership;
    const away = new Set(this.global.nodeIds.filter((id) => !this.membership.isStarted(id)));
    return allocate(shards, replicas, started, load, current, this.#options.random, away, held);
  }

  #change(index: IndexKey, decide: IndexChange, published?: () => void): Promise<void> {
    return this.#machine.change((state) => changedIndex(state, index, decide), { published });
  }

  /** Passes indices their new metadata in the turn in which it becomes visible. */
  #published(state: ClusterState, previous: ClusterState): void {
    for (const [uuid, metadata] of state.indices) {
      if (metadata !== previous.indices.get(uuid)) this.#known.get(uuid)?.metadataChanged(metadata);
    }
    this.#changed();
  }

  #changed(): void {
    this.#version++;
    this.#names = null;
  }
}
