import type { AddressInfo } from 'node:net';
import { Forwarder, Upstream } from '../client/index.ts';
import { MovableClock } from '../common/index.ts';
import { consoleRoutes } from '../console/index.ts';
import { type Directory, type DirectoryLock, FsDirectory, RamDirectory } from '../directory/index.ts';
import {
  createRestServer,
  type Laboratory,
  type RestServer,
  type RestServices,
  restRoutes,
} from '../rest/index.ts';
import { readConsoleAssets } from './assets.ts';
import { Closers } from './closers.ts';
import { openEngine } from './engine.ts';
import type { NodeOptions } from './options.ts';

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

/**
 * Opens the data folder (locked against a second process), recovers every index, and listens.
 * Throws LockHeldError, corruption errors that name the file, and what listening throws.
 */
export async function openNode(options: NodeOptions): Promise<RockpoolNode> {
  const closers = new Closers();
  try {
    return await open(options, closers);
  } catch (error) {
    await closers.run();
    throw error;
  }
}

async function open(options: NodeOptions, closers: Closers): Promise<RockpoolNode> {
  const { random, log, nodeCount } = options;
  const clock = new MovableClock(options.clock);
  const directory = await openData(options, closers);
  const upstream = options.engine ? new Upstream(options.engine) : null;
  closers.add(() => upstream?.close());
  const address = { text: `${options.host}:${options.port}` };
  const httpAddress = (): string => address.text;
  const engine = await openEngine({ directory, nodeCount, upstream, clock, random, log, httpAddress });
  closers.add(() => engine.close());
  const { services } = engine;
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
