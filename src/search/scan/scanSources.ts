import type { JsonObject } from '../../common/index.ts';
import { type ParseContext, parseQuery } from '../../query/index.ts';
import { parseSearchSource, type SearchSource } from '../source/searchSource.ts';
import type { ScanQuestion } from '../types.ts';

type Orders = Partial<Record<ScanQuestion['order'], SearchSource>>;

/**
 * The search sources of scans. They differ only in their queries: the rest is parsed once per list of
 * members.
 */
export class ScanSources {
  readonly #known = new WeakMap<readonly string[], Orders>();
  readonly #ofWhole: Orders = {};

  /** Throws parsing errors of the query. */
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

/** The body of the search equivalent to a scan. */
export function scanBody({ query, includes, order }: ScanQuestion): JsonObject {
  const body: JsonObject = {};
  if (query !== null) body.query = query;
  if (includes !== null) body._source = includes.length === 0 ? false : { includes: [...includes] };
  if (order === 'doc') body.sort = [{ _doc: { order: 'asc' } }];
  return body;
}
