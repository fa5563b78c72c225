import type { ClusterService, ClusterSettingsState, TaskOptions } from '../cluster/index.ts';
import type { Clock, FlatSettings, Logger, SettingsRegistry } from '../common/index.ts';
import type { Directory } from '../directory/index.ts';
import {
  EXACT_NOTICE,
  type GraphBuild,
  husks,
  InProcessBuilder,
  KnnPlugin,
  loadHnswLibrary,
  NativeBudget,
  WorkerBuilder,
} from '../knn/index.ts';
import { builtFile } from './builtFile.ts';
import { nativeMemoryBytes, processorCount } from './system.ts';

const NO_SETTINGS: FlatSettings = new Map();

/** Shared by all engines in this process. */
const budget = new NativeBudget({
  shareBytes: nativeMemoryBytes() / 2,
  machineBytes: nativeMemoryBytes(),
  husks,
});

/** Warn once per process. */
let isTold = false;

interface KnnWiring {
  readonly clock: Clock;
  readonly log: Logger;
  /** Holds graphs of in-memory shards. */
  readonly temporaryFolder: Directory;
  readonly registry: SettingsRegistry;
}

/** The plugin is created before the cluster, whose settings it follows: `attach` connects them. */
export function openKnn({ clock, log, temporaryFolder, registry }: KnnWiring): {
  readonly plugin: KnnPlugin;
  readonly attach: (cluster: ClusterService) => void;
} {
  let cluster: ClusterService | null = null;
  const settings = settingsInForce();
  const library = loadHnswLibrary();
  if (library === null) tellExact(log);
  const builder =
    library && new WorkerBuilder(workerScript(), processorCount(), new InProcessBuilder(library));
  const plugin = new KnnPlugin({
    clock,
    temporaryFolder,
    library,
    builder,
    nativeMemoryBytes: nativeMemoryBytes(),
    budget,
    warn: (message, fields) => log.warn(message, fields),
    settings: () => settings(cluster),
    watchBuild: (build, work) =>
      cluster === null ? work() : cluster.tasks.run(buildTask(build), () => work()),
    setBreakerTriggered: async (triggered) => {
      await cluster?.settings.update(
        new Map([['knn.circuit_breaker.triggered', String(triggered)]]),
        new Map(),
      );
    },
  });
  const attach = (opened: ClusterService): void => {
    cluster = opened;
    const keys = registry
      .all()
      .filter((row) => row.scope === 'cluster' && row.key.startsWith('knn.'))
      .map((row) => row.key);
    for (const key of keys) opened.settings.onChange(key, () => plugin.settingsChanged([key]));
    plugin.settingsChanged(keys);
  };
  return { plugin, attach };
}

/** Logs that vectors are searched exactly; if nobody reads the log, emits a Node warning once. */
function tellExact(log: Logger): void {
  if (log.hears('warn')) log.warn(EXACT_NOTICE);
  else if (!isTold) process.emitWarning(EXACT_NOTICE, { type: 'RockpoolWarning', code: 'ROCKPOOL_EXACT' });
  isTold = true;
}

/** How `GET /_tasks` lists a graph build. */
function buildTask(build: GraphBuild): TaskOptions {
  const { indexName, shardId, segmentName, field, vectors } = build;
  return {
    action: 'indices:data/write/knn/build',
    description: `build the graph of [${field}] in segment [${segmentName}] of [${indexName}][${shardId}]`,
    type: 'direct',
    status: () => ({ vectors: { total: vectors, added: build.added } }),
  };
}

/** Cluster settings, cached until one changes, because every knn clause and every vector reads them. */
function settingsInForce(): (cluster: ClusterService | null) => FlatSettings {
  let last: { readonly of: ClusterSettingsState; readonly both: FlatSettings } | null = null;
  return (cluster) => {
    if (cluster === null) return NO_SETTINGS;
    const of = cluster.settings.state;
    if (last?.of.persistent !== of.persistent || last.of.transient !== of.transient) {
      last = { of, both: new Map([...of.persistent, ...of.transient]) };
    }
    return last.both;
  };
}

/** When running from source, the bundle's worker is used. */
function workerScript(): URL {
  return builtFile('./graphWorker.js', '../../dist/library/graphWorker.js');
}
