import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { ErrorType, JsonObject, JsonValue } from '../common/index.ts';
import { errorTypes, isJsonObject, OpenSearchError, parseJson, stringifyJson } from '../common/index.ts';
import type { ClientHit, ClientSearchRequest, ClientSearchResponse, SearchClient } from './types.ts';

export interface RestClientOptions {
  /** `https://user:password@host:9200`. */
  readonly url: string;
  /** A certificate authority's PEM text; null: the system's. */
  readonly ca: string | null;
}

const DEFAULT_RESULT_WINDOW = 10_000;

/** A real cluster over HTTP, with basic authentication and keep-alive. */
export class RestClient implements SearchClient {
  readonly #base: URL;
  readonly #authorization: string | null;
  readonly #agent: HttpAgent;

  /** Throws a TypeError for a URL that is none. */
  constructor({ url, ca }: RestClientOptions) {
    this.#base = new URL(url);
    const { username, password, protocol } = this.#base;
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    this.#authorization = username === '' ? null : `Basic ${Buffer.from(credentials).toString('base64')}`;
    this.#agent =
      protocol === 'https:'
        ? new HttpsAgent({ keepAlive: true, ...(ca ? { ca } : {}) })
        : new HttpAgent({ keepAlive: true });
  }

  async clusterName(): Promise<string> {
    return String((await this.#call('GET', '/')).cluster_name);
  }

  async getMappings(expression: string): Promise<ReadonlyMap<string, JsonObject>> {
    const answer = await this.#call('GET', `/${encodeNames(expression)}/_mapping`);
    return new Map(Object.entries(answer).map(([index, body]) => [index, member(body, 'mappings')]));
  }

  async listTables(): Promise<readonly string[]> {
    const answer = await this.#call('GET', '/_alias');
    const names = Object.entries(answer).flatMap(([index, body]) => [
      index,
      ...Object.keys(member(body, 'aliases')),
    ]);
    return [...new Set(names.filter((name) => !name.startsWith('.')))].sort();
  }

  async maxResultWindow(expression: string): Promise<number> {
    const path = `/${encodeNames(expression)}/_settings/index.max_result_window?flat_settings=true`;
    const answer = await this.#call('GET', path);
    const windows = Object.values(answer).map((body) => member(body, 'settings')['index.max_result_window']);
    return Math.min(DEFAULT_RESULT_WINDOW, ...windows.filter((window) => window !== undefined).map(Number));
  }

  async search(request: ClientSearchRequest): Promise<ClientSearchResponse> {
    const scroll = request.scroll === undefined ? '' : `?scroll=${encodeURIComponent(request.scroll)}`;
    return searchResponse(
      await this.#call('POST', `/${encodeNames(request.index)}/_search${scroll}`, request.body),
    );
  }

  async nextScrollPage(scrollId: string, keepAlive: string): Promise<ClientSearchResponse> {
    return searchResponse(
      await this.#call('POST', '/_search/scroll', { scroll_id: scrollId, scroll: keepAlive }),
    );
  }

  async clearScroll(scrollId: string): Promise<void> {
    await this.#call('DELETE', '/_search/scroll', { scroll_id: [scrollId] });
  }

  deleteByQuery(expression: string, body: JsonObject): Promise<JsonObject> {
    return this.#call('POST', `/${encodeNames(expression)}/_delete_by_query?refresh=true`, body);
  }

  async clusterSetting(key: string): Promise<string | null> {
    const answer = await this.#call('GET', '/_cluster/settings?include_defaults=true&flat_settings=true');
    for (const kind of ['transient', 'persistent', 'defaults']) {
      const value = member(answer, kind)[key];
      if (value !== undefined && value !== null) return String(value);
    }
    return null;
  }

  /** Throws the cluster's error as it came, or runtime_exception when the cluster cannot be reached. */
  async #call(method: string, path: string, body?: JsonObject): Promise<JsonObject> {
    const { status, text } = await this.#send(method, path, body === undefined ? null : stringifyJson(body));
    const answer = text === '' ? {} : parseJson(text);
    if (!isJsonObject(answer)) throw unreachable(this.#base, `it answered [${text.slice(0, 80)}]`);
    if (status >= 400) throw clusterError(answer, status);
    return answer;
  }

  #send(method: string, path: string, body: string | null): Promise<{ status: number; text: string }> {
    const { protocol, hostname, port, pathname } = this.#base;
    const headers: Record<string, string | number> = { accept: 'application/json' };
    if (this.#authorization !== null) headers.authorization = this.#authorization;
    if (body !== null) {
      headers['content-type'] = 'application/json';
      headers['content-length'] = Buffer.byteLength(body);
    }
    const options = {
      agent: this.#agent,
      method,
      hostname,
      port,
      path: pathname.replace(/\/$/, '') + path,
      headers,
    };
    const send = protocol === 'https:' ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const failed = (error: Error): void => reject(unreachable(this.#base, error.message));
      const request = send(options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', failed);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
        );
      });
      request.on('error', failed);
      request.end(body ?? undefined);
    });
  }
}

function encodeNames(expression: string): string {
  return expression.split(',').map(encodeURIComponent).join(',');
}

function member(value: JsonValue, key: string): JsonObject {
  const inner = isJsonObject(value) ? value[key] : undefined;
  return isJsonObject(inner) ? inner : {};
}

function searchResponse(raw: JsonObject): ClientSearchResponse {
  const hits = member(raw, 'hits');
  const total = hits.total;
  return {
    scrollId: typeof raw._scroll_id === 'string' ? raw._scroll_id : null,
    total: Number(isJsonObject(total) ? total.value : (total ?? 0)),
    maxScore: hits.max_score === null || hits.max_score === undefined ? null : Number(hits.max_score),
    hits: (Array.isArray(hits.hits) ? hits.hits : []) as unknown as readonly ClientHit[],
    aggregations: isJsonObject(raw.aggregations) ? raw.aggregations : null,
    raw,
  };
}

function unreachable({ protocol, host }: URL, why: string): OpenSearchError {
  return new OpenSearchError(
    'runtime_exception',
    `the cluster at ${protocol}//${host} cannot be used: ${why}`,
    {
      status: 502,
    },
  );
}

function clusterError(answer: JsonObject, status: number): OpenSearchError {
  if (!isJsonObject(answer.error))
    return new OpenSearchError('runtime_exception', String(answer.error), { status });
  return errorOf(answer.error, status);
}

function errorOf(json: JsonObject, status: number): OpenSearchError {
  const { type, reason, caused_by: causedBy, root_cause: roots, ...metadata } = json;
  const known = typeof type === 'string' && Object.hasOwn(errorTypes, type);
  return new OpenSearchError(known ? (type as ErrorType) : 'runtime_exception', String(reason), {
    status,
    metadata,
    causedBy: isJsonObject(causedBy) ? errorOf(causedBy, status) : undefined,
    rootCauses: Array.isArray(roots)
      ? roots.filter(isJsonObject).map((root) => errorOf(root, status))
      : undefined,
  });
}
