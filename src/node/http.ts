import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { Forwarder, type Upstream } from '../client/index.ts';
import { type Clock, type JsonObject, type Logger, limits, type Random } from '../common/index.ts';
import { CONSOLE_PAGES, consoleRoutes } from '../console/index.ts';
import {
  BusyPolling,
  Connections,
  type Credentials,
  createRestServer,
  type EventLoopFigures,
  openApiDocument,
  RequestGate,
  RequestMetrics,
  type RestServer,
  type RestServices,
  type Route,
  restRoutes,
  type WarningListener,
} from '../rest/index.ts';
import { AfterOverload } from './afterOverload.ts';
import { consoleAssets } from './assets.ts';
import { EventLoopWatch } from './eventLoop.ts';
import { processorCount } from './system.ts';
import type { TlsIdentity } from './tls/selfSigned.ts';

export interface HttpOptions {
  /** Called for every request, because a reset replaces the engine behind the address. */
  readonly services: () => RestServices;
  readonly upstream: Upstream | null;
  /** Host names and origins that are accepted in addition to the server's own. */
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  /** Required from clients; absent for none. */
  readonly credentials?: Credentials | null;
  /** Absent for plain HTTP. */
  readonly tls?: TlsIdentity | null;
  /** Not the engine's clock, which can be moved by hand. */
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
}

/** The HTTP server: a request listener, with a socket if needed. */
export interface HttpFace {
  readonly listener: RequestListener;
  /** `127.0.0.1:9200`; `localhost` before it listens. */
  readonly address: string;
  /** `address` with its scheme. */
  readonly url: string;
  readonly connections: Connections;
  /** Statistics of the requests answered. */
  readonly requests: RequestMetrics;
  readonly gate: RequestGate;
  /** How long the event loop was blocked since the server began to listen. */
  readonly eventLoop: () => EventLoopFigures;
  /** Calls the listener for every answer with warnings from now on. */
  onWarnings(listener: WarningListener): void;
  /** The OpenAPI document of the API. */
  readonly openApi: () => JsonObject;
  /** Throws the system's error, such as EADDRINUSE. */
  listen(host: string, port: number): Promise<void>;
  /** Loads modules that the first answers do not need. */
  warmUp(): Promise<void>;
  /** Stops accepting connections: idle ones are closed at once, requests in progress are finished. */
  close(): Promise<void>;
}

const CLOSE_TIMEOUT_MS = 2000;
const UNBOUND = 'localhost';

let routes: readonly Route[] | null = null;

/** The route table, shared by all servers of the process. */
function routesOfProcess(): readonly Route[] {
  routes ??= [...restRoutes, ...consoleRoutes(consoleAssets())];
  return routes;
}

export function createHttp(options: HttpOptions): HttpFace {
  const { random, log, allowedHosts, allowedOrigins, upstream } = options;
  const runningMs = (): number => performance.now();
  // On a single processor, polling would take it away from the client.
  const polling = processorCount() > 1 ? new BusyPolling(runningMs, setImmediate) : null;
  const connections = new Connections(limits.connections.value, polling);
  let document: JsonObject | null = null;
  const requests = new RequestMetrics(runningMs);
  const gate = new RequestGate(options.clock);
  const eventLoop = new EventLoopWatch(log);
  const afterOverload = new AfterOverload({ openConnections: () => connections.figures.open, log });
  let onWarnings: WarningListener = () => undefined;
  const { server, listener, warmUp } = createRestServer({
    routes: routesOfProcess(),
    get services() {
      return options.services();
    },
    access: { allowedHosts, allowedOrigins, linkedPages: CONSOLE_PAGES },
    credentials: options.credentials ?? null,
    tls: options.tls ?? null,
    connections,
    requests,
    gate,
    random,
    log,
    forwarder: upstream && new Forwarder(upstream),
    onWarnings: (warnings, request) => onWarnings(warnings, request),
  });
  return {
    listener,
    connections,
    requests,
    gate,
    warmUp,
    onWarnings: (listener) => {
      onWarnings = listener;
    },
    eventLoop: () => eventLoop.figures,
    openApi: () => {
      document ??= openApiDocument({ routes: routesOfProcess(), basicAuth: Boolean(options.credentials) });
      return document;
    },
    get address() {
      return server.listening ? addressOf(server) : UNBOUND;
    },
    get url() {
      return `${options.tls ? 'https' : 'http'}://${this.address}`;
    },
    listen: async (host, port) => {
      await listen(server, host, port);
      eventLoop.start();
      afterOverload.start();
    },
    close: async () => {
      eventLoop.stop();
      afterOverload.stop();
      await stop(server);
    },
  };
}

function listen(server: RestServer['server'], host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
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
