/** One table of limits: every loop, queue and depth that a request can grow refers to a row of it. */
export interface Limit {
  readonly value: number;
  readonly doc: string;
}

export const limits = {
  bodyBytes: { value: 100 * 1024 * 1024, doc: 'request body, after decompression (http.max_content_length)' },
  inFlightBytes: {
    value: 64 * 1024 * 1024,
    doc: 'bytes of several bodies that are read or worked on at a time (network.breaker.inflight_requests.limit)',
  },
  answerBytes: {
    value: 64 * 1024 * 1024,
    doc: 'bytes of several answers that wait for their readers (indices.breaker.request.limit)',
  },
  answerTimeMs: { value: 30_000, doc: 'how long an answer waits for a reader that takes nothing of it' },
  slowReaderMs: { value: 1000, doc: 'the same while other answers need its memory' },
  connections: { value: 4096, doc: 'open connections; beyond it the idlest one is closed' },
  headerBytes: { value: 16_384, doc: 'bytes of the headers of a request' },
  headerTimeMs: { value: 10_000, doc: 'until the headers of a request have come' },
  requestTimeMs: { value: 60_000, doc: 'until the whole of a request has come' },
  jsonMembers: { value: 250_000, doc: 'members of all objects of a JSON document' },
  jsonDepth: { value: 200, doc: 'nesting of a JSON document' },
  mappingFields: { value: 1000, doc: 'fields of one mapping (index.mapping.total_fields.limit)' },
  mappingDepth: { value: 20, doc: 'nesting of a mapping (index.mapping.depth.limit)' },
  resultWindow: { value: 10_000, doc: 'from + size of a search (index.max_result_window)' },
  innerResultWindow: { value: 100, doc: 'from + size of inner hits (index.max_inner_result_window)' },
  boolClauses: { value: 1024, doc: 'clauses of one query (indices.query.bool.max_clause_count)' },
  queryDepth: { value: 100, doc: 'nesting of query clauses' },
  analyzedTokens: { value: 1_000_000, doc: 'tokens that grams, shingles and synonyms make of one text' },
  buckets: { value: 65_535, doc: 'buckets of one answer (search.max_buckets)' },
  termsCount: { value: 65_536, doc: 'values of one terms query (index.max_terms_count)' },
  regexpLength: { value: 1000, doc: 'characters of a regexp (index.max_regex_length)' },
  automatonStates: { value: 10_000, doc: 'states of a wildcard or regexp automaton' },
  scriptLength: { value: 65_535, doc: 'characters of a script (script.max_size_in_bytes)' },
  scriptSteps: { value: 1_000_000, doc: 'steps of one run of a script' },
  scriptTotalSteps: { value: 20_000_000, doc: 'steps of a script over the documents of one segment' },
  scriptText: { value: 10_000_000, doc: 'characters of a text that a script makes' },
  openScrolls: { value: 500, doc: 'open scroll and point-in-time contexts (search.max_open_scroll_context)' },
  cursorRows: { value: 2_000_000, doc: 'rows that all open SQL cursors hold in memory' },
  sqlLength: { value: 1_000_000, doc: 'characters of a SQL statement' },
  sqlNesting: { value: 100, doc: 'nesting of parentheses, NOT and CASE in a SQL statement' },
  sqlListItems: { value: 10_000, doc: 'items of a SQL IN list' },
  sqlColumns: { value: 4096, doc: 'items of a SELECT list' },
  sqlRows: { value: 5_000_000, doc: 'rows that one operator of a SQL statement holds in memory' },
  sqlTimeMs: { value: 60_000, doc: 'run time of a SQL statement' },
  vectorDimension: { value: 16_000, doc: 'dimension of a knn_vector' },
  knnK: { value: 10_000, doc: 'k of a knn query' },
  shardsPerIndex: { value: 1024, doc: 'index.number_of_shards' },
  cacheEvents: { value: 100_000, doc: 'events of graph caches that are kept (GET /_rockpool/knn/events)' },
  eventStreams: { value: 16, doc: 'open streams of cache events' },
  curvePoints: { value: 100, doc: 'limits of one miss-ratio curve' },
  plannedGraphs: { value: 100_000, doc: 'graphs of one plan (POST /_rockpool/knn/plan)' },
  faultRules: { value: 100, doc: 'fault rules at a time' },
  clockLeapMs: { value: 10 * 365 * 86_400_000, doc: 'how far the clock is moved at a time' },
  idBytes: { value: 512, doc: 'bytes of a document id' },
  indexNameBytes: { value: 255, doc: 'bytes of an index name' },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;
