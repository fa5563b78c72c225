import {
  type FlatSettings,
  type LogFields,
  OpenSearchError,
  settingValue,
  type Timer,
} from '../common/index.ts';
import type { GraphBuilder } from './graphBuilder.ts';
import { type GraphBuild, GraphStore } from './graphStore.ts';
import { EXACT_NOTICE, type HnswLibrary } from './hnswLibrary.ts';
import { KnnNode, type KnnNodeServices } from './knnNode.ts';
import { KnnLaboratory } from './laboratory/laboratory.ts';
import type { BudgetFigures } from './nativeBudget.ts';
import { breakerTriggered, breakerUnsetPercentage, pluginEnabled, rebuildsCache } from './settings.ts';
import { clusterStatistics, readStatistics } from './statistics.ts';

/** Period of checking the breaker, and of noticing deleted files, as in the original. */
const MONITOR_PERIOD_MS = 120_000;
const WATCHER_PERIOD_MS = 30_000;

export interface KnnOptions
  extends Pick<KnnNodeServices, 'clock' | 'temporaryFolder' | 'nativeMemoryBytes' | 'budget' | 'settings'> {
  /** `null` without a native library: every search is exact. */
  readonly library: HnswLibrary | null;
  readonly builder: GraphBuilder | null;
  /** Writes the persistent cluster setting `knn.circuit_breaker.triggered`; resolves when it is in effect. */
  readonly setBreakerTriggered: (triggered: boolean) => Promise<void>;
  /** Lists a build while it runs; by default it is not listed. */
  readonly watchBuild?: (build: GraphBuild, work: () => Promise<void>) => Promise<void>;
  /** Reports errors that are not the answer to any request. */
  readonly warn: (message: string, fields: LogFields) => void;
}

/**
 * The k-NN plugin of the cluster: one KnnNode per virtual node, the circuit breaker, its monitor and the file
 * watcher.
 */
export class KnnPlugin {
  readonly laboratory: KnnLaboratory;
  /** Warnings for responses about vectors. */
  readonly notices: readonly string[];
  readonly #options: KnnOptions;
  readonly #services: KnnNodeServices;
  readonly #nodes = new Map<string, KnnNode>();
  readonly #timers: Timer[];
  /** The breaker's new state while the setting is being written. */
  #pending: BreakerChange | null = null;
  /** The tripped state could not be saved: the monitor retries. */
  #tripUnsaved = false;
  /** Resolves when the latest change was saved or failed; `null` if none is in progress. */
  #saving: Promise<void> | null = null;

  constructor(options: KnnOptions) {
    this.#options = options;
    const { clock, library, builder, budget, warn } = options;
    this.laboratory = new KnnLaboratory(clock);
    this.notices = library === null ? [EXACT_NOTICE] : [];
    this.#services = {
      ...options,
      laboratory: this.laboratory,
      store: new GraphStore({
        library,
        builder,
        warn,
        maxGraphBytes: () => budget.totalBytes,
        watchBuild: options.watchBuild ?? ((_build, work) => work()),
      }),
      checkEnabled: () => this.checkEnabled(),
      tripBreaker: (nodeId) => this.#tripBreaker(nodeId),
    };
    this.#timers = [
      clock.every(MONITOR_PERIOD_MS, () => this.monitor()),
      clock.every(WATCHER_PERIOD_MS, () => void this.watchFiles()),
    ];
  }

  /** The plugin on a virtual node, created on first use. */
  node(nodeId: string): KnnNode {
    const known = this.#nodes.get(nodeId);
    if (known) return known;
    const node = new KnnNode(nodeId, this.#services);
    this.#nodes.set(nodeId, node);
    return node;
  }

  /** A node has left: its graphs are freed and its counters lost. */
  removeNode(nodeId: string): void {
    this.#nodes.get(nodeId)?.close();
    this.#nodes.delete(nodeId);
  }

  /** The selected cluster-level statistics (`null` for all). */
  clusterStatistics(names: ReadonlySet<string> | null): Record<string, unknown> {
    return readStatistics(clusterStatistics, { breakerTriggered: this.#triggered() }, names);
  }

  /** Call after cluster or index settings have changed: some changes empty all caches. */
  settingsChanged(changedKeys: Iterable<string>): void {
    if (![...changedKeys].some(rebuildsCache)) return;
    for (const node of this.#nodes.values()) node.rebuildCache();
  }

  /** Throws the error of searches while the plugin is disabled. */
  checkEnabled(): void {
    if (settingValue(pluginEnabled, this.#settings())) return;
    throw illegalState('KNN plugin is disabled. To enable update knn.plugin.enabled to true');
  }

  /** Throws the error of documents with vectors while the plugin is disabled or the breaker is triggered. */
  checkIndexing(): void {
    if (!settingValue(pluginEnabled, this.#settings())) {
      throw illegalState('KNN plugin is disabled. To enable update knn.plugin.enabled setting to true');
    }
    if (!this.#triggered()) return;
    throw illegalState(
      'Indexing knn vector fields is rejected as circuit breaker triggered. ' +
        'Check _opendistro/_knn/stats for detailed state',
    );
  }

  /** One run of the monitor: clears flags when usage has dropped, and the breaker with the last flag. */
  monitor(): void {
    const unsetPercentage = settingValue(breakerUnsetPercentage, this.#settings());
    for (const node of this.#nodes.values()) node.checkCapacity(unsetPercentage);
    const reached = [...this.#nodes.values()].some((node) => node.capacityReached);
    const retry = this.#tripUnsaved && reached;
    this.#tripUnsaved = false;
    if (this.#triggered() && !reached) this.#setTriggered(false, '');
    else if (retry && !this.#triggered()) this.#setTriggered(true, '');
  }

  /** One run of the file watcher: graphs of merged segments and deleted indices leave the caches. */
  async watchFiles(): Promise<void> {
    await Promise.all([...this.#nodes.values()].map((node) => node.watchFiles()));
  }

  /** Native memory of the process by use: graphs, loads, builds and husks. */
  get memory(): BudgetFigures {
    return this.#options.budget.figures;
  }

  /** Frees all graphs and stops the worker threads. */
  async close(): Promise<void> {
    for (const timer of this.#timers) timer.cancel();
    for (const node of this.#nodes.values()) node.close();
    await this.#options.builder?.close();
    await this.#saving;
  }

  #settings(): FlatSettings {
    return this.#options.settings();
  }

  #triggered(): boolean {
    return this.#pending?.triggered ?? settingValue(breakerTriggered, this.#settings());
  }

  #tripBreaker(nodeId: string): void {
    if (!this.#triggered() && !this.#tripUnsaved) this.#setTriggered(true, nodeId);
  }

  #setTriggered(triggered: boolean, nodeId: string): void {
    this.laboratory.log.record(nodeId, { kind: 'breaker', on: triggered });
    this.#pending = { triggered };
    this.#saving ??= this.#savePending();
  }

  /** One save at a time, the latest value last, because concurrent ones could end in either order. */
  async #savePending(): Promise<void> {
    while (this.#pending !== null) await this.#save(this.#pending);
    this.#saving = null;
  }

  /**
   * Never rejects. If the state cannot be saved (full disk, for example), the breaker stays as in the
   * setting.
   */
  async #save(change: BreakerChange): Promise<void> {
    try {
      await this.#options.setBreakerTriggered(change.triggered);
    } catch (error) {
      if (this.#pending === change) this.#tripUnsaved = change.triggered;
      this.#options.warn(
        'the state of the k-NN circuit breaker could not be saved; the monitor tries again',
        {
          triggered: change.triggered,
          error: error instanceof Error ? error.message : String(error),
        },
      );
    }
    if (this.#pending === change) this.#pending = null;
  }
}

interface BreakerChange {
  readonly triggered: boolean;
}

function illegalState(reason: string): OpenSearchError {
  return new OpenSearchError('illegal_state_exception', reason);
}
