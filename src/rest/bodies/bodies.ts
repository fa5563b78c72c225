import { searchMembers } from '../../search/index.ts';
import { aggregationShapes } from './aggregationShapes.ts';
import { mappingShapes } from './mappingShapes.ts';
import { queryShapes } from './queryShapes.ts';
import {
  type BodyShape,
  byKey,
  field,
  flag,
  free,
  index,
  list,
  members,
  object,
  ref,
  startingWith,
  words,
} from './shape.ts';
import { bodyStarts } from './starts.ts';

/** A request's body, by the path of the routes table. */
export interface RequestBodies {
  readonly shapes: Readonly<Record<string, BodyShape>>;
  readonly paths: Readonly<Record<string, BodyShape>>;
  /** Whole bodies to begin with, by the same paths and those of NDJSON. */
  readonly starts: Readonly<Record<string, readonly string[]>>;
}

const query = ref('query');
const aggs = ref('aggregations');
const sourceFilter: BodyShape = { ...object({ includes: field, excludes: field }), from: 'field' };

/** The shapes of the members of a search; others take any value. */
const SEARCH: Readonly<Record<string, BodyShape>> = {
  query,
  post_filter: query,
  aggs,
  aggregations: aggs,
  _source: startingWith('["|"]', sourceFilter),
  sort: startingWith('[{"|": {"order": "desc"}}]', list(ref('sort'))),
  fields: list(field),
  stored_fields: list(field),
  docvalue_fields: list(field),
  highlight: startingWith('{"fields": {"|": {}}}', ref('highlight')),
  collapse: object(members('inner_hits max_concurrent_group_searches', { field })),
  rescore: object({
    window_size: free,
    query: object(
      members('query_weight rescore_query_weight', {
        rescore_query: query,
        score_mode: words('total', 'multiply', 'avg', 'max', 'min'),
      }),
    ),
  }),
  script_fields: byKey('name', object({ script: ref('script') })),
  suggest: {
    ...byKey('name', ref('suggester')),
    members: { text: free },
  },
  pit: object(members('id keep_alive')),
  slice: object(members('id max', { field })),
  size: words(10, 0, 100),
  from: words(0),
  track_total_hits: flag,
  explain: flag,
  profile: flag,
  version: flag,
  seq_no_primary_term: flag,
  track_scores: flag,
};

/** Offered first, because they are used most. */
const USUAL = ['query', 'size', 'from', 'aggs', 'sort', '_source', 'highlight', 'track_total_hits'];

const search = object(
  Object.fromEntries([...new Set([...USUAL, ...searchMembers])].map((name) => [name, SEARCH[name] ?? free])),
);

const common: Readonly<Record<string, BodyShape>> = {
  search,
  sort: {
    ...byKey(
      'field',
      object(
        members('missing unmapped_type mode format numeric_type nested', { order: words('asc', 'desc') }),
      ),
    ),
    from: 'field',
  },
  highlight: object({
    fields: byKey('field', object(highlighting())),
    ...highlighting(),
  }),
  suggester: object({
    ...members('text prefix regex'),
    term: object(
      members('size analyzer sort', { field, suggest_mode: words('missing', 'popular', 'always') }),
    ),
    phrase: object(members('size analyzer gram_size max_errors confidence', { field })),
    completion: object(members('size contexts', { field, skip_duplicates: flag, fuzzy: free })),
  }),
  bulkAction: object({
    index: ref('bulkTarget'),
    create: ref('bulkTarget'),
    update: ref('bulkTarget'),
    delete: ref('bulkTarget'),
  }),
  bulkTarget: object(
    members('_id routing version version_type if_seq_no if_primary_term retry_on_conflict pipeline', {
      _index: index,
      require_alias: flag,
    }),
  ),
  document: byKey('field', free),
};

function highlighting(): Readonly<Record<string, BodyShape>> {
  return members('fragment_size number_of_fragments no_match_size pre_tags post_tags', {
    type: words('unified', 'plain', 'fvh'),
    order: words('score'),
    require_field_match: flag,
    highlight_query: query,
  });
}

const newIndex = {
  settings: ref('settings'),
  mappings: ref('mapping'),
  aliases: byKey('name', ref('alias')),
};
const aliasAction = object(
  members('alias aliases routing index_routing search_routing', {
    index,
    indices: index,
    filter: query,
    is_write_index: flag,
    must_exist: flag,
  }),
);
const byQuery = members('max_docs', { query, sort: ref('sort'), conflicts: words('proceed', 'abort') });
const statement = object(members('query fetch_size cursor'));
const statementAlone = object(members('query'));
const nothingBut = (plain: string): BodyShape => object(members(plain));

const documents: Readonly<Record<string, BodyShape>> = {
  '/{index}/_doc/{id}': ref('document'),
  '/{index}/_doc': ref('document'),
  '/{index}/_create/{id}': ref('document'),
  '/{index}/_update/{id}': object({
    doc: ref('document'),
    upsert: ref('document'),
    script: ref('script'),
    doc_as_upsert: flag,
    scripted_upsert: flag,
    detect_noop: flag,
    _source: sourceFilter,
  }),
  '/_mget': object({
    docs: list(object(members('_id routing', { _index: index, _source: sourceFilter }))),
    ids: free,
  }),
  '/{index}/_mget': object({
    ids: free,
    docs: list(object(members('_id routing', { _source: sourceFilter }))),
  }),
  '/{index}/_delete_by_query': object({ ...byQuery, slice: free }),
  '/{index}/_update_by_query': object({ ...byQuery, slice: free, script: ref('script') }),
  '/_reindex': object({
    source: object(members('size', { index, query, _source: field, sort: ref('sort') })),
    dest: object(members('routing pipeline version_type', { index, op_type: words('create', 'index') })),
    script: ref('script'),
    max_docs: free,
    conflicts: words('proceed', 'abort'),
  }),
};

const searches: Readonly<Record<string, BodyShape>> = {
  '/_search': ref('search'),
  '/{index}/_search': ref('search'),
  '/_count': object({ query }),
  '/{index}/_count': object({ query }),
  '/_validate/query': object({ query }),
  '/{index}/_validate/query': object({ query }),
  '/{index}/_explain/{id}': object({ query }),
  '/_search/scroll': nothingBut('scroll_id scroll'),
  '/_search/point_in_time': nothingBut('pit_id'),
  '/_plugins/_sql': statement,
  '/_plugins/_sql/_explain': statementAlone,
  '/_plugins/_sql/close': nothingBut('cursor'),
  '/_plugins/_ppl': statementAlone,
  '/_plugins/_ppl/_explain': statementAlone,
};

const indices: Readonly<Record<string, BodyShape>> = {
  '/{index}': object(newIndex),
  '/{index}/_mapping': ref('mapping'),
  '/{index}/_settings': ref('settings'),
  '/_aliases': object({
    actions: list(object({ add: aliasAction, remove: aliasAction, remove_index: object({ index }) })),
  }),
  '/{index}/_alias/{name}': ref('alias'),
  '/_index_template/{name}': object({
    index_patterns: free,
    template: object(newIndex),
    composed_of: free,
    priority: free,
    version: free,
    data_stream: free,
    _meta: free,
  }),
  '/_component_template/{name}': object({ template: object(newIndex), version: free, _meta: free }),
  '/_template/{name}': object({ index_patterns: free, order: free, ...newIndex }),
  '/_analyze': object(members('text analyzer tokenizer filter char_filter normalizer explain attributes')),
  '/{index}/_analyze': object(
    members('text analyzer tokenizer filter char_filter normalizer explain attributes', { field }),
  ),
  '/_cluster/settings': object({ persistent: free, transient: free }),
  '/{index}/_rollover': object({ conditions: nothingBut('max_age max_docs max_size'), ...newIndex }),
  '/{index}/_clone/{target}': object(newIndex),
  '/{index}/_shrink/{target}': object(newIndex),
  '/{index}/_split/{target}': object(newIndex),
};

/** What request bodies may contain. Lines of NDJSON have the shapes `bulkAction`, `document` and `search`. */
export const requestBodies: RequestBodies = {
  shapes: { ...common, ...queryShapes, ...aggregationShapes, ...mappingShapes },
  paths: { ...searches, ...documents, ...indices },
  starts: bodyStarts,
};
