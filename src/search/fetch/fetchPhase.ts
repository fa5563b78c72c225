import {
  atOnce,
  type ExactJsonObject,
  type ExactJsonValue,
  type JsonObject,
  jsonDouble,
  jsonFloat,
  type RawJson,
  type Steps,
} from '../../common/index.ts';
import type { InnerHitsDefinition, Query } from '../../query/index.ts';
import { createHighlighter, type Highlighter } from '../highlight/highlighter.ts';
import type { ShardHit } from '../shard/collector.ts';
import type { ShardSearch } from '../shard/shardContext.ts';
import type { SortKey } from '../sort/sortKey.ts';
import { type FetchSource, NO_SOURCE, WHOLE_SOURCE } from '../source/fetchSource.ts';
import type { HighlightSpec } from '../source/highlightSpec.ts';
import type { SearchSource } from '../source/searchSource.ts';
import type { SearchHit } from '../types.ts';
import { explanationJson, NO_EXPLANATION } from './explanationJson.ts';
import { FetchedHit } from './fetchContext.ts';
import {
  fetchDocValues,
  fetchMappedFields,
  fetchStoredFields,
  type HitFields,
  type ScriptFieldReader,
  scriptFieldReader,
} from './fields.ts';
import { ignoredFields } from './ignoredFields.ts';
import { matchedQueries } from './matchedQueries.ts';
import { nestedIdentity, nestedSteps } from './nestedIdentity.ts';
import { filterSource, isWhole } from './sourceFilter.ts';
import { nestedSource } from './sourceValues.ts';

export type InnerHitsFetcher = (
  fetched: FetchedHit,
  definitions: readonly InnerHitsDefinition[],
) => JsonObject;

/** The part of a search that says what a hit shows. */
export type FetchSpec = Pick<
  SearchSource,
  | 'fetchSource'
  | 'storedFields'
  | 'docvalueFields'
  | 'fields'
  | 'scriptFields'
  | 'version'
  | 'seqNoPrimaryTerm'
  | 'explain'
> & {
  readonly highlight: HighlightSpec | null;
  /** Whose terms are highlighted: the search's query, or the one of the inner hits. */
  readonly query: SearchSource['query'];
  readonly boundQuery?: Query;
  /** Hits of the search itself: what rescored them explains them too. */
  readonly isSearchHit?: boolean;
  /** Fetches the inner hits of a hit; given in, because it fetches hits itself. */
  readonly fetchInnerHits: InnerHitsFetcher;
  /** Field name and how its group value prints, when collapsed. */
  readonly collapseField: string | null;
  /** Parts of sources keep plain numbers. */
  readonly plainNumbers?: boolean;
};

export interface FetchOptions {
  /** The keys whose values are shown as `sort`; empty: it is not shown. */
  readonly sortKeys: readonly SortKey[];
  readonly showScore: boolean;
}

/** The content of hits of one shard. */
export class FetchPhase {
  readonly #search: ShardSearch;
  readonly #spec: FetchSpec;
  readonly #scriptFields: ScriptFieldReader | null;
  readonly #highlighter: Highlighter | null;

  constructor(search: ShardSearch, spec: FetchSpec) {
    this.#search = search;
    this.#spec = spec;
    this.#scriptFields =
      spec.scriptFields.length === 0 ? null : scriptFieldReader(search.context, spec.scriptFields);
    this.#highlighter =
      spec.highlight === null
        ? null
        : createHighlighter(search.context, spec.highlight, spec.boundQuery ?? spec.query);
  }

  fetch(hit: ShardHit, options: FetchOptions): SearchHit {
    return atOnce(this.fetchInSteps(hit, options));
  }

  /** A long text may take many steps to highlight. */
  *fetchInSteps(hit: ShardHit, options: FetchOptions): Steps<SearchHit> {
    const fetched = new FetchedHit(this.#search, hit);
    const { reader } = hit.leaf;
    const spec = this.#spec;
    const bare = spec.storedFields?.[0] === '_none_';
    const { context, open } = this.#search;
    const out: Record<string, unknown> = {};
    if (spec.explain) {
      out._shard = `[${context.indexName}][${context.shardId}]`;
      out._node = open.target.handle.routing.nodeId;
    }
    out._index = context.indexName;
    if (!bare) out._id = fetched.id;
    const nested = nestedIdentity(reader, hit.doc);
    if (nested !== null) out._nested = nested;
    if (spec.version) out._version = reader.version(fetched.root);
    if (spec.seqNoPrimaryTerm) {
      out._seq_no = reader.seqNo(fetched.root);
      out._primary_term = reader.primaryTerm(fetched.root);
    }
    out._score = options.showScore && !Number.isNaN(hit.score) ? jsonFloat(hit.score) : null;
    const routing = bare ? null : reader.routing(fetched.root);
    if (routing !== null) out._routing = routing;
    const ignored = bare ? [] : ignoredFields(reader, fetched.root);
    if (ignored.length > 0) out._ignored = ignored;
    const source = this.#source(fetched);
    if (source !== null) out._source = source;
    yield* this.#addParts(out, fetched);
    if (options.sortKeys.length > 0 && hit.sort.length > 0) out.sort = sortValues(hit, options.sortKeys);
    this.#addExtras(out, fetched);
    return out as unknown as SearchHit;
  }

  *#addParts(out: Record<string, unknown>, fetched: FetchedHit): Steps<void> {
    const fields = this.#fields(fetched);
    if (fields.size > 0) out.fields = Object.fromEntries(fields);
    if (this.#highlighter === null) return;
    const highlight = yield* this.#highlighter.highlight(fetched);
    if (highlight.size > 0) out.highlight = Object.fromEntries(highlight);
  }

  #addExtras(out: Record<string, unknown>, fetched: FetchedHit): void {
    const { hit, search } = fetched;
    const named = matchedQueries(search.namedQueries, hit);
    if (named.length > 0) out.matched_queries = named;
    if (this.#spec.explain) {
      out._explanation = this.#explanation(hit);
    }
    if (search.innerHits.length > 0) {
      out.inner_hits = this.#spec.fetchInnerHits(fetched, search.innerHits);
    }
  }

  #explanation(hit: ShardHit): ExactJsonObject {
    if (this.#spec.query?.isUnexplained) return NO_EXPLANATION;
    const { boundQuery, isSearchHit = false } = this.#spec;
    const explained = boundQuery === undefined || isSearchHit ? this.#search.explained : boundQuery;
    return explanationJson(explained.explain(hit.leaf, hit.doc));
  }

  #source(fetched: FetchedHit): RawJson | ExactJsonObject | null {
    const filter = effectiveSource(this.#spec);
    if (!filter.enabled || !fetched.hasSource) return null;
    const steps = nestedSteps(fetched.leaf.reader, fetched.hit.doc);
    if (steps.length === 0) {
      return isWhole(filter) ? fetched.rawSource : filterSource(this.#partSource(fetched), filter);
    }
    const own = nestedSource(this.#partSource(fetched), steps);
    if (isWhole(filter)) return own as ExactJsonObject;
    const path = steps.map((step) => step.field).join('.');
    const filtered = filterSource({ [path]: own }, filter)[path];
    return (filtered ?? {}) as ExactJsonObject;
  }

  #partSource(fetched: FetchedHit): ExactJsonObject {
    return this.#spec.plainNumbers === true ? fetched.source : fetched.exactSource;
  }

  #fields(fetched: FetchedHit): HitFields {
    const spec = this.#spec;
    const fields: HitFields = new Map();
    if (spec.storedFields !== null) fetchStoredFields(fetched, spec.storedFields, fields);
    fetchDocValues(fetched, spec.docvalueFields, fields);
    this.#scriptFields?.(fetched, fields);
    fetchMappedFields(fetched, spec.fields, fields);
    for (const [name, values] of this.#search.hitFields) {
      const own = values(fetched.leaf, fetched.hit.doc);
      if (own.length > 0) fields.set(name, [...own]);
    }
    const { group = null } = fetched.hit;
    if (spec.collapseField !== null && group !== null)
      fields.set(spec.collapseField, [group as ExactJsonValue]);
    return fields;
  }
}

/** The values of `sort` as they are printed. */
function sortValues(hit: ShardHit, keys: readonly SortKey[]): readonly ExactJsonValue[] {
  return hit.sort.map((value, i) =>
    typeof value === 'number' && keys[i].hasFractions === true ? jsonDouble(value) : value,
  );
}

/** Asking for stored fields or script fields hides the source unless it is asked for too. */
function effectiveSource(spec: FetchSpec): FetchSource {
  const { fetchSource, storedFields, scriptFields } = spec;
  if (storedFields?.[0] === '_none_') return NO_SOURCE;
  if (fetchSource !== null) return fetchSource;
  const hidden = storedFields === null ? scriptFields.length > 0 : !storedFields.includes('_source');
  return hidden ? NO_SOURCE : WHOLE_SOURCE;
}
