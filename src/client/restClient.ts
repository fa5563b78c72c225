import type { ErrorType, ExactJsonValue, JsonObject, JsonValue } from '../common/index.ts';
import {
  errorTypes,
  isJsonObject,
  OpenSearchError,
  plainNumbers,
  readJson,
  readJsonExact,
  stringifyJson,
} from '../common/index.ts';
import { scrolledScan, searchedTake } from './scrolledScan.ts';
import type {
  ClientHit,
  ClientScanRequest,
  ClientSearchRequest,
  ClientSearchResponse,
  ClientTakeRequest,
  SearchClient,
  SettingLookup,
} from './types.ts';
import type { Upstream } from './upstream.ts';

const DEFAULT_RESULT_WINDOW = 10_000;

/** A client of a real cluster over HTTP. */
export class RestClient implements SearchClient {
  readonly #upstream: Upstream;

  constructor(upstream: Upstream) {
    this.#upstream = upstream;
  }

  async clusterName(): Promise<string> {
    return String((await this.#call('GET', '/')).cluster_name);
  }

  async getMappings(expression: string): Promise<ReadonlyMap<string, JsonObject>> {
    const answer = await this.#call('GET', `/${encodeNames(expression)}/_mapping`);
    return new Map(Object.entries(answer).map(([index, body]) => [index, member(body, 'mappings')]));
  }

  async listTables(): Promise<readonly string[]> {
    const answer = await this.#call('GET', '/_alias?expand_wildcards=open');
    const names = Object.entries(answer).flatMap(([index, body]) => [
      index,
      ...Object.keys(member(body, 'aliases')),
    ]);
    return [...new Set(names.filter((name) => !name.startsWith('.')))].sort();
  }

  async maxResultWindow(expression: string): Promise<number> {
    const name = 'index.max_result_window';
    const path = `/${encodeNames(expression)}/_settings/${name}?flat_settings=true&include_defaults=true`;
    const windows = Object.values(await this.#call('GET', path)).map((body) =>
      Number(member(body, 'settings')[name] ?? member(body, 'defaults')[name] ?? DEFAULT_RESULT_WINDOW),
    );
    return Math.min(...windows, 1e9);
  }

  async search(request: ClientSearchRequest): Promise<ClientSearchResponse> {
    const scroll = request.scroll === undefined ? '' : `?scroll=${encodeURIComponent(request.scroll)}`;
    const path = `/${encodeNames(request.index)}/_search${scroll}`;
    const read = request.printed === true ? readJsonExact : readJson;
    const raw = await this.#call('POST', path, request.body, read);
    return { ...searchResponse(request.printed === true ? (plainNumbers(raw) as JsonObject) : raw), raw };
  }

  scan<T>(request: ClientScanRequest, read: (document: ClientHit) => T): AsyncGenerator<readonly T[]> {
    return scrolledScan(this, request, read);
  }

  take<T>(request: ClientTakeRequest, read: (document: ClientHit) => T): Promise<readonly T[]> {
    return searchedTake(this, request, read);
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

  async clusterSettings(): Promise<SettingLookup> {
    const answer = await this.#call('GET', '/_cluster/settings?include_defaults=true&flat_settings=true');
    const kinds = ['transient', 'persistent', 'defaults'].map((kind) => member(answer, kind));
    return (key) => {
      const value = kinds.map((settings) => settings[key]).find((own) => own !== undefined && own !== null);
      return value === undefined ? null : String(value);
    };
  }

  /** Any other GET request with an object as response. */
  ask(path: string): Promise<JsonObject> {
    return this.#call('GET', path);
  }

  /** Throws the cluster's own error, or runtime_exception (502, 504) if the cluster cannot be used. */
  async #call(
    method: string,
    path: string,
    body?: JsonObject,
    read: (text: string) => ExactJsonValue = readJson,
  ): Promise<JsonObject> {
    const { status, text } = await this.#send(method, path, body === undefined ? null : stringifyJson(body));
    const answer = text === '' ? {} : jsonOf(text, read);
    if (answer === null) {
      throw this.#upstream.failure(new Error(`it answered ${status} [${text.slice(0, 80)}]`), status);
    }
    if (status >= 400) throw clusterError(answer, status);
    return answer;
  }

  #send(method: string, path: string, body: string | null): Promise<{ status: number; text: string }> {
    const headers: Record<string, string> = { accept: 'application/json' };
    if (body !== null) {
      headers['content-type'] = 'application/json';
      headers['content-length'] = String(Buffer.byteLength(body));
    }
    return new Promise((resolve, reject) => {
      const failed = (error: Error): void => reject(this.#upstream.failure(error));
      const request = this.#upstream.request(method, path, headers, body ?? '');
      request.on('response', (response) => {
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

/** `null` if the text is not a JSON object: a proxy in between may answer anything. */
function jsonOf(text: string, read: (text: string) => ExactJsonValue): JsonObject | null {
  try {
    const answer = read(text);
    return isJsonObject(answer) ? answer : null;
  } catch (error) {
    if (error instanceof OpenSearchError) return null;
    throw error;
  }
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
