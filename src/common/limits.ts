/**
 * The one table of limits: every loop, queue and depth that a request can grow refers to a row of it. The
 * unit of a value is the suffix of its row's name: `Bytes`, `Ms`, otherwise a count.
 */
export interface Limit {
  readonly scope: LimitScope;
  /** `null` when the limit cannot be changed. */
  readonly setting: string | null;
  /** The default; for process limits, the value set at startup. */
  readonly value: number;
  readonly doc: string;
}

/**
 * Where a limit can be changed: in `PUT _cluster/settings` at any time; in the settings of an index; at
 * startup (`--setting key=value`, or the environment) for every engine in the process; nowhere.
 */
export type LimitScope = 'cluster' | 'index' | 'process' | 'fixed';

interface Row {
  readonly scope: LimitScope;
  /** Absent: `rockpool.limits.` plus the row's name. */
  readonly setting?: string | null;
  readonly value: number;
  readonly doc: string;
}

const KB = 1024;
const MB = 1024 * KB;
const MAX_INT = 2_147_483_647;

const cluster = (setting: string, value: number, doc: string): Row => ({
  scope: 'cluster',
  setting,
  value,
  doc,
});
const index = (setting: string, value: number, doc: string): Row => ({ scope: 'index', setting, value, doc });
const atStart = (setting: string, value: number, doc: string): Row => ({
  scope: 'process',
  setting,
  value,
  doc,
});
/** Limits that the original does not have. */
const own = (value: number, doc: string): Row => ({ scope: 'process', value, doc });
const fixed = (value: number, doc: string): Row => ({ scope: 'fixed', setting: null, value, doc });

const rows = {
  bodyBytes: atStart('http.max_content_length', 100 * MB, 'request body, after decompression'),
  lineBytes: atStart('http.max_initial_line_length', 4 * KB, 'first line of a request: method and URL'),
  headerBytes: atStart('http.max_header_size', 16 * KB, 'headers of a request'),
  headerTimeMs: own(10_000, 'time for the headers of a request to arrive'),
  requestTimeMs: own(60_000, 'time for a whole request to arrive'),
  connections: own(2048, 'open connections; above it, the connection that has been idle longest is closed'),
  inFlightBytes: cluster(
    'network.breaker.inflight_requests.limit',
    64 * MB,
    'request bodies in memory, all together; a single one may exceed it (at least a second after the last refusal), and small ones are accepted beside it',
  ),
  answerBytes: cluster(
    'indices.breaker.request.limit',
    64 * MB,
    'unsent answers in memory, all together; a single one may exceed it (at least a second after the last refusal)',
  ),
  heapPercent: cluster(
    'indices.breaker.total.limit',
    95,
    'share of the heap that may be in use, including a new body or answer',
  ),
  answerTimeMs: own(30_000, 'how long an answer waits for a client that reads nothing'),
  slowReaderMs: own(1000, 'the same while other answers need the memory'),
  bulkLineBytes: own(100 * MB, 'one line of a bulk or multi-search body'),
  multiSearches: own(100_000, 'searches in one multi-search'),
  jsonMembers: own(250_000, 'members of all objects of a JSON document'),
  jsonDepth: own(200, 'nesting depth of a JSON document'),

  mappingFields: index('index.mapping.total_fields.limit', 1000, 'fields of one mapping'),
  mappingDepth: index('index.mapping.depth.limit', 20, 'nesting depth of a mapping'),
  nestedFields: index('index.mapping.nested_fields.limit', 50, 'nested fields of one mapping'),
  nestedObjects: index('index.mapping.nested_objects.limit', 10_000, 'nested objects of one document'),
  fieldNameLength: index('index.mapping.field_name_length.limit', MAX_INT, 'characters of a field name'),
  keywordBytes: fixed(32_766, 'bytes of one term'),
  vectorDimension: fixed(16_000, 'dimension of a knn_vector'),
  luceneVectorDimension: fixed(1024, 'dimension of a knn_vector with the engine lucene'),
  idBytes: fixed(512, 'bytes of a document id'),
  indexNameBytes: fixed(255, 'bytes of an index name'),
  shardsPerIndex: fixed(1024, 'index.number_of_shards'),
  shardsPerNode: cluster('cluster.max_shards_per_node', 1000, 'open shards per data node'),

  resultWindow: index('index.max_result_window', 10_000, 'from + size of a search'),
  innerResultWindow: index('index.max_inner_result_window', 100, 'from + size of inner hits'),
  rescoreWindow: index('index.max_rescore_window', 10_000, 'window of a rescorer'),
  docvalueFields: index('index.max_docvalue_fields_search', 100, 'docvalue_fields of one search'),
  scriptFields: index('index.max_script_fields', 32, 'script_fields of one search'),
  slicesPerScroll: index('index.max_slices_per_scroll', 1024, 'slices of a scroll'),
  slicesPerPit: index('index.max_slices_per_pit', 1024, 'slices of a point in time'),
  highlightOffset: index(
    'index.highlight.max_analyzed_offset',
    1_000_000,
    'characters analysed for highlighting',
  ),
  searchedShards: cluster('action.search.shard_count.limit', MAX_INT, 'shards of one search'),
  buckets: cluster('search.max_buckets', 65_535, 'buckets of one answer'),
  bucketBytes: own(256 * MB, 'buckets of one search while its documents are counted'),
  adjacencyFilters: index('index.max_adjacency_matrix_filters', 100, 'filters of an adjacency matrix'),
  openScrolls: cluster('search.max_open_scroll_context', 500, 'open scrolls, and separately SQL cursors'),
  openPits: cluster('search.max_open_pit_context', 300, 'open points in time'),
  keepAliveMs: cluster('search.max_keep_alive', 86_400_000, 'keep-alive of a scroll or point in time'),

  boolClauses: atStart('indices.query.bool.max_clause_count', 1024, 'clauses of one query'),
  queryDepth: own(250, 'nesting depth of query clauses; enough for any SQL statement'),
  termsCount: index('index.max_terms_count', 65_536, 'values of one terms query'),
  regexpLength: index('index.max_regex_length', 1000, 'characters of a regular expression'),
  automatonStates: own(10_000, 'states of a wildcard or regular expression automaton'),
  knnK: fixed(10_000, 'k of a knn query'),

  ngramDiff: index('index.max_ngram_diff', 1, 'max_gram − min_gram'),
  shingleDiff: index('index.max_shingle_diff', 3, 'max_shingle_size − min_shingle_size, + 1 with unigrams'),
  analyzedTokens: own(1_000_000, 'tokens produced from one text, including n-grams, shingles and synonyms'),
  answeredTokens: index('index.analyze.max_token_count', 10_000, 'tokens of an _analyze answer'),

  scriptLength: cluster('script.max_size_in_bytes', 65_535, 'characters of a script'),
  scriptCompilations: cluster(
    'script.max_compilations_rate',
    75,
    'scripts compiled in five minutes; unlimited unless set explicitly',
  ),
  scriptDepth: own(400, 'nesting depth of a script'),
  scriptSteps: own(1_000_000, 'steps of one script run'),
  scriptTotalSteps: own(20_000_000, 'steps of a script over the documents of one segment'),
  scriptText: own(10_000_000, 'characters of a string created by a script'),

  cursorRows: own(2_000_000, 'rows held in memory by all open SQL cursors'),
  sqlLength: own(1_000_000, 'characters of a SQL statement'),
  sqlNesting: own(100, 'nesting depth of parentheses, CASE, NOT and signs in a SQL statement'),
  sqlChain: own(1000, 'operands in a chain of SQL operators: a + b + c …'),
  sqlListItems: own(10_000, 'items of a SQL IN list'),
  sqlColumns: own(4096, 'items of a SELECT list'),
  sqlRelations: own(100, 'relations, WITH queries and UNION branches of a SQL statement'),
  sqlScans: own(
    500,
    'scans of a SQL statement; a WITH query referenced several times counts once, plus once per reference',
  ),
  sqlBytes: own(512 * 2 ** 20, 'bytes of rows held in memory by a SQL statement'),
  sqlRows: own(5_000_000, 'rows held in memory by one operator of a SQL statement'),
  sqlSpillBytes: own(
    64 * 2 ** 20,
    'bytes of rows that a sort or join of a SQL statement holds in memory before it spills to files',
  ),
  sqlFileBytes: own(8 * 2 ** 30, 'bytes of rows spilled to files by a SQL statement'),
  sqlText: own(10_000_000, 'characters of a string created by a SQL function'),
  sqlTimeMs: own(60_000, 'run time of a SQL statement'),

  cacheEvents: own(
    100_000,
    'events of graph caches that are kept; the oldest are dropped (GET /_rockpool/knn/events)',
  ),
  eventStreams: own(16, 'open streams of cache events'),
  curvePoints: own(100, 'points of one miss-ratio curve'),
  traceAccesses: own(250_000, 'accesses of one trace (POST /_rockpool/knn/curve)'),
  plannedGraphs: own(100_000, 'graphs in one plan (POST /_rockpool/knn/plan)'),
  faultRules: own(100, 'active fault rules'),
  forks: own(64, 'open forks of a server, including forks of its forks'),
  forkIdleMs: own(86_400_000, 'maximum idle timeout of a fork'),
  keptStates: own(64, 'snapshots of a server kept in memory'),
  copiedBytes: own(1024 * MB, 'bytes of a data folder that a fork or snapshot reads into memory'),
  clockLeapMs: own(10 * 365 * 86_400_000, 'how far the clock can be moved at once'),
} as const satisfies Record<string, Row>;

export type LimitName = keyof typeof rows;

class TableLimit implements Limit {
  readonly scope: LimitScope;
  readonly setting: string | null;
  readonly doc: string;
  value: number;

  constructor(name: string, { scope, setting, value, doc }: Row) {
    this.scope = scope;
    this.setting = setting === undefined ? ownSetting(name) : setting;
    this.value = value;
    this.doc = doc;
  }
}

const table = Object.fromEntries(
  Object.entries<Row>(rows).map(([name, row]) => [name, new TableLimit(name, row)]),
) as Readonly<Record<LimitName, TableLimit>>;

export const limits: Readonly<Record<LimitName, Limit>> = table;

/** `sqlListItems` → `rockpool.limits.sql_list_items`. */
function ownSetting(name: string): string {
  return `rockpool.limits.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
}

/**
 * Sets a process limit, before the first request. Parsers and loops of every engine in the process read it,
 * hence at startup rather than by request (the original does so with its clause count).
 */
export function setProcessLimit(name: LimitName, value: number): void {
  if (table[name].scope !== 'process') throw new Error(`[${name}] is not a limit of the process`);
  table[name].value = value;
}
