import { isDeepStrictEqual } from 'node:util';
import type { Clock, FlatSettings, JsonObject, Random, SettingsRegistry } from '../common/index.ts';
import { illegalArgument, OpenSearchError, randomUuid } from '../common/index.ts';
import type { Directory } from '../directory/index.ts';
import { adoptShard } from '../shard/index.ts';
import { newIndexMetadata } from './createIndex.ts';
import type { IndexPipelines } from './ingest/index.ts';
import { IngestService } from './ingest/index.ts';
import { LocalIndex } from './localIndex.ts';
import { resolveDateMath } from './metadata/dateMath.ts';
import { indexExists } from './metadata/errors.ts';
import { invalidIndexName, validateIndexName } from './metadata/indexName.ts';
import type { GlobalState, IndexMetadata, StoredCopy } from './metadata/stateStore.ts';
import { StateStore } from './metadata/stateStore.ts';
import type { TemplateContent, TemplateTables } from './metadata/templates.ts';
import { combine, templateContent } from './metadata/templates.ts';
import { Mutex } from './mutex.ts';
import type { ClusterNames } from './names.ts';
import { namesOf } from './names.ts';
import { allocate, loadOf, reopened } from './nodes/allocation.ts';
import { NodeLifecycle } from './nodes/lifecycle.ts';
import { NodeMembership } from './nodes/membership.ts';
import type { VirtualNode } from './nodes/virtualNodes.ts';
import { indicesOptions } from './options.ts';
import { NameResolver } from './resolver.ts';
import { ClusterSettings } from './settings/clusterSettings.ts';
import type { SettingsPatch } from './settings/flat.ts';
import { patchSettings } from './settings/flat.ts';
import { finalKeys, nonDynamicKeys, validateIndexSettings } from './settings/validate.ts';
import { checkShardLimit } from './shardLimit.ts';
import { SnapshotService } from './snapshots/index.ts';
import { TaskManager } from './tasks/taskManager.ts';
import type { IndexComponents, IndicesOptions } from './types.ts';
import type { AliasAction } from './updateAliases.ts';
import { checkWriteIndices, planActions } from './updateAliases.ts';

export interface ClusterOptions {
  /** The data folder: `state/` and `nodes/<node>/<indexUuid>/<shard>/`. */
  readonly directory: Directory;
  readonly components: IndexComponents;
  /** Index and cluster settings of every room. */
  readonly registry: SettingsRegistry;
  readonly clock: Clock;
  readonly random: Random;
  readonly nodeCount: number;
}

/** The cluster: its nodes, indices, names, templates, settings and tasks. Changes of metadata run one by one. */
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
  readonly registry: SettingsRegistry;
  readonly startTimeMs: number;
  /** Nodes that shall not vote: kept to be shown, one process has one vote. */
  votingExclusions: readonly JsonObject[] = [];
  readonly #options: ClusterOptions;
  readonly #store: StateStore;
  readonly #indices = new Map<string, LocalIndex>();
  readonly #changes = new Mutex();
  readonly #deleted: ((index: LocalIndex) => void)[] = [];
  #global: GlobalState;
  #names: ClusterNames | null = null;
  /** Grows with every change of the metadata. */
  #version = 1;

  private constructor(options: ClusterOptions, store: StateStore, global: GlobalState) {
    this.#options = options;
    this.#store = store;
    this.#global = global;
    this.registry = options.registry;
    this.startTimeMs = options.clock.nowMs();
    this.membership = new NodeMembership(global.nodeIds.slice(0, options.nodeCount), options.random);
    this.lifecycle = new NodeLifecycle({
      nodes: this.membership,
      clock: options.clock,
      changes: this.#changes,
      indices: () => this.#indices.values(),
      allocate: ({ numberOfShards, numberOfReplicas, metadata }, held) =>
        this.#allocate(numberOfShards, numberOfReplicas, metadata.copies, held),
      changed: () => this.#changed(),
    });
    this.settings = new ClusterSettings(options.registry, global.persistentSettings, (persistentSettings) =>
      this.#saveGlobal({ persistentSettings }),
    );
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
      pipelines: () => this.#global.ingestPipelines,
      storedScript: (id) => this.#global.storedScripts.get(id) ?? null,
      indexPipelines: (name) => this.#indexPipelines(name),
    });
  }

  /** Reads the state on disk, or makes a new one; opens every index. */
  static async open(options: ClusterOptions): Promise<ClusterService> {
    const store = new StateStore(options.directory.folder('state'));
    const stored = await store.readGlobal();
    const global = withNodeIds(stored ?? newGlobalState(options.random), options);
    const cluster = new ClusterService(options, store, global);
    if (stored?.nodeIds.length !== global.nodeIds.length) await store.writeGlobal(global);
    await cluster.#openIndices();
    return cluster;
  }

  get clusterUuid(): string {
    return this.#global.clusterUuid;
  }

  /** The nodes of the cluster; the first takes the requests. A node that has just stopped may still be among them. */
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
    return this.#global;
  }

  /** Pipelines, repositories, and what else belongs to no index. */
  get global(): GlobalState {
    return this.#global;
  }

  /** Hears of indices that are deleted or closed. */
  onIndexRemoved(listener: (index: LocalIndex) => void): void {
    this.#deleted.push(listener);
  }

  /** The indices of an expression, as objects of this room. */
  localIndices(expression: string | null, options: IndicesOptions): readonly LocalIndex[] {
    return this.resolver
      .resolve(expression, options)
      .map(({ index }) => this.#indices.get(index.name) as LocalIndex);
  }

  /** Creates an index with the templates that apply. Throws for names, settings, mappings and aliases that are not valid. */
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
        templates: options.templates ? templateContent(this.#global, name) : NO_CONTENT,
        registry: this.registry,
        clock: this.#options.clock,
        random: this.#options.random,
        indexNames: new Set(this.#indices.keys()),
        allocate: (shards, replicas) => this.#allocate(shards, replicas, []),
      });
      checkShardLimit(this, metadata.copies);
      const index = this.#newIndex(metadata);
      // Before the state names them: a shard that it names and that is not there is lost, not new.
      await index.createFiles();
      return this.#introduce(index, { ...metadata, mapping: index.mapper.toJson() });
    });
  }

  /** An index of metadata and files that are there: `fill` copies a shard's files to where they belong. */
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
      return this.#introduce(this.#newIndex(metadata), metadata);
    });
  }

  async #introduce(index: LocalIndex, metadata: IndexMetadata): Promise<LocalIndex> {
    await this.#store.addIndex(metadata, () => index.open());
    this.#indices.set(index.name, index);
    this.#changed();
    return index;
  }

  /** The index of that name, made now if it is missing: for writes. */
  async ensureIndex(name: string): Promise<LocalIndex> {
    const existing = this.#indices.get(name);
    if (existing) return existing;
    try {
      return await this.createIndex(name, { settings: new Map(), mappings: {}, aliases: new Map() });
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
        try {
          await this.#store.deleteIndex(index.uuid);
        } finally {
          // Its file may be gone: nothing may be acknowledged any more, whether the deletion is or not.
          this.#indices.delete(index.name);
          this.#changed();
          for (const listener of this.#deleted) listener(index);
          await index.closeShards();
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
        await index.update({ state: 'open' });
        await index.open();
        this.#changed();
      }
    });
  }

  closeIndices(indices: readonly LocalIndex[]): Promise<void> {
    return this.#changes.run(async () => {
      for (const index of indices) {
        if (index.state === 'close') continue;
        await index.update({ state: 'close' });
        this.#changed();
        await index.closeShards();
        for (const listener of this.#deleted) listener(index);
      }
    });
  }

  /** Merges a mapping into every index, or into none when one refuses it. */
  putMapping(indices: readonly LocalIndex[], mapping: JsonObject): Promise<void> {
    return this.#changes.run(async () => {
      for (const index of indices) await index.putMapping(mapping);
      this.#changed();
    });
  }

  /** Changes settings of indices; `preserveExisting` leaves those alone that are set. */
  updateIndexSettings(
    indices: readonly LocalIndex[],
    patch: SettingsPatch,
    preserveExisting: boolean,
  ): Promise<void> {
    return this.#changes.run(async () => {
      validateIndexSettings(this.registry, patch);
      this.#checkChangeable(indices, patch);
      for (const index of indices) await this.#updateSettings(index, patch, preserveExisting);
      this.#changed();
    });
  }

  /** Applies alias actions all together or not at all. */
  updateAliases(actions: readonly AliasAction[]): Promise<void> {
    return this.#changes
      .run(async () => {
        const { table, removed } = planActions(
          actions,
          (names) => this.localIndices(names, indicesOptions.deleteIndex),
          new Set(this.#indices.keys()),
        );
        checkWriteIndices(this.#indices.values(), table);
        for (const [index, aliases] of table) {
          if (!removed.includes(index)) await index.update({ aliases });
        }
        this.#changed();
        return removed;
      })
      .then((removed) => (removed.length > 0 ? this.deleteIndices(removed) : undefined));
  }

  /** Replaces tables of the global state: templates, stored scripts. */
  updateGlobal(
    change: (state: GlobalState) => Partial<Omit<GlobalState, 'clusterUuid' | 'nodeIds'>>,
  ): Promise<void> {
    return this.#changes.run(async () => {
      await this.#saveGlobal(change(this.#global));
      this.#changed();
    });
  }

  /** What a new index of that name would be made of. */
  simulate(name: string, request: TemplateContent): TemplateContent {
    return combine(templateContent(this.#global, name), request);
  }

  /** Commits and closes everything. */
  async close(): Promise<void> {
    await this.#changes.close(() => new OpenSearchError('node_closed_exception', 'node closed'));
    await Promise.all([...this.#indices.values()].map((index) => index.closeShards()));
  }

  async #openIndices(): Promise<void> {
    const stored = await this.#store.readIndices();
    for (const metadata of stored) {
      const replicas = Number(metadata.settings.get('index.number_of_replicas') ?? 1);
      const next = reopened(metadata, (current) => this.#allocate(current.length, replicas, current));
      this.#indices.set(metadata.name, this.#newIndex(next));
    }
    // What is written now, the copies on nodes that are not started miss.
    for (const metadata of stored) {
      const next = this.#indices.get(metadata.name)?.metadata;
      if (next && !isDeepStrictEqual(next.copies, metadata.copies)) await this.#store.writeIndex(next);
    }
    await this.#deleteDangling(new Set(stored.map(({ uuid }) => uuid)));
    await Promise.all(
      [...this.#indices.values()].map((index) =>
        index.state === 'open' ? index.open() : index.fillClosed(),
      ),
    );
  }

  /** Folders of indices whose deletion was cut short. */
  async #deleteDangling(known: ReadonlySet<string>): Promise<void> {
    const nodes = this.#options.directory.folder('nodes');
    for (const node of await nodes.listFolders()) {
      for (const uuid of await nodes.folder(node).listFolders()) {
        if (!known.has(uuid)) await nodes.folder(node).folder(uuid).deleteAll();
      }
    }
  }

  #newIndex(metadata: IndexMetadata): LocalIndex {
    const { components, directory } = this.#options;
    return new LocalIndex({
      metadata,
      components,
      folder: (nodeId) => directory.folder('nodes').folder(nodeId).folder(metadata.uuid),
      save: (next) => this.#store.writeIndex(next),
      nodes: this.membership,
    });
  }

  /** Throws when no index of that name could be made. */
  checkNewName(name: string): void {
    validateIndexName(name);
    const existing = this.#indices.get(name);
    if (existing) throw indexExists(existing);
    if (this.names.aliases.has(name)) throw invalidIndexName(name, 'already exists as alias');
  }

  #checkChangeable(indices: readonly LocalIndex[], patch: SettingsPatch): void {
    const fixed = nonDynamicKeys(this.registry, patch);
    const open = indices.filter((index) => index.state === 'open');
    if (fixed.length > 0 && open.length > 0) {
      const names = open.map((index) => `[${index.name}/${index.uuid}]`).join(', ');
      throw illegalArgument(
        `Can't update non dynamic settings [[${fixed.join(', ')}]] for open indices [${names}]`,
      );
    }
    const final = finalKeys(this.registry, patch);
    if (final.length > 0 && indices.length > 0) {
      throw illegalArgument(`final ${indices[0].name} setting [${final[0]}], not updateable`);
    }
  }

  async #updateSettings(index: LocalIndex, patch: SettingsPatch, preserveExisting: boolean): Promise<void> {
    const effective = preserveExisting
      ? new Map([...patch].filter(([key]) => !index.settings.has(key)))
      : patch;
    const settings = patchSettings(index.settings, effective);
    if (!settings.has('index.number_of_replicas')) settings.set('index.number_of_replicas', '1');
    const replicas = Number(settings.get('index.number_of_replicas'));
    if (replicas === index.numberOfReplicas) await index.update({ settings });
    else {
      const copies = this.#allocate(index.numberOfShards, replicas, index.metadata.copies);
      if (index.state === 'open') checkShardLimit(this, copies, index.metadata.copies);
      await index.reallocate(copies, settings);
    }
  }

  /** The pipelines of an index, of an alias's write index, or of the index that a write would make. */
  #indexPipelines(name: string): IndexPipelines {
    const existing = this.#indices.get(name) ?? writeIndexOf(this.names, name);
    if (!existing && this.names.aliases.has(name)) return NO_PIPELINES;
    const settings = existing ? existing.settings : this.#templateSettings(name);
    if (!settings.has('index.default_pipeline') && !settings.has('index.final_pipeline')) return NO_PIPELINES;
    return {
      defaultPipeline: settings.get('index.default_pipeline') ?? null,
      finalPipeline: settings.get('index.final_pipeline') ?? null,
    };
  }

  #templateSettings(name: string): ReadonlyMap<string, string | null> {
    const resolved = resolveDateMath(name, this.#options.clock.nowMs());
    return templateContent(this.#global, resolved).settings;
  }

  #allocate(
    shards: number,
    replicas: number,
    current: readonly (readonly StoredCopy[])[],
    held: ReadonlySet<string> = this.membership.stoppedIds,
  ): readonly (readonly StoredCopy[])[] {
    const load = loadOf([...this.#indices.values()].flatMap(({ metadata }) => metadata.copies.flat()));
    const { started, stoppedIds } = this.membership;
    return allocate(shards, replicas, started, load, current, this.#options.random, stoppedIds, held);
  }

  async #saveGlobal(change: Partial<GlobalState>): Promise<void> {
    const next = { ...this.#global, ...change };
    await this.#store.writeGlobal(next);
    this.#global = next;
  }

  #changed(): void {
    this.#version++;
    this.#names = null;
  }
}

function newGlobalState(random: Random): GlobalState {
  return {
    clusterUuid: randomUuid(random),
    nodeIds: [],
    persistentSettings: new Map(),
    templates: new Map(),
    indexTemplates: new Map(),
    componentTemplates: new Map(),
    storedScripts: new Map(),
    ingestPipelines: new Map(),
    repositories: new Map(),
  };
}

function withNodeIds(state: GlobalState, options: ClusterOptions): GlobalState {
  const missing = Math.max(0, options.nodeCount - state.nodeIds.length);
  if (missing === 0) return state;
  return {
    ...state,
    nodeIds: [...state.nodeIds, ...Array.from({ length: missing }, () => randomUuid(options.random))],
  };
}

const NO_CONTENT: TemplateContent = { settings: new Map(), mappings: {}, aliases: new Map() };
const NO_PIPELINES: IndexPipelines = { defaultPipeline: null, finalPipeline: null };

function writeIndexOf(names: ClusterNames, alias: string): { readonly settings: FlatSettings } | undefined {
  const indices = names.aliases.get(alias) ?? [];
  return indices.find((index) => index.aliases.get(alias)?.is_write_index === true) ?? indices[0];
}
