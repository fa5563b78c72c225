import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
} from '../common/index.ts';
import { readText } from '../query/index.ts';
import { notExpanded } from './failures.ts';
import type { QueryOutcome } from './runner.ts';
import type { SearchSource } from './source/searchSource.ts';
import type { SearchHit, SearchRequest, SearchService } from './types.ts';

/** `inner_hits` of a collapse: for each hit, the best documents of its group, found by a separate search. */
export async function collapseInnerHits(
  service: Pick<SearchService, 'search'>,
  request: SearchRequest,
  source: SearchSource,
  outcome: QueryOutcome,
  hits: SearchHit[],
): Promise<void> {
  const collapse = source.collapse;
  if (collapse === null) return;
  for (let i = 0; i < hits.length; i++) {
    const inner: Record<string, unknown> = {};
    for (const definition of collapse.innerHits) {
      // The original's search for a group has no stored fields.
      const { name, ignore_unmapped: _mapped, stored_fields: _stored, ...body } = definition;
      const group = (outcome.page[i].hit.group ?? null) as JsonValue;
      const query = groupQuery(request.source.query, collapse.field, group);
      if (name === undefined) throw illegalArgument('Field name cannot be null');
      const search = {
        ...request,
        scrollMs: null,
        source: { size: 3, ...listed(body), query, track_total_hits: true },
      };
      const response = await service.search(search).catch((error) => {
        throw error instanceof OpenSearchError ? notExpanded(error) : error;
      });
      inner[readText(name)] = { hits: response.hits };
    }
    hits[i] = { ...hits[i], inner_hits: inner };
  }
}

/** A search wants lists where inner hits take one object alone. */
function listed(body: JsonObject): JsonObject {
  const isAlone = (name: string): boolean => isJsonObject(body[name]);
  const names = ['docvalue_fields', 'fields'].filter(isAlone);
  return { ...body, ...Object.fromEntries(names.map((name) => [name, [body[name]]])) };
}

function groupQuery(query: JsonValue | undefined, field: string, group: JsonValue): JsonObject {
  const own: JsonObject =
    group === null
      ? { bool: { must_not: [{ exists: { field } }] } }
      : { term: { [field]: { value: group } } };
  return { bool: { must: query === undefined ? [] : [query], filter: [own] } };
}
