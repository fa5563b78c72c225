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
import { createHotRouter } from './hotRouter.ts';
import { checkLine, unreadAnswer } from './httpFrame.ts';
import type { RequestMetrics } from './metrics/requestMetrics.ts';
import type { Route } from './route.ts';
import { expandPrefixes } from './route.ts';
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
  readonly random: Random;
  readonly log: Logger;
  /** Answers instead of the routes, but for SQL and what is this server's own (`--engine`); null: the routes. */
  readonly forwarder: Forwarder | null;
}

export interface RestServer {
  readonly server: Server;
  /** What the server calls; also answers requests that come by no socket. */
  readonly listener: RequestListener;
  /** Builds the express app ahead of its first request. */
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

/** The HTTP server: guards, then the hot routes, then express for everything else. */
export function createRestServer(options: RestServerOptions): RestServer {
  const table = expandPrefixes(options.routes);
  const dispatcher = new Dispatcher(options);
  const hot = createHotRouter(table, dispatcher);
  const checkCredentials = options.credentials && credentialsCheck(options.credentials);
  let app: Promise<RequestListener> | null = null;
  // Express is loaded behind the first answer: it costs a quarter of the start-up time.
  const loadApp = (): Promise<RequestListener> => {
    app ??= import('./app.ts').then(({ createApp }) => createApp(table, dispatcher));
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
    if (options.forwarder !== null) {
      normalizePath(req);
      if (!OWN_PATHS.test(req.url ?? '/')) {
        void dispatcher.forward(options.forwarder, req, res);
        return;
      }
    }
    if (hot(req, res)) return;
    normalizePath(req);
    void loadApp().then((listener) => listener(req, res));
  };
  const server =
    options.tls === null
      ? createServer(serverOptions(), onRequest)
      : createSecureServer({ ...serverOptions(), ...options.tls }, onRequest);
  options.connections.watch(server);
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

/** `//_doc//1` → `/_doc/1`, absolute-form targets → their path. */
function normalizePath(req: IncomingMessage): void {
  const url = req.url ?? '/';
  const absolute = /^https?:\/\/[^/?#]*/i.exec(url);
  const target = absolute ? url.slice(absolute[0].length) : url;
  const question = target.indexOf('?');
  const path = question === -1 ? target : target.slice(0, question);
  if (!absolute && !path.includes('//')) return;
  const collapsed = path.replace(/\/{2,}/g, '/') || '/';
  req.url = question === -1 ? collapsed : collapsed + target.slice(question);
}
