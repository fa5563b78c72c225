import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Forwarder, NodeClient, RestClient, type SearchClient, Upstream } from '../client/index.ts';
import {
  ClusterService,
  clusterSettingRows,
  DocumentService,
  indexSettings,
  updateScriptCompiler,
} from '../cluster/index.ts';
import { MovableClock, SettingsRegistry } from '../common/index.ts';
import { consoleRoutes } from '../console/index.ts';
import { type Directory, type DirectoryLock, FsDirectory, RamDirectory } from '../directory/index.ts';
import { type KnnPlugin, knnClusterSettings, knnIndexSettings } from '../knn/index.ts';
import {
  createRestServer,
  type Laboratory,
  type RestServer,
  type RestServices,
  restRoutes,
} from '../rest/index.ts';
import { createSearchService } from '../search/index.ts';
import type { SqlService } from '../sql/index.ts';
import { readConsoleAssets } from './assets.ts';
import { indexComponents } from './components.ts';
import { openKnn } from './knn.ts';
import { openLaboratory } from './laboratory.ts';
import type { NodeOptions } from './options.ts';
import { heapFigures, systemFigures } from './system.ts';

const LOCK_FILE = 'node.lock';
const WARM_UP_DELAY_MS = 250;

/** A running server with everything behind it. */
export interface RockpoolNode {
  /** `http://127.0.0.1:9200`. */
  readonly url: string;
  readonly services: RestServices;
  /** Cache events, curve, plan, simulated loads, faults, the clock: what `/_rockpool/…` answers from. */
  readonly laboratory: Laboratory;
  /** Stops listening, commits, closes; a second call waits for the first. */
  close(): Promise<void>;
}

/** What opening has taken so far, undone in reverse order when it fails and when the node closes. */
class Closers {
  readonly #steps: (() => unknown)[] = [];

  add(step: () => unknown): void {
    this.#steps.push(step);
  }

  async run(): Promise<void> {
    for (const step of this.#steps.splice(0).reverse()) await step();
  }
}

/**
 * Opens the data folder (locked against a second process), recovers every index, and listens.
 * Throws LockHeldError, corruption errors that name the file, and what listening throws.
 */
export async function openNode(options: NodeOptions): Promise<RockpoolNode> {
  const closers = new Closers();
  try {
    return await open({ ...options, clock: new MovableClock(options.clock) }, closers);
  } catch (error) {
    await closers.run();
    throw error;
  }
}

interface OpenOptions extends NodeOptions {
  readonly clock: MovableClock;
}

async function open(options: OpenOptions, closers: Closers): Promise<RockpoolNode> {
  const { clock, random, log, nodeCount } = options;
  const temporary = mkdtempSync(join(tmpdir(), 'rockpool-'));
  closers.add(() => rmSync(temporary, { recursive: true, force: true }));
  const directory = await openData(options, closers);
  const registry = settingsRegistry();
  const knn = openKnn({ clock, temporaryFolder: new FsDirectory(temporary), registry });
  closers.add(() => knn.plugin.close());
  const components = indexComponents({ clock, knn: knn.plugin, log });
  const cluster = await ClusterService.open({ directory, components, registry, clock, random, nodeCount });
  closers.add(() => cluster.close());
  knn.attach(cluster);
  cluster.lifecycle.onStopped((nodeId) => knn.plugin.removeNode(nodeId));
  const address = { text: `${options.host}:${options.port}` };
  const upstream = options.engine ? new Upstream(options.engine) : null;
  closers.add(() => upstream?.close());
  const services = assemble(options, upstream, cluster, knn.plugin, () => address.text);
  cluster.onIndexRemoved(({ uuid }) => services.search.indexRemoved(uuid));
  closers.add(() => services.search.close());
  closers.add(() => services.sql.close());
  const { server, warmUp } = listenOn(options, services, upstream);
  await listening(server, options);
  address.text = addressOf(server);
  closers.add(() => stop(server));
  // Behind the first answers: what is loaded here would only delay them.
  clock.schedule(WARM_UP_DELAY_MS, () => void warmUp());
  let closing: Promise<void> | null = null;
  return {
    url: `http://${address.text}`,
    services,
    laboratory: services.laboratory,
    close: () => {
      closing ??= closers.run();
      return closing;
    },
  };
}

async function openData(options: NodeOptions, closers: Closers): Promise<Directory> {
  if (options.dataPath === null) return new RamDirectory();
  const directory = new FsDirectory(options.dataPath);
  const lock: DirectoryLock = await directory.lock(LOCK_FILE);
  closers.add(() => lock.release());
  return directory;
}

function settingsRegistry(): SettingsRegistry {
  const registry = new SettingsRegistry();
  registry.register(...clusterSettingRows, ...indexSettings, ...knnClusterSettings, ...knnIndexSettings);
  return registry;
}

function assemble(
  options: OpenOptions,
  upstream: Upstream | null,
  cluster: ClusterService,
  knn: KnnPlugin,
  httpAddress: () => string,
): RestServices {
  const { clock, random } = options;
  const compileUpdate = updateScriptCompiler(
    clock,
    random,
    (id) => cluster.templates.storedScripts.get(id) ?? null,
  );
  const documents = new DocumentService({ cluster, clock, random, compileUpdate });
  const search = createSearchService({
    onKnnClause: (withFilter) => knn.node(cluster.membership.localId).clauseParsed(withFilter),
    resolver: cluster.resolver,
    clock,
    random,
    clusterSetting: (key) => cluster.settings.text(key),
  });
  const client = new NodeClient({ cluster, documents, search, clock, compileUpdate });
  return {
    clock,
    random,
    cluster,
    documents,
    search,
    client,
    compileUpdate,
    knn,
    laboratory: openLaboratory({ clock, cluster, knn }),
    sql: lazySql(() => openSql(options, upstream ? new RestClient(upstream) : client)),
    system: () => systemFigures(options.dataPath ?? tmpdir()),
    httpAddress,
  };
}

async function openSql({ clock, random, log }: NodeOptions, client: SearchClient): Promise<SqlService> {
  const { createSqlService, createV2Engine } = await import('../sql/index.ts');
  const v2 = createV2Engine({ client, clock, random });
  const settings = (key: string): Promise<string | null> => client.clusterSetting(key);
  return createSqlService({ client, clock, random, v2, settings, log, heap: heapFigures });
}

/** SQL is loaded by its first request: its parser is the dearest part of the start. */
function lazySql(open: () => Promise<SqlService>): RestServices['sql'] {
  let service: Promise<SqlService> | null = null;
  return {
    get: () => {
      service ??= open();
      return service;
    },
    close: async () => (await service)?.close(),
  };
}

function listenOn(options: NodeOptions, services: RestServices, upstream: Upstream | null): RestServer {
  const { random, log, allowedHosts, allowedOrigins } = options;
  const routes = [...restRoutes, ...consoleRoutes(readConsoleAssets())];
  const access = { allowedHosts, allowedOrigins };
  const forwarder = upstream && new Forwarder(upstream);
  return createRestServer({ routes, services, access, random, log, forwarder });
}

function listening(server: RestServer['server'], options: NodeOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => resolve());
  });
}

/** Stops accepting; what is idle is cut at once, what is being answered ends by itself. */
function stop(server: RestServer['server']): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 2000).unref();
  });
}

function addressOf(server: RestServer['server']): string {
  const { address, family, port } = server.address() as AddressInfo;
  return family === 'IPv6' ? `[${address}]:${port}` : `${address}:${port}`;
}
