import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Duplex } from 'node:stream';
import type { Forwarder } from '../client/index.ts';
import { type Logger, limits, loopTurns, type Random } from '../common/index.ts';
import type { Connections } from './connections.ts';
import { type Credentials, credentialsCheck } from './credentials.ts';
import { Dispatcher } from './dispatch.ts';
import type { AccessRules } from './guards.ts';
import { checkAccess } from './guards.ts';
import { checkLine, unreadAnswer } from './httpFrame.ts';
import type { RequestMetrics } from './metrics/requestMetrics.ts';
import type { RequestGate } from './requestGate.ts';
import type { WarningListener } from './response.ts';
import type { Route } from './route.ts';
import { routerOf } from './router.ts';
import type { RestServices } from './services.ts';

export interface RestServerOptions {
  readonly routes: readonly Route[];
  readonly services: RestServices;
  readonly access: AccessRules;
  /** Whom the server asks for; null: nobody. */
  readonly credentials: Credentials | null;
  /** A certificate with its key, as PEM; null: plain HTTP. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  readonly connections: Connections;
  readonly requests: RequestMetrics;
  readonly gate: RequestGate;
  readonly random: Random;
  readonly log: Logger;
  /** Answers instead of the routes, but for SQL and what is this server's own (`--engine`); null: the routes. */
  readonly forwarder: Forwarder | null;
  /** Hears of every answer with warnings. */
  readonly onWarnings?: WarningListener;
}

export interface RestServer {
  readonly server: Server;
  /** What the server calls; also answers requests that come by no socket. */
  readonly listener: RequestListener;
  /** Builds the express app ahead of its first page. */
  warmUp(): Promise<void>;
}

const KEEP_ALIVE_MS = 75_000;
/** All connections that are late by then are closed in one turn: of thousands only those of so short a time. */
const MOST_BETWEEN_CHECKS_MS = 200;

function serverOptions(): ServerOptions {
  const { headerTimeMs, requestTimeMs, headerBytes } = limits;
  return {
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: Math.min(headerTimeMs.value, requestTimeMs.value),
    requestTimeout: requestTimeMs.value,
    connectionsCheckingInterval: Math.min(MOST_BETWEEN_CHECKS_MS, headerTimeMs.value, requestTimeMs.value),
    // Node's parser refuses headers of this size; ours is the largest that passes.
    maxHeaderSize: headerBytes.value + 1,
  };
}

/** What a server answers itself when everything else is a real cluster's: SQL, the console, its own endpoints. */
const OWN_PATHS =
  /^\/(?:_console|_rockpool|(?:_ext|_plugins|_opendistro)\/_(?:sql|ppl)(?!\/settings))(?:[/?]|$)/;

/** Pages are served by express. */
const PAGES = /^\/_console(?:[/?]|$)/;

/** The HTTP server: guards, then the router of the APIs; the express app for pages. */
export function createRestServer(options: RestServerOptions): RestServer {
  const dispatcher = new Dispatcher(options);
  const router = routerOf(options.routes);
  const checkCredentials = options.credentials && credentialsCheck(options.credentials);
  const apis: RequestListener = (req, res) => {
    const found = router.match(req.method ?? 'GET', req.url ?? '/');
    if (found.kind === 'route') void dispatcher.serve(found.route, found.params, req, res);
    else if (found.kind === 'refused') void dispatcher.refuseRoute(found.error, req, res);
    else tellAllowed(found.allowed, res);
  };
  let app: Promise<RequestListener> | null = null;
  // Express is loaded with the first page: it costs a quarter of the start-up time.
  const loadApp = (): Promise<RequestListener> => {
    app ??= import('./app.ts').then(({ createApp }) => createApp(options.routes, dispatcher, apis));
    return app;
  };
  const onRequest = (req: IncomingMessage, res: ServerResponse): void => {
    try {
      checkLine(req);
      checkAccess(req, options.access);
      checkCredentials?.(req.headers);
    } catch (error) {
      void dispatcher.refuse(error, req, res);
      return;
    }
    toOriginForm(req);
    const url = req.url ?? '/';
    if (options.forwarder !== null && !OWN_PATHS.test(url)) {
      void dispatcher.forward(options.forwarder, req, res);
    } else if (PAGES.test(url)) {
      void loadApp().then((listener) => listener(req, res));
    } else apis(req, res);
  };
  const server =
    options.tls === null
      ? createServer(serverOptions(), onRequest)
      : createSecureServer({ ...serverOptions(), ...options.tls }, onRequest);
  options.connections.watch(server, options.tls !== null);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Thousands of connections may be late with their headers at a time.
    const turn = loopTurns.enter(options.services.clock.nanoTime());
    if (turn === null) refuse(error, socket);
    else void turn.then(() => refuse(error, socket));
  });
  return { server, listener: onRequest, warmUp: async () => void (await loadApp()) };
}

function refuse({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  if (socket.writable) socket.end(unreadAnswer(code ?? ''));
}

function tellAllowed(allowed: readonly string[], res: ServerResponse): void {
  const headers = { 'content-type': 'text/plain; charset=UTF-8' };
  res.writeHead(200, allowed.length > 0 ? { ...headers, allow: allowed.join(',') } : headers).end();
}

/** An absolute-form target becomes its path: `http://host/_search` → `/_search`. */
function toOriginForm(req: IncomingMessage): void {
  const url = req.url ?? '/';
  if (url.startsWith('/')) return;
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  req.url = path.startsWith('/') ? path : `/${path}`;
}
