/** What people mostly write, for completion: `|` is where something is to be filled in, from left to right. */
type Starts = Readonly<Record<string, string>>;

const OF_FIELD = '{"|": "|"}';

export const clauseStarts: Starts = {
  match: OF_FIELD,
  match_phrase: OF_FIELD,
  match_phrase_prefix: OF_FIELD,
  match_bool_prefix: OF_FIELD,
  multi_match: '{"query": "|", "fields": ["|"]}',
  query_string: '{"query": "|"}',
  simple_query_string: '{"query": "|"}',
  term: OF_FIELD,
  terms: '{"|": ["|"]}',
  prefix: OF_FIELD,
  wildcard: OF_FIELD,
  regexp: OF_FIELD,
  fuzzy: OF_FIELD,
  range: '{"|": {"gte": |, "lte": |}}',
  exists: '{"field": "|"}',
  ids: '{"values": ["|"]}',
  bool: '{"must": [{|}], "filter": [{|}]}',
  boosting: '{"positive": {|}, "negative": {|}, "negative_boost": 0.5}',
  constant_score: '{"filter": {|}}',
  dis_max: '{"queries": [{|}, {|}]}',
  function_score: '{"query": {|}, "functions": [{|}]}',
  script_score: '{"query": {|}, "script": {"source": "|"}}',
  nested: '{"path": "|", "query": {|}}',
  match_all: '{}|',
  match_none: '{}|',
  knn: '{"|": {"vector": [|], "k": 10}}',
  distance_feature: '{"field": "|", "origin": "|", "pivot": "|"}',
  geo_distance: '{"distance": "|", "|": {"lat": |, "lon": |}}',
  geo_bounding_box: '{"|": {"top_left": {"lat": |, "lon": |}, "bottom_right": {"lat": |, "lon": |}}}',
};

export const aggregationStarts: Starts = {
  date_histogram: '{"field": "|", "calendar_interval": "|"}',
  histogram: '{"field": "|", "interval": |}',
  range: '{"field": "|", "ranges": [{"to": |}, {"from": |}]}',
  date_range: '{"field": "|", "ranges": [{"to": "|"}, {"from": "|"}]}',
  filters: '{"filters": {"|": {|}}}',
  composite: '{"sources": [{"|": {"terms": {"field": "|"}}}]}',
  top_hits: '{"size": |}',
  nested: '{"path": "|"}',
  percentile_ranks: '{"field": "|", "values": [|]}',
  weighted_avg: '{"value": {"field": "|"}, "weight": {"field": "|"}}',
  bucket_script: '{"buckets_path": {"|": "|"}, "script": {"source": "|"}}',
  bucket_selector: '{"buckets_path": {"|": "|"}, "script": {"source": "|"}}',
  bucket_sort: '{"sort": [{"|": {"order": "desc"}}]}',
};

/** An aggregation of the values of a field, and one of what other aggregations answer. */
export const FIELD_START = '{"field": "|"}';
export const PATH_START = '{"buckets_path": "|"}';

/** A named aggregation, and a named field of a mapping. */
export const AGGREGATION_START = '{"|": {|}}';
export const FIELDS_START = '{"|": {"type": "|"}}';

const MATCH_ALL = '{"query": {"match_all": {}}}';
const QUERY = '{"query": {|}}';
const INDEX =
  '{"settings": {"number_of_shards": 1, "number_of_replicas": 0}, "mappings": {"properties": {"|": {"type": "|"}}}}';
const SEARCH = [
  MATCH_ALL,
  '{"query": {"match": {"|": "|"}}}',
  '{"query": {"bool": {"must": [{|}], "filter": [{|}]}}}',
  '{"size": 0, "aggs": {"|": {"terms": {"field": "|"}}}}',
  '{"size": 10, "query": {"knn": {"|": {"vector": [|], "k": 10}}}}',
];
const BULK = ['{"index": {"_id": "|"}}\n{|}\n', '{"delete": {"_id": "|"}}\n'];

/** Whole bodies, by the path of the routes table. Of NDJSON they are lines. */
export const bodyStarts: Readonly<Record<string, readonly string[]>> = {
  '/_search': SEARCH,
  '/{index}/_search': SEARCH,
  '/_count': [QUERY],
  '/{index}/_count': [QUERY],
  '/_validate/query': [QUERY],
  '/{index}/_validate/query': [QUERY],
  '/{index}/_explain/{id}': [QUERY],
  '/_search/scroll': ['{"scroll_id": "|", "scroll": "1m"}'],
  '/_search/point_in_time': ['{"pit_id": "|"}'],
  '/_plugins/_sql': ['{"query": "SELECT | FROM |"}'],
  '/_plugins/_sql/_explain': ['{"query": "SELECT | FROM |"}'],
  '/_plugins/_ppl': ['{"query": "source=|"}'],
  '/_plugins/_ppl/_explain': ['{"query": "source=|"}'],
  '/{index}/_doc': ['{"|": |}'],
  '/{index}/_doc/{id}': ['{"|": |}'],
  '/{index}/_create/{id}': ['{"|": |}'],
  '/{index}/_update/{id}': ['{"doc": {"|": |}}', '{"script": {"source": "|", "params": {|}}}'],
  '/_mget': ['{"docs": [{"_index": "|", "_id": "|"}]}'],
  '/{index}/_mget': ['{"ids": ["|"]}'],
  '/_bulk': BULK.map((lines) => lines.replace('"_id"', '"_index": "|", "_id"')),
  '/{index}/_bulk': BULK,
  '/_msearch': [`{"index": "|"}\n${QUERY}\n`],
  '/{index}/_msearch': [`{}\n${QUERY}\n`],
  '/{index}/_delete_by_query': [QUERY],
  '/{index}/_update_by_query': ['{"query": {|}, "script": {"source": "|"}}'],
  '/_reindex': ['{"source": {"index": "|"}, "dest": {"index": "|"}}'],
  '/{index}': [INDEX],
  '/{index}/_mapping': ['{"properties": {"|": {"type": "|"}}}'],
  '/{index}/_settings': ['{"index": {|}}'],
  '/_aliases': ['{"actions": [{"add": {"index": "|", "alias": "|"}}]}'],
  '/_index_template/{name}': [`{"index_patterns": ["|"], "template": ${INDEX}}`],
  '/_component_template/{name}': [`{"template": ${INDEX}}`],
  '/_analyze': ['{"analyzer": "standard", "text": "|"}'],
  '/{index}/_analyze': ['{"field": "|", "text": "|"}'],
  '/_cluster/settings': ['{"persistent": {"|": |}}', '{"transient": {"|": |}}'],
  '/{index}/_rollover': ['{"conditions": {"max_docs": |}}'],
};
