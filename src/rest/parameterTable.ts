/** What a parameter's value must be. A flag may stand alone (`?pretty`); a list is cut at commas. */
export type ParameterType = 'boolean' | 'int' | 'long' | 'float' | 'time' | 'list' | 'string';

interface ParameterRow {
  /** More than one where APIs differ, or where words stand beside numbers. */
  readonly types: readonly ParameterType[];
  readonly doc: string;
  /** Words that mean something here. */
  readonly values: readonly string[];
}

function row<const T extends readonly ParameterType[]>(
  types: T,
  doc: string,
  values: readonly string[] = [],
) {
  return { types, doc, values };
}

const flag = (doc: string) => row(['boolean'], doc);
const int = (doc: string) => row(['int'], doc);
const long = (doc: string) => row(['long'], doc);
const time = (doc: string) => row(['time'], doc);
const list = (doc: string, ...values: readonly string[]) => row(['list'], doc, values);
const word = (doc: string, ...values: readonly string[]) => row(['string'], doc, values);

/**
 * Every parameter that a path or a URL may have. A handler can read one only as a type that stands here (the
 * compiler sees to it), a route can allow only what stands here, and the OpenAPI document tells of the same rows.
 */
export const parameterTable = {
  // Of every API.
  error_trace: flag('taken, without effect: there are no Java stack traces'),
  filter_path: list('parts of the answer to keep, or with a leading minus to leave out'),
  format: word('json or yaml; of SQL also jdbc, csv, raw', 'json', 'yaml', 'jdbc', 'csv', 'raw'),
  human: flag('sizes and times also in units'),
  pretty: flag('the answer for people to read'),
  source: word('the body, where none can be sent'),
  source_content_type: word('the media type of source'),

  // Parts of paths.
  alias: list('names of aliases, patterns allowed'),
  attribute: word('an awareness attribute'),
  block: word('read, write, read_only or metadata', 'read', 'write', 'read_only', 'metadata'),
  context: word('where a script is used'),
  id: list('an identifier'),
  index: list('names of indices or aliases, patterns allowed'),
  index_metric: list('parts of the statistics of indices'),
  index_uuid: word('the identifier of an index'),
  metric: list('parts of the answer'),
  model: word('the identifier of a trained model'),
  name: list('names, patterns allowed'),
  new_index: word('the name of the index to be made'),
  node: word('a node, by identifier or name'),
  nodeId: list('nodes, by identifier or name'),
  node_id: list('nodes, by identifier, name or attribute'),
  nodes: list('nodes, by identifier or name'),
  repository: list('names of repositories'),
  scroll_id: list('identifiers of scrolls'),
  snapshot: list('names of snapshots, patterns allowed'),
  stat: list('names of statistics'),
  target: word('the name of the index to be made'),
  target_snapshot: word('the name of the copy'),
  task_id: word('a task, as node:number'),
  thread_pool_patterns: list('names of thread pools, patterns allowed'),
  value: word('a value of the attribute'),

  // Which indices.
  allow_no_indices: flag('whether a pattern may match nothing'),
  expand_wildcards: list(
    'what patterns match: open, closed, hidden, none, all',
    'open',
    'closed',
    'hidden',
    'none',
    'all',
  ),
  forbid_closed_indices: flag('whether closed indices are an error'),
  ignore_throttled: flag('taken, without effect'),
  ignore_unavailable: flag('whether missing and closed indices are passed over'),

  // How long, and for what to wait.
  cluster_manager_timeout: time('how long to wait for the cluster manager'),
  interval: time('how long to measure'),
  keep_alive: time('how long a point in time is kept'),
  master_timeout: time('the older name of cluster_manager_timeout'),
  scroll: time('how long a scroll is kept'),
  search_timeout: time('how long a search may take'),
  task_execution_timeout: time('how long a task may take'),
  timeout: time('how long to wait'),
  wait_for_active_shards: row(['int', 'string'], 'copies that must be active, or all', ['all']),
  wait_for_completion: flag('whether the answer waits for the end of the work'),
  wait_for_events: word(
    'the priority of pending events to wait for',
    'immediate',
    'urgent',
    'high',
    'normal',
    'low',
    'languid',
  ),
  wait_for_metadata_version: long('the version of the metadata to wait for'),
  wait_for_no_initializing_shards: flag('wait until no shard is being initialized'),
  wait_for_no_relocating_shards: flag('wait until no shard moves'),
  wait_for_nodes: word('how many nodes to wait for, as 2 or >=2'),
  wait_for_relocating_shards: flag('refused: it is no longer there'),
  wait_for_removal: flag('wait until the nodes have gone'),
  wait_for_status: word('green, yellow or red', 'green', 'yellow', 'red'),
  wait_for_timeout: time('how long to wait for the version'),
  wait_if_ongoing: flag('wait for a flush that runs'),

  // Documents.
  if_primary_term: long('write only while the document has this primary term'),
  if_seq_no: long('write only while the document has this sequence number'),
  op_type: word('index or create', 'index', 'create'),
  parent: word('taken, without effect'),
  pipeline: word('the ingest pipeline to go through'),
  preference: word('which copies to ask'),
  realtime: flag('whether what is not yet refreshed is seen'),
  refresh: row(['boolean', 'string'], 'true, false or wait_for', ['true', 'false', 'wait_for']),
  require_alias: flag('whether the name must be an alias'),
  retry_on_conflict: int('how often an update is tried again'),
  routing: list('what decides on the shard'),
  stored_fields: list('stored fields to answer with'),
  version: row(['long', 'boolean'], "a document's version; of searches: whether to tell it"),
  version_type: word('internal, external or external_gte', 'internal', 'external', 'external_gte'),
  _source: list('true, false, or fields of the source to answer with'),
  _source_excludes: list('fields of the source to leave out'),
  _source_includes: list('fields of the source to answer with'),

  // Searches.
  all_shards: flag('whether every shard is asked'),
  allow_partial_pit_creation: flag('whether shards may be missing from a point in time'),
  allow_partial_search_results: flag('whether shards may be missing from an answer'),
  analyze_wildcard: flag('whether patterns are analyzed'),
  analyzer: word('the analyzer of q'),
  batched_reduce_size: int('shards whose results are reduced at once'),
  cancel_after_time_interval: time('when a search is given up'),
  ccs_minimize_roundtrips: flag('taken, without effect: there is one cluster'),
  default_operator: word('AND or OR, between the words of q', 'AND', 'OR'),
  df: word('the field of words of q without one'),
  docvalue_fields: list('fields to answer from their columns'),
  explain: flag('how scores or decisions come about'),
  from: int('hits to pass over'),
  lenient: flag('whether values that do not fit a field are passed over'),
  max_concurrent_searches: int('searches at the same time'),
  max_concurrent_shard_requests: int('shards asked at the same time'),
  min_score: row(['float'], 'the least score that counts'),
  pre_filter_shard_size: int('from how many shards on to look first which can match'),
  q: word('a query in the syntax of query_string'),
  request_cache: flag('whether the answer may be kept'),
  rest_total_hits_as_int: flag('hits.total as a number'),
  rewrite: flag('the query as it is run'),
  search_type: word('query_then_fetch or dfs_query_then_fetch', 'query_then_fetch', 'dfs_query_then_fetch'),
  seq_no_primary_term: flag('tell sequence numbers'),
  size: row(['int', 'string'], 'how many; of cat APIs: the unit of sizes'),
  sort: list('fields, each with :asc or :desc'),
  stats: list('groups that the search is counted for'),
  suggest_field: word('the field to suggest from'),
  suggest_mode: word('missing, popular or always', 'missing', 'popular', 'always'),
  suggest_size: int('how many suggestions'),
  suggest_text: word('the text to suggest for'),
  terminate_after: int('documents of a shard after which a search ends'),
  track_scores: flag('scores also where hits are sorted'),
  track_total_hits: row(['boolean', 'int'], 'whether, or up to which number, hits are counted'),
  typed_keys: flag('names of aggregations with their types'),

  // By query, and tasks.
  actions: list('actions of tasks, patterns allowed'),
  conflicts: word('abort or proceed', 'abort', 'proceed'),
  detailed: flag('more of everything'),
  group_by: word('nodes, parents or none', 'nodes', 'parents', 'none'),
  max_docs: int('documents after which to end'),
  parent_task_id: word('the task that started it, as node:number'),
  requests_per_second: row(['float'], 'documents a second; -1: as many as go'),
  scroll_size: int('documents of one batch'),
  slices: row(['int', 'string'], 'parts that run at the same time, or auto', ['auto']),

  // Term vectors and fields.
  field_statistics: flag('counts of the fields'),
  fields: list('names of fields, patterns allowed'),
  ids: list('identifiers of documents'),
  include_unmapped: flag('tell of indices that do not have a field'),
  offsets: flag('where terms stand in the text'),
  payloads: flag('payloads of terms'),
  positions: flag('positions of terms'),
  term_statistics: flag('counts of terms'),

  // Indices.
  cause: word('why, for the log'),
  copy_settings: flag('whether settings are copied'),
  create: flag('whether it must be new'),
  dry_run: flag('tell what would be done'),
  fielddata: flag('of the field data'),
  flat_settings: flag('keys of settings in one piece'),
  flush: flag('flush behind it'),
  force: flag('also when nothing calls for it'),
  include_defaults: flag('tell defaults, too'),
  local: flag('taken, without effect: every node knows the same'),
  max_num_segments: int('segments that may be left'),
  only_ancient_segments: flag('only segments of older versions'),
  only_expunge_deletes: flag('only segments with deleted documents'),
  order: int('which template wins'),
  preserve_existing: flag('whether what is set stays'),
  primary_only: flag('only primaries'),
  query: flag('of the query cache'),
  request: flag('of the request cache'),
  status: list('green, yellow, red or all', 'green', 'yellow', 'red', 'all'),
  verify: flag('whether the repository is tried out'),
  write_index_only: flag('only the index that an alias writes to'),

  // Statistics and the cluster.
  active_only: flag('only what goes on now'),
  awareness_attribute: word('the attribute of level=awareness_attributes'),
  completion_fields: list('fields with suggestions'),
  fielddata_fields: list('fields with field data'),
  groups: list('groups of searches'),
  ignore_idle_threads: flag('pass over threads that wait'),
  include_disk_info: flag('tell of disks'),
  include_segment_file_sizes: flag('tell of the files of segments'),
  include_unloaded_segments: flag('tell of segments that are not loaded'),
  include_yes_decisions: flag('tell of deciders that agree'),
  level: word('how fine: cluster, indices, shards, node', 'cluster', 'indices', 'shards', 'node'),
  node_ids: list('nodes, by identifier'),
  node_names: list('nodes, by name'),
  retry_failed: flag('try shards again that failed too often'),
  snapshots: int('samples to take'),
  threads: int('threads to tell of'),
  type: word('cpu, wait or block', 'cpu', 'wait', 'block'),
  types: list('taken, without effect: documents have no types'),
  verbose: flag('more of everything'),

  // Cat APIs.
  completed_only: flag('only what has ended'),
  shards: list('numbers of shards'),
  bytes: word('the unit of sizes: b, kb, mb, …', 'b', 'kb', 'mb', 'gb'),
  full_id: flag('identifiers in full'),
  h: list('columns to show'),
  health: word('green, yellow or red', 'green', 'yellow', 'red'),
  help: flag('tell of the columns instead'),
  include_bootstrap: flag('also plugins of the start'),
  pri: flag('only primaries'),
  s: row(['list', 'boolean'], 'columns to sort by, each with :asc or :desc; of pipelines: by name'),
  time: word('the unit of times: ms, s, m, …', 'ms', 's', 'm', 'h', 'd'),
  ts: flag('a column with the time'),
  v: flag('the names of the columns first'),

  // SQL.
  _id: word('taken, without effect'),
  _score: word('taken, without effect'),
  _type: word('taken, without effect'),
  analyze: flag('run the plan and tell what it took'),
  cursor: word('the next page of this cursor'),
  escape: flag('taken, without effect'),
  flat: flag('taken, without effect'),
  mode: word('taken, without effect'),
  newLine: word('what ends a row of CSV'),
  sanitize: flag('whether cells of CSV are made safe for spreadsheets'),
  separator: word('what parts cells of CSV'),
  sql: word('the statement'),

  // Rockpool's own.
  detect_after: time('for how long the other nodes do not notice'),
  limits: list('sizes of the cache, as 10mb'),
  policies: list('policies of the cache, as fifo'),
  since: long('from which event on'),
} as const satisfies Record<string, ParameterRow>;

export type ParameterName = keyof typeof parameterTable;

/** Parameters that may be read as this type. */
export type ParameterOf<T extends ParameterType> = {
  [N in ParameterName]: T extends (typeof parameterTable)[N]['types'][number] ? N : never;
}[ParameterName];
