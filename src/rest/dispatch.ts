import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Forwarder } from '../client/index.ts';
import type { Logger, Random, Reservation, StopSignal } from '../common/index.ts';
import {
  illegalArgument,
  limits,
  loopTurns,
  OpenSearchError,
  randomDocumentId,
  storageError,
} from '../common/index.ts';
import { readBody } from './body.ts';
import { checkContentType } from './guards.ts';
import { HttpError } from './httpError.ts';
import { isUnread } from './lingering.ts';
import type { MeasuredRoute, RequestMetrics } from './metrics/requestMetrics.ts';
import { checkParameters } from './parameters.ts';
import { parseQueryString, splitUrl } from './query.ts';
import { RestRequest } from './request.ts';
import { applyRequestFault } from './requestFault.ts';
import type { RequestGate } from './requestGate.ts';
import type { RestResponse, WarningListener } from './response.ts';
import { json } from './response.ts';
import type { Route } from './route.ts';
import { Answers } from './sendAnswer.ts';
import type { RestServices } from './services.ts';

const NO_PARAMETERS: ReadonlyMap<string, string> = new Map();

export interface DispatcherOptions {
  readonly services: RestServices;
  readonly requests: RequestMetrics;
  readonly gate: RequestGate;
  readonly random: Random;
  readonly log: Logger;
  /** Hears of every answer with warnings. */
  readonly onWarnings?: WarningListener;
}

/** From a matched route to the answer on the wire; for APIs and for pages of the express app. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #answers = new Answers();
  #serving = 0;
  readonly #tellsRequests: boolean;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#tellsRequests = options.log.hears('debug');
  }

  async serve(
    route: Route,
    pathParams: Readonly<Record<string, string | undefined>>,
    req: IncomingMessage,
    res: ServerResponse,
  ): Promise<void> {
    let params: ReadonlyMap<string, string> = NO_PARAMETERS;
    let request: RestRequest | null = null;
    const { requests, gate } = this.#options;
    const begun = requests.begin();
    const waiting = gate.enter(route.engine, res);
    if (waiting !== null) await waiting;
    const { services } = this.#options;
    const memory = services.breakers.open('in_flight_requests', '<http_request>');
    this.#serving++;
    try {
      const { path, query } = splitUrl(req.url ?? '/');
      params = query === '' ? NO_PARAMETERS : parseQueryString(query);
      const { laboratory, clock } = services;
      const fault = applyRequestFault(laboratory.faults, clock, req.method ?? 'GET', path);
      if (fault !== null) await fault;
      request = await this.#request(route, path, mergeParams(params, pathParams), params, req, res, memory);
      if (this.#serving > 1) {
        const turn = loopTurns.enter(clock.nanoTime());
        if (turn !== null) await turn;
      }
      const response = await route.handler(request, services);
      if (response.warnings && response.warnings.length > 0)
        this.#options.onWarnings?.(response.warnings, req);
      await this.#answers.send(response, params, req, res, services);
    } catch (error) {
      const placed = error instanceof OpenSearchError && request ? request.place(error) : error;
      await this.#fail(placed, params, req, res);
    } finally {
      this.#serving--;
      memory.release();
      gate.leave(route.engine, res);
      this.#ended(route, res.statusCode, begun);
    }
  }

  /** Hands a request to the cluster behind this server. */
  async forward(forwarder: Forwarder, req: IncomingMessage, res: ServerResponse): Promise<void> {
    const begun = this.#options.requests.begin();
    try {
      await forwarder.forward(req, res);
    } catch (error) {
      await this.#fail(error, NO_PARAMETERS, req, res);
    }
    this.#ended(outside(req.method, '(forwarded)'), res.statusCode, begun);
  }

  /** Answers what no route takes. */
  async refuse(error: unknown, req: IncomingMessage, res: ServerResponse): Promise<void> {
    const begun = this.#options.requests.begin();
    await this.#fail(error, NO_PARAMETERS, req, res);
    this.#ended(outside(req.method, '(none)'), res.statusCode, begun);
  }

  /** The same; a query that cannot be read is refused before it. */
  refuseRoute(error: Error, req: IncomingMessage, res: ServerResponse): Promise<void> {
    try {
      parseQueryString(splitUrl(req.url ?? '/').query);
    } catch (unreadable) {
      return this.refuse(unreadable, req, res);
    }
    return this.refuse(error, req, res);
  }

  #ended(route: MeasuredRoute, status: number, begun: number): void {
    const { requests, log } = this.#options;
    const seconds = requests.end(route, status, begun);
    if (!this.#tellsRequests) return;
    // The route, not the path: names of documents are nobody's business.
    const { method, path } = route;
    log.debug('request', { method, route: path, status, took_ms: Math.round(seconds * 1e6) / 1000 });
  }

  /** Answers with an error: known ones in their own words, others as a bug with an id. */
  async #fail(
    error: unknown,
    params: ReadonlyMap<string, string>,
    req: IncomingMessage,
    res: ServerResponse,
  ): Promise<void> {
    if (res.headersSent) {
      res.destroy();
      return;
    }
    // What is left of a refused body is no request: the connection ends with the answer.
    if (isUnread(req)) res.setHeader('connection', 'close');
    const shown = withoutFilter(params);
    const { services } = this.#options;
    try {
      await this.#answers.send(this.#errorResponse(error), shown, req, res, services);
    } catch (refused) {
      // A large error wants memory as answers do; that it was refused is told in few words.
      await this.#answers.send(this.#errorResponse(refused), shown, req, res, services);
    }
  }

  #errorResponse(error: unknown): RestResponse {
    if (error instanceof OpenSearchError && error.type !== 'rockpool_bug') {
      return json(error.toResponse(), error.status);
    }
    const refused = storageError(error);
    if (refused !== null) {
      this.#options.log.warn('the disk has refused a request', { reason: refused.reason });
      return json(refused.toResponse(), refused.status);
    }
    if (error instanceof HttpError) return { ...json(error.toJson(), error.status), headers: error.headers };
    const id = randomDocumentId(this.#options.random);
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#options.log.error('a bug of Rockpool', { id, stack });
    const reason = `Rockpool has a bug; its log says more under the id [${id}]`;
    return json(new OpenSearchError('rockpool_bug', reason).toResponse(), 500);
  }

  async #request(
    route: Route,
    path: string,
    params: ReadonlyMap<string, string>,
    query: ReadonlyMap<string, string>,
    req: IncomingMessage,
    res: ServerResponse,
    memory: Reservation,
  ): Promise<RestRequest> {
    let body = await readBody(req, limits.bodyBytes.value, memory);
    if (body.length > 0) checkContentType(req.headers['content-type'] ?? null);
    else if (query.has('source') && route.body !== 'none') body = sourceParameter(query);
    if (body.length === 0 && route.bodyRefusal !== undefined) {
      throw new OpenSearchError('parse_exception', route.bodyRefusal);
    }
    if (query.size > 0) checkParameters(route, path, params);
    if (body.length > 0 && route.body === 'none') {
      throw illegalArgument(`request [${req.method} ${path}] does not support having a body`);
    }
    return new RestRequest({
      method: req.method ?? 'GET',
      path,
      params,
      isQueried: query.size > 0,
      headers: req.headers,
      body,
      signal: new ClosedResponse(res),
    });
  }
}

function mergeParams(
  query: ReadonlyMap<string, string>,
  path: Readonly<Record<string, string | undefined>>,
): ReadonlyMap<string, string> {
  const merged = new Map(query);
  for (const name in path) {
    const value = path[name];
    if (value !== undefined) merged.set(name, value);
  }
  return merged;
}

/** `?source=…&source_content_type=application/json` stands for a body. */
function sourceParameter(query: ReadonlyMap<string, string>): Buffer {
  const type = query.get('source_content_type');
  if (type === undefined) throw illegalArgument('source and source_content_type parameters are required');
  checkContentType(type);
  return Buffer.from(query.get('source') ?? '', 'utf8');
}

/** An error is shown whole, whatever filter_path says of the answer. */
function withoutFilter(params: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  if (params.size === 0) return params;
  return new Map([...params].filter(([name]) => name === 'pretty' || name === 'format'));
}

/** The client has closed the connection before the answer was out. */
class ClosedResponse implements StopSignal {
  readonly reason = undefined;
  readonly #res: ServerResponse;

  constructor(res: ServerResponse) {
    this.#res = res;
  }

  get aborted(): boolean {
    return this.#res.closed && !this.#res.writableFinished;
  }
}

const outsiders = new Map<string, MeasuredRoute>();

/** Stands in for a route where there is none: one object for each method and kind, like routes. */
function outside(method = 'GET', path: '(forwarded)' | '(none)'): MeasuredRoute {
  const key = `${method} ${path}`;
  const known = outsiders.get(key);
  if (known) return known;
  const route = { method, path };
  outsiders.set(key, route);
  return route;
}
