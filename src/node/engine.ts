import { tmpdir } from 'node:os';
import {
  NodeClient,
  RememberingClient,
  RestClient,
  type SearchClient,
  type Upstream,
} from '../client/index.ts';
import { ClusterService, DocumentService, updateScriptCompiler } from '../cluster/index.ts';
import type { Logger, MovableClock, Random } from '../common/index.ts';
import { type Directory, type FsDirectory, linkFolder } from '../directory/index.ts';
import type { KnnPlugin } from '../knn/index.ts';
import type { Isolation, Laboratory, RestServices } from '../rest/index.ts';
import { createSearchService } from '../search/index.ts';
import type { SqlService } from '../sql/index.ts';
import { openBreakers } from './breakers.ts';
import { type Closers, opening } from './closers.ts';
import { ClusterGraphs, openClusterLaboratory } from './clusterGraphs/index.ts';
import { indexComponents } from './components.ts';
import { SPILL_FOLDER } from './data.ts';
import type { HttpFace } from './http.ts';
import { openKnn } from './knn.ts';
import { openLaboratory } from './laboratory.ts';
import { followScriptLimits } from './scriptLimits.ts';
import { settingsRegistry } from './settingsRegistry.ts';
import { heapFigures, systemFigures } from './system.ts';
import { makeTemporaryFolder } from './temporaryFolder.ts';

export interface EngineOptions {
  /** The engine's folder; the caller holds its lock. */
  readonly directory: Directory;
  /** Existing graphs of in-memory indices; missing ones are rebuilt. `null` if there are none. */
  readonly graphs: FsDirectory | null;
  /** Virtual nodes. */
  readonly nodeCount: number;
  /** A real cluster that SQL runs on; `null` for this engine. */
  readonly upstream: Upstream | null;
  /** Settings given at startup; they become the cluster's defaults. */
  readonly settings?: ReadonlyMap<string, string>;
  /**
   * Closed with the engine: a pending timer could write to a folder that another process has locked since.
   */
  readonly clock: MovableClock;
  readonly random: Random;
  readonly log: Logger;
  /** The HTTP server, for statistics. */
  readonly http: Pick<HttpFace, 'address' | 'connections' | 'eventLoop' | 'openApi' | 'requests'>;
  readonly isolation: Isolation;
}

/** Everything that answers requests, without a socket. */
export interface Engine {
  readonly services: RestServices;
  /** Graphs of in-memory indices are still files, because the native library only reads files. */
  readonly graphs: FsDirectory;
  /** Commits every shard, so that nothing needs to be replayed when the folder is opened. */
  commit(): Promise<void>;
  /** Commits and closes everything. */
  close(): Promise<void>;
}

/**
 * Recovers every index of a folder and wires the rooms together. Throws corruption errors that name the file.
 */
export function openEngine(options: EngineOptions): Promise<Engine> {
  return opening((closers) => open(options, closers));
}

async function open(options: EngineOptions, closers: Closers): Promise<Engine> {
  const { directory, clock, random, log, nodeCount } = options;
  const temporary = makeTemporaryFolder();
  closers.add(() => temporary.removeSync());
  if (options.graphs) await linkFolder(options.graphs, temporary.directory);
  const registry = settingsRegistry(options.settings);
  const knn = openKnn({ clock, log, temporaryFolder: temporary.directory, registry });
  closers.add(() => knn.plugin.close());
  const components = indexComponents({ clock, knn: knn.plugin, log });
  const cluster = await ClusterService.open({ directory, components, registry, clock, random, nodeCount });
  closers.add(() => cluster.close());
  for (const path of cluster.setAside) log.warn('files of an unknown index were set aside', { path });
  knn.attach(cluster);
  followScriptLimits(cluster, clock);
  cluster.lifecycle.onStopped((nodeId) => knn.plugin.removeNode(nodeId));
  const services = assemble(options, cluster, knn.plugin, await openSpillFolder(directory, closers));
  cluster.onIndexRemoved(({ uuid }) => services.search.indexRemoved(uuid));
  closers.add(() => services.search.close());
  closers.add(() => services.sql.close());
  closers.add(() => clock.close());
  return {
    services,
    graphs: temporary.directory,
    commit: () => commit(cluster),
    close: () => closers.run(),
  };
}

/** Next to the data, after removing leftovers of a killed process; a temporary folder for data in memory. */
async function openSpillFolder(directory: Directory, closers: Closers): Promise<Directory> {
  if (directory.isMemory) {
    const temporary = makeTemporaryFolder();
    closers.add(() => temporary.removeSync());
    return temporary.directory;
  }
  const folder = directory.folder(SPILL_FOLDER);
  await folder.deleteAll();
  return folder;
}

async function commit(cluster: ClusterService): Promise<void> {
  const shards = [...cluster.indices.values()].flatMap((index) => index.openCopies());
  await Promise.all(shards.map((shard) => shard.flush()));
}

function assemble(
  options: EngineOptions,
  cluster: ClusterService,
  knn: KnnPlugin,
  spillFolder: Directory,
): RestServices {
  const { clock, random, upstream, http } = options;
  const compileUpdate = updateScriptCompiler(
    clock,
    random,
    (id) => cluster.templates.storedScripts.get(id) ?? null,
  );
  const documents = new DocumentService({ cluster, clock, random, compileUpdate });
  const breakers = openBreakers(cluster, clock);
  const search = createSearchService({
    onCountedClause: ({ hasFilter }) => knn.node(cluster.membership.localId).clauseParsed(hasFilter),
    resolver: cluster.resolver,
    clock,
    random,
    clusterSetting: (key) => cluster.settings.text(key),
    storedScripts: () => cluster.templates.storedScripts,
    heapBytes: heapFigures().maxBytes,
    tasks: cluster.tasks,
    breakers,
  });
  const client = new NodeClient({ cluster, documents, search, clock, compileUpdate });
  return {
    clock,
    random,
    log: options.log,
    cluster,
    documents,
    search,
    client,
    compileUpdate,
    knn,
    laboratory: laboratoryOf(options, cluster, knn),
    isolation: options.isolation,
    sql: lazySql(() =>
      openSql(options, spillFolder, upstream ? new RememberingClient(upstream, clock) : client),
    ),
    breakers,
    connections: http.connections,
    requests: http.requests,
    eventLoop: http.eventLoop,
    openApi: http.openApi,
    system: () => systemFigures(options.directory.path ?? tmpdir()),
    httpAddress: () => http.address,
  };
}

/** In front of a real cluster, that of its graphs. */
function laboratoryOf(
  { clock, upstream, log }: EngineOptions,
  cluster: ClusterService,
  knn: KnnPlugin,
): Laboratory {
  const own = openLaboratory({ clock, cluster, knn });
  if (upstream === null) return own;
  const graphs = new ClusterGraphs({ upstream, client: new RestClient(upstream), clock, log });
  return openClusterLaboratory(own, graphs, clock);
}

async function openSql(
  { clock, random, log }: EngineOptions,
  spill: Directory,
  client: SearchClient,
): Promise<SqlService> {
  const { createSqlService, createV2Dialect, SpillFolder } = await import('../sql/index.ts');
  const v2 = createV2Dialect({ client, clock, random, spillFolder: new SpillFolder(spill) });
  const settings = () => client.clusterSettings();
  return createSqlService({ client, clock, random, v2, settings, log, heap: heapFigures });
}

/** Loads SQL on its first request, because its parser is the slowest part of the start. */
function lazySql(open: () => Promise<SqlService>): RestServices['sql'] {
  let service: Promise<SqlService> | null = null;
  let loaded: SqlService | null = null;
  return {
    get: () => {
      service ??= open().then((opened) => {
        loaded = opened;
        return opened;
      });
      return service;
    },
    loaded: () => loaded,
    close: async () => (await service)?.close(),
  };
}
