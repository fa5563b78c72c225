import {
  type ClientHit,
  type ClientScanRequest,
  type ClientSearchRequest,
  type ClientSearchResponse,
  type ClientTakeRequest,
  type SearchClient,
  type SettingLookup,
  scrolledScan,
  searchedTake,
} from '../../../../src/client/index.ts';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
} from '../../../../src/common/index.ts';
import { readGz } from '../../../conformance/recordings/golden.ts';

/**
 * A SearchClient over the recorded data sets, in memory: the clauses that the legacy engine writes, evaluated on
 * sources one document after the other. Slow, small, and independent of the real search.
 */

interface Doc {
  readonly index: string;
  readonly id: string;
  readonly source: JsonObject;
}

interface Scroll {
  readonly hits: readonly ClientHit[];
  readonly size: number;
  readonly total: number;
  at: number;
}

const SETS = ['dept', 'kinds', 'logs-2026.01', 'logs-2026.02', 'logs-2026.03', 'orders', 'staff'];

export class MemoryClient implements SearchClient {
  readonly settings = new Map<string, string>();
  readonly searches: ClientSearchRequest[] = [];
  /** Whether scripts meet documents that have no value for the field they read. */
  scriptsMeetMissing = false;
  readonly #docs = new Map<string, Doc[]>();
  readonly #mappings = new Map<string, JsonObject>();
  readonly #scrolls = new Map<string, Scroll>();
  #scrollId = 0;

  constructor() {
    for (const name of SETS) {
      const mapping = JSON.parse(readGz('sets', `${name}.mapping.json.gz`)) as { mappings: JsonObject };
      this.#mappings.set(name, mapping.mappings);
      this.#docs.set(name, readDocs(name));
    }
  }

  get openScrolls(): number {
    return this.#scrolls.size;
  }

  async clusterName(): Promise<string> {
    return 'opensearch';
  }

  async getMappings(expression: string): Promise<ReadonlyMap<string, JsonObject>> {
    return new Map(this.#resolve(expression).map((name) => [name, this.#mappings.get(name) as JsonObject]));
  }

  async listTables(): Promise<readonly string[]> {
    return [...this.#mappings.keys()].sort();
  }

  async maxResultWindow(): Promise<number> {
    return 10_000;
  }

  async search(request: ClientSearchRequest): Promise<ClientSearchResponse> {
    this.searches.push(request);
    const { body } = request;
    if (this.scriptsMeetMissing && /doc\['\w+'\]\.value/.test(unguarded(body))) {
      throw new OpenSearchError('script_exception', 'runtime error');
    }
    const docs = this.#resolve(request.index).flatMap((name) => this.#docs.get(name) ?? []);
    const found = docs.filter((doc) => matches(doc, body.query as JsonObject | undefined));
    const sorted = sortDocs(found, (body.sort as JsonObject[] | undefined) ?? []);
    const hits = sorted.map((doc) => toHit(doc, body.query as JsonObject | undefined));
    const size = Number(body.size ?? 10);
    const from = Number(body.from ?? 0);
    const page = hits.slice(from, from + size).map((hit) => partOf(hit, body._source));
    let scrollId: string | null = null;
    if (request.scroll !== undefined) {
      scrollId = String(++this.#scrollId);
      this.#scrolls.set(scrollId, { hits, size, total: hits.length, at: size });
    }
    return answer(page, hits.length, scrollId, aggregate(found, body.aggregations as JsonObject | undefined));
  }

  async nextScrollPage(scrollId: string): Promise<ClientSearchResponse> {
    const scroll = this.#scrolls.get(scrollId);
    if (scroll === undefined) {
      throw new OpenSearchError('search_context_missing_exception', 'No search context found for id [1]');
    }
    const page = scroll.hits.slice(scroll.at, scroll.at + scroll.size);
    scroll.at += page.length;
    return answer(page, scroll.total, scrollId, null);
  }

  scan<T>(request: ClientScanRequest, read: (document: ClientHit) => T): AsyncGenerator<readonly T[]> {
    return scrolledScan(this, request, read);
  }

  take<T>(request: ClientTakeRequest, read: (document: ClientHit) => T): Promise<readonly T[]> {
    return searchedTake(this, request, read);
  }

  async clearScroll(scrollId: string): Promise<void> {
    this.#scrolls.delete(scrollId);
  }

  async deleteByQuery(expression: string, body: JsonObject): Promise<JsonObject> {
    const [name] = this.#resolve(expression);
    const docs = this.#docs.get(name) ?? [];
    const kept = docs.filter((doc) => !matches(doc, body.query as JsonObject));
    this.#docs.set(name, kept);
    return { total: docs.length - kept.length, deleted: docs.length - kept.length };
  }

  async clusterSettings(): Promise<SettingLookup> {
    return (key) => this.settings.get(key) ?? null;
  }

  #resolve(expression: string): string[] {
    return expression.split(',').flatMap((part) => {
      const star = part.indexOf('*');
      const names = [...this.#mappings.keys()].filter((name) =>
        star < 0 ? name === part : name.startsWith(part.slice(0, star)),
      );
      if (names.length === 0 && star < 0) {
        throw new OpenSearchError('index_not_found_exception', `no such index [${part}]`);
      }
      return names;
    });
  }
}

/** A body's text without the scripts that test for missing values. */
function unguarded(body: JsonObject): string {
  return JSON.stringify(body).replace(/"source":"if \(doc\[[^"]*"/g, '');
}

function readDocs(index: string): Doc[] {
  const lines = readGz('sets', `${index}.ndjson.gz`).trimEnd().split('\n');
  const docs: Doc[] = [];
  for (let i = 0; i < lines.length; i += 2) {
    const action = JSON.parse(lines[i]) as { index: { _id: string } };
    docs.push({ index, id: action.index._id, source: JSON.parse(lines[i + 1]) as JsonObject });
  }
  return docs;
}

function answer(
  hits: readonly ClientHit[],
  total: number,
  scrollId: string | null,
  aggregations: JsonObject | null,
): ClientSearchResponse {
  const found = { total: { value: total, relation: 'eq' }, hits: hits as unknown as JsonValue };
  const raw: JsonObject = { hits: found };
  return { scrollId, total, maxScore: null, hits, aggregations, raw };
}

/** A hit with the fields that `_source` names; a pattern keeps all. */
function partOf(hit: ClientHit, filter: JsonValue | undefined): ClientHit {
  const includes =
    isJsonObject(filter) && Array.isArray(filter.includes) ? (filter.includes as string[]) : [];
  if (includes.length === 0 || includes.some((name) => /[*.]/.test(name))) return hit;
  const kept = Object.entries(hit._source ?? {}).filter(([name]) => includes.includes(name));
  return { ...hit, _source: Object.fromEntries(kept) };
}

function toHit(doc: Doc, query: JsonObject | undefined): ClientHit {
  const inner: Record<string, { hits: { total: { value: number }; hits: ClientHit[] } }> = {};
  for (const nested of nestedWithHits(query ?? {})) {
    const path = String(nested.path);
    const found = nestedDocs(doc, path).filter((item) => matches(item, nested.query as JsonObject));
    const hits = found
      .slice(0, 3)
      .map((item) => toHit({ ...item, source: item.source[path] as JsonObject }, undefined));
    inner[path] = { hits: { total: { value: found.length }, hits } };
  }
  return { _index: doc.index, _id: doc.id, _score: 1, _source: doc.source, inner_hits: inner };
}

function nestedWithHits(value: JsonValue): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(nestedWithHits);
  if (!isJsonObject(value)) return [];
  const own = isJsonObject(value.nested) && value.nested.inner_hits ? [value.nested] : [];
  return [...own, ...Object.values(value).flatMap(nestedWithHits)];
}

/** A nested document as a document of its own, its fields under its path. */
function nestedDocs(doc: Doc, path: string): Doc[] {
  return valuesOf(doc.source, path).map((item) => ({ ...doc, source: { [path]: item } }));
}

function valuesOf(source: JsonValue, name: string): JsonValue[] {
  let values: JsonValue[] = [source];
  for (const part of name.split('.')) {
    if (part === 'keyword') continue;
    values = values.flatMap((value) =>
      isJsonObject(value) && value[part] !== undefined ? [value[part]].flat() : [],
    );
  }
  return values.filter((value) => value !== null);
}

function matches(doc: Doc, query: JsonObject | undefined): boolean {
  if (query === undefined) return true;
  const [[kind, body]] = Object.entries(query) as [string, JsonObject][];
  switch (kind) {
    case 'match_all':
    case 'script':
      return true;
    case 'bool': {
      const list = (name: string): JsonObject[] => (body[name] ?? []) as JsonObject[];
      const should = list('should');
      return (
        [...list('must'), ...list('filter')].every((clause) => matches(doc, clause)) &&
        !list('must_not').some((clause) => matches(doc, clause)) &&
        (should.length === 0 || should.some((clause) => matches(doc, clause)))
      );
    }
    case 'nested':
      return nestedDocs(doc, String(body.path)).some((item) => matches(item, body.query as JsonObject));
    case 'exists':
      return valuesOf(doc.source, String(body.field)).length > 0;
    default:
      return matchesField(doc, kind, body);
  }
}

function matchesField(doc: Doc, kind: string, body: JsonObject): boolean {
  const [[field, given]] = Object.entries(body) as [string, JsonObject][];
  const values = valuesOf(doc.source, field);
  switch (kind) {
    case 'term':
      return values.some((value) => String(value) === String(isJsonObject(given) ? given.value : given));
    case 'range': {
      const above = (value: JsonValue): boolean =>
        given.from === null || (given.include_lower ? value! >= given.from! : value! > given.from!);
      const below = (value: JsonValue): boolean =>
        given.to === null || (given.include_upper ? value! <= given.to! : value! < given.to!);
      return values.some((value) => above(value) && below(value));
    }
    case 'wildcard': {
      const escaped = String(given.wildcard).replace(/[.+^${}()|[\]\\]/g, '\\$&');
      const pattern = new RegExp(`^${escaped.replace(/\*/g, '.*').replace(/\?/g, '.')}$`);
      return values.some((value) => pattern.test(String(value)));
    }
    default:
      throw new OpenSearchError('parsing_exception', `unknown query [${kind}]`);
  }
}

function sortDocs(docs: readonly Doc[], sort: readonly JsonObject[]): readonly Doc[] {
  const compare = (a: Doc, b: Doc): number => {
    for (const entry of sort) {
      const [[field, { order }]] = Object.entries(entry) as [string, JsonObject][];
      const [x] = valuesOf(a.source, field);
      const [y] = valuesOf(b.source, field);
      if (x === y) continue;
      if (x === undefined || y === undefined) return x === undefined ? 1 : -1;
      return (x! < y! ? -1 : 1) * (order === 'desc' ? -1 : 1);
    }
    return 0;
  };
  return [...docs].sort(compare);
}

function aggregate(docs: readonly Doc[], aggregations: JsonObject | undefined): JsonObject | null {
  if (aggregations === undefined) return null;
  return Object.fromEntries(
    Object.entries(aggregations).map(([name, body]) => [name, aggregation(docs, body as JsonObject)]),
  );
}

function aggregation(docs: readonly Doc[], body: JsonObject): JsonObject {
  const [kind] = Object.keys(body).filter((key) => key !== 'aggregations');
  const options = body[kind] as JsonObject;
  if (isJsonObject(options.script)) return { value: null };
  const values = docs.flatMap((doc) =>
    options.field === '_index' ? [doc.index] : valuesOf(doc.source, String(options.field)),
  );
  const numbers = values.map(Number);
  switch (kind) {
    case 'value_count':
      return { value: values.length };
    case 'cardinality':
      return { value: new Set(values).size };
    case 'sum':
      return { value: numbers.reduce((sum, value) => sum + value, 0) };
    case 'avg':
      return { value: numbers.reduce((sum, value) => sum + value, 0) / numbers.length };
    case 'min':
      return { value: Math.min(...numbers) };
    case 'max':
      return { value: Math.max(...numbers) };
    case 'bucket_selector':
      return {};
    case 'terms':
      return {
        sum_other_doc_count: 0,
        buckets: termsBuckets(docs, options, body.aggregations as JsonObject),
      };
    default:
      throw new OpenSearchError('parsing_exception', `unknown aggregation [${kind}]`);
  }
}

function termsBuckets(docs: readonly Doc[], options: JsonObject, inner: JsonObject | undefined): JsonValue[] {
  const groups = new Map<JsonValue, Doc[]>();
  for (const doc of docs) {
    const [key] = options.field === '_index' ? [doc.index] : valuesOf(doc.source, String(options.field));
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), doc]);
  }
  const keyed = [...groups].sort(([a], [b]) => (a! < b! ? -1 : 1));
  if (Array.isArray(options.order)) keyed.sort(([, a], [, b]) => b.length - a.length);
  return keyed
    .slice(0, Number(options.size))
    .map(([key, members]) => ({ key, doc_count: members.length, ...aggregate(members, inner) }));
}
