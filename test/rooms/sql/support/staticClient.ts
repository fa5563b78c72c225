import {
  type ClientHit,
  type ClientScanRequest,
  type ClientSearchRequest,
  type ClientSearchResponse,
  type SearchClient,
  scrolledScan,
} from '../../../../src/client/index.ts';
import { type JsonObject, OpenSearchError } from '../../../../src/common/index.ts';

/** A client with given documents that answers every search with all of them, and remembers what it was asked. */
export class StaticClient implements Partial<SearchClient> {
  readonly bodies: JsonObject[] = [];
  readonly #tables: ReadonlyMap<
    string,
    { readonly mapping: JsonObject; readonly documents: readonly JsonObject[] }
  >;
  readonly #aggregations: JsonObject | null;

  constructor(
    tables: Readonly<
      Record<string, { readonly mapping: JsonObject; readonly documents: readonly JsonObject[] }>
    >,
    aggregations: JsonObject | null = null,
  ) {
    this.#tables = new Map(Object.entries(tables));
    this.#aggregations = aggregations;
  }

  async getMappings(index: string): Promise<ReadonlyMap<string, JsonObject>> {
    const table = this.#tables.get(index);
    if (table === undefined)
      throw new OpenSearchError('index_not_found_exception', `no such index [${index}]`);
    return new Map([[index, { properties: table.mapping }]]);
  }

  async maxResultWindow(): Promise<number> {
    return 10_000;
  }

  async search({ index, body, scroll }: ClientSearchRequest): Promise<ClientSearchResponse> {
    this.bodies.push(body);
    const documents = this.#tables.get(index)?.documents ?? [];
    const from = Number(body.from ?? 0);
    const page = documents.slice(from, from + Number(body.size ?? 10));
    const hits = page.map(
      (source, i): ClientHit => ({ _index: index, _id: String(from + i), _score: null, _source: source }),
    );
    const scrollId = scroll === undefined ? null : 'scroll';
    return {
      scrollId,
      total: documents.length,
      maxScore: null,
      hits,
      aggregations: this.#aggregations,
      raw: {},
    };
  }

  scan<T>(request: ClientScanRequest, read: (document: ClientHit) => T): AsyncGenerator<readonly T[]> {
    return scrolledScan(this, request, read);
  }

  async nextScrollPage(): Promise<ClientSearchResponse> {
    throw new Error('one page has all');
  }

  async clearScroll(): Promise<void> {}
}
