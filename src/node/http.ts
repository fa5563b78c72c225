import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Forwarder, type Upstream } from '../client/index.ts';
import type { Random } from '../common/index.ts';
import { consoleRoutes } from '../console/index.ts';
import {
  type Credentials,
  createRestServer,
  type RestServer,
  type RestServices,
  type Route,
  restRoutes,
} from '../rest/index.ts';
import { consoleAssets } from './assets.ts';
import type { TlsIdentity } from './tls/selfSigned.ts';

export interface HttpOptions {
  /** Asked anew for every request: a reset puts another engine behind the same address. */
  readonly services: () => RestServices;
  readonly upstream: Upstream | null;
  /** Host names and origins that may talk to this server beside its own. */
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  /** Whom the server asks for; absent: nobody. */
  readonly credentials?: Credentials | null;
  /** Absent: plain HTTP. */
  readonly tls?: TlsIdentity | null;
  readonly random: Random;
  readonly log: (line: string) => void;
}

/** The way in: a request listener, and a socket when it is wanted. */
export interface HttpFace {
  readonly listener: RequestListener;
  /** Resolves to `127.0.0.1:9200`. Throws what listening throws. */
  listen(host: string, port: number): Promise<string>;
  /** Loads what the first answers do without. */
  warmUp(): Promise<void>;
  /** Stops accepting; what is idle is cut at once, what is being answered ends by itself. */
  close(): Promise<void>;
}

const CLOSE_TIMEOUT_MS = 2000;

let routes: readonly Route[] | null = null;

/** One table for every server of the process. */
function routesOfProcess(): readonly Route[] {
  routes ??= [...restRoutes, ...consoleRoutes(consoleAssets())];
  return routes;
}

export function createHttp(options: HttpOptions): HttpFace {
  const { random, log, allowedHosts, allowedOrigins, upstream } = options;
  const rest = createRestServer({
    routes: routesOfProcess(),
    get services() {
      return options.services();
    },
    access: { allowedHosts, allowedOrigins, credentials: options.credentials ?? null },
    tls: options.tls ?? null,
    random,
    log,
    forwarder: upstream && new Forwarder(upstream),
  });
  return {
    listener: rest.listener,
    listen: (host, port) => listen(rest.server, host, port),
    warmUp: () => rest.warmUp(),
    close: () => stop(rest.server),
  };
}

function listen(server: RestServer['server'], host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(addressOf(server)));
  });
}

function stop(server: RestServer['server']): Promise<void> {
  if (!server.listening) return Promise.resolve();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS).unref();
  });
}

function addressOf(server: RestServer['server']): string {
  const { address, family, port } = server.address() as AddressInfo;
  return family === 'IPv6' ? `[${address}]:${port}` : `${address}:${port}`;
}
