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

/** What a hit shows. */
export interface FetchSpec {
  /** The search, or what stands for one in a list of inner hits. */
  readonly source: SearchSource;
  /** Of the hits of a suggestion nothing is highlighted. */
  readonly highlight: HighlightSpec | null;
  /** Whose terms are highlighted: those of the search's query or of the inner hits' one; absent: the source's. */
  readonly boundQuery?: Query;
  /** The hits are those of the search itself, so rescorers are part of their explanation. */
  readonly isSearchHit?: boolean;
  /** Fetches the inner hits of a hit; injected, because it fetches hits itself. */
  readonly fetchInnerHits: InnerHitsFetcher;
  /** Field name and the printed form of its group value, if collapsed. */
  readonly collapseField: string | null;
  /** Keeps plain numbers in parts of sources. */
  readonly plainNumbers?: boolean;
}

const NO_FIELDS: readonly string[] = [];

export interface FetchOptions {
  /** The keys whose values are shown as `sort`; empty to omit it. */
  readonly sortKeys: readonly SortKey[];
  readonly showScore: boolean;
}

/** Fetches hits of one shard. */
export class FetchPhase {
  readonly #search: ShardSearch;
  readonly #spec: FetchSpec;
  readonly #filter: FetchSource;
  readonly #scriptFields: ScriptFieldReader | null;
  readonly #hasFields: boolean;
  readonly #highlighter: Highlighter | null;

  constructor(search: ShardSearch, spec: FetchSpec) {
    this.#search = search;
    this.#spec = spec;
    const { scriptFields, query } = spec.source;
    this.#hasFields = asksForFields(spec) || search.hitFields.size > 0;
    this.#filter = effectiveSource(spec.source);
    this.#scriptFields = scriptFields.length === 0 ? null : scriptFieldReader(search.context, scriptFields);
    this.#highlighter =
      spec.highlight === null
        ? null
        : createHighlighter(search.context, spec.highlight, spec.boundQuery ?? query);
  }

  fetch(hit: ShardHit, options: FetchOptions): SearchHit {
    if (this.#highlighter !== null) return atOnce(this.fetchInSteps(hit, options));
    const fetched = new FetchedHit(this.#search, hit);
    const out = this.#begun(fetched, options);
    return this.#ended(out, fetched, options);
  }

  /** Highlighting a long text may take many steps. */
  *fetchInSteps(hit: ShardHit, options: FetchOptions): Steps<SearchHit> {
    const fetched = new FetchedHit(this.#search, hit);
    const out = this.#begun(fetched, options);
    if (this.#highlighter !== null) {
      const highlight = yield* this.#highlighter.highlight(fetched);
      if (highlight.size > 0) out.highlight = Object.fromEntries(highlight);
    }
    return this.#ended(out, fetched, options);
  }

  #begun(fetched: FetchedHit, options: FetchOptions): Record<string, unknown> {
    const { hit } = fetched;
    const { reader } = hit.leaf;
    const spec = this.#spec.source;
    const bare = spec.storedFields?.[0] === '_none_';
    const { context, open } = this.#search;
    const out: Record<string, unknown> = {};
    if (spec.explain) {
      out._shard = `[${context.indexName}][${context.shardId}]`;
      out._node = open.target.handle.routing.nodeId;
    }
    out._index = context.indexName;
    if (!bare) out._id = fetched.id;
    if (hit.doc !== fetched.root) out._nested = nestedIdentity(reader, hit.doc);
    if (spec.version) out._version = reader.version(fetched.root);
    if (spec.seqNoPrimaryTerm) {
      out._seq_no = reader.seqNo(fetched.root);
      out._primary_term = reader.primaryTerm(fetched.root);
    }
    out._score = options.showScore && !Number.isNaN(hit.score) ? jsonFloat(hit.score) : null;
    const routing = bare ? null : reader.routing(fetched.root);
    if (routing !== null) out._routing = routing;
    const ignored = bare ? NO_FIELDS : ignoredFields(reader, fetched.root);
    if (ignored.length > 0) out._ignored = ignored;
    const source = this.#source(fetched);
    if (source !== null) out._source = source;
    const fields = this.#hasFields ? this.#fields(fetched) : null;
    if (fields !== null && fields.size > 0) out.fields = Object.fromEntries(fields);
    return out;
  }

  #ended(out: Record<string, unknown>, fetched: FetchedHit, { sortKeys }: FetchOptions): SearchHit {
    const { hit, search } = fetched;
    if (sortKeys.length > 0 && hit.sort.length > 0) out.sort = sortValues(hit, sortKeys);
    const named = search.namedQueries.length === 0 ? NO_FIELDS : matchedQueries(search.namedQueries, hit);
    if (named.length > 0) out.matched_queries = named;
    if (this.#spec.source.explain) out._explanation = this.#explanation(hit);
    if (search.innerHits.length > 0) {
      out.inner_hits = this.#spec.fetchInnerHits(fetched, search.innerHits);
    }
    return out as unknown as SearchHit;
  }

  #explanation(hit: ShardHit): ExactJsonObject {
    if (this.#spec.source.query?.isUnexplained) return NO_EXPLANATION;
    const { boundQuery, isSearchHit = false } = this.#spec;
    const explained = boundQuery === undefined || isSearchHit ? this.#search.explained : boundQuery;
    return explanationJson(explained.explain(hit.leaf, hit.doc));
  }

  #source(fetched: FetchedHit): RawJson | ExactJsonObject | null {
    const filter = this.#filter;
    if (!filter.enabled || !fetched.hasSource) return null;
    if (fetched.hit.doc === fetched.root) {
      return isWhole(filter) ? fetched.rawSource : filterSource(this.#partSource(fetched), filter);
    }
    const steps = nestedSteps(fetched.leaf.reader, fetched.hit.doc);
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
    const { source: spec, collapseField } = this.#spec;
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
    if (collapseField !== null && group !== null) fields.set(collapseField, [group as ExactJsonValue]);
    return fields;
  }
}

function asksForFields({ source, collapseField }: FetchSpec): boolean {
  const { storedFields, docvalueFields, scriptFields, fields } = source;
  const asked = docvalueFields.length + scriptFields.length + fields.length;
  return asked > 0 || storedFields !== null || collapseField !== null;
}

/** The values of `sort` as printed. */
function sortValues(hit: ShardHit, keys: readonly SortKey[]): readonly ExactJsonValue[] {
  return hit.sort.map((value, i) =>
    typeof value === 'number' && keys[i].hasFractions === true ? jsonDouble(value) : value,
  );
}

/** Requesting stored fields or script fields hides the source unless it is requested too. */
function effectiveSource({ fetchSource, storedFields, scriptFields }: SearchSource): FetchSource {
  if (storedFields?.[0] === '_none_') return NO_SOURCE;
  if (fetchSource !== null) return fetchSource;
  const hidden = storedFields === null ? scriptFields.length > 0 : !storedFields.includes('_source');
  return hidden ? NO_SOURCE : WHOLE_SOURCE;
}
