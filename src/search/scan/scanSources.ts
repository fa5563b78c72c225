import type { JsonObject } from '../../common/index.ts';
import { type ParseContext, parseQuery } from '../../query/index.ts';
import { parseSearchSource, type SearchSource } from '../source/searchSource.ts';
import type { ScanQuestion } from '../types.ts';

type Orders = Partial<Record<ScanQuestion['order'], SearchSource>>;

/** What scans ask for. They differ in their queries: all else is read once for each list of members. */
export class ScanSources {
  readonly #known = new WeakMap<readonly string[], Orders>();
  readonly #ofWhole: Orders = {};

  /** Throws what reading the query throws. */
  read(question: ScanQuestion, context: ParseContext): SearchSource {
    const { query } = question;
    const source = this.#withoutQuery(question);
    return query === null ? source : { ...source, query: parseQuery(query, context) };
  }

  #withoutQuery({ includes, order }: ScanQuestion): SearchSource {
    const known = includes === null ? this.#ofWhole : (this.#known.get(includes) ?? {});
    if (includes !== null) this.#known.set(includes, known);
    known[order] ??= parseSearchSource(scanBody({ query: null, includes, order }), {});
    return known[order];
  }
}

/** The body of the search that a scan is. */
export function scanBody({ query, includes, order }: ScanQuestion): JsonObject {
  const body: JsonObject = {};
  if (query !== null) body.query = query;
  if (includes !== null) body._source = includes.length === 0 ? false : { includes: [...includes] };
  if (order === 'doc') body.sort = [{ _doc: { order: 'asc' } }];
  return body;
}
