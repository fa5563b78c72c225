/** One table of limits: every loop, queue and depth that a request can grow refers to a row of it. */
export interface Limit {
  readonly value: number;
  readonly doc: string;
}

export const limits = {
  bodyBytes: { value: 100 * 1024 * 1024, doc: 'request body, after decompression (http.max_content_length)' },
  jsonDepth: { value: 200, doc: 'nesting of a JSON document' },
  mappingFields: { value: 1000, doc: 'fields of one mapping (index.mapping.total_fields.limit)' },
  mappingDepth: { value: 20, doc: 'nesting of a mapping (index.mapping.depth.limit)' },
  resultWindow: { value: 10_000, doc: 'from + size of a search (index.max_result_window)' },
  innerResultWindow: { value: 100, doc: 'from + size of inner hits (index.max_inner_result_window)' },
  boolClauses: { value: 1024, doc: 'clauses of one query (indices.query.bool.max_clause_count)' },
  queryDepth: { value: 100, doc: 'nesting of query clauses' },
  buckets: { value: 65_535, doc: 'buckets of one answer (search.max_buckets)' },
  termsCount: { value: 65_536, doc: 'values of one terms query (index.max_terms_count)' },
  regexpLength: { value: 1000, doc: 'characters of a regexp (index.max_regex_length)' },
  automatonStates: { value: 10_000, doc: 'states of a wildcard or regexp automaton' },
  scriptLength: { value: 65_535, doc: 'characters of a script (script.max_size_in_bytes)' },
  scriptSteps: { value: 1_000_000, doc: 'steps of one run of a script' },
  openScrolls: { value: 500, doc: 'open scroll and point-in-time contexts (search.max_open_scroll_context)' },
  cursors: { value: 500, doc: 'open SQL cursors' },
  sqlLength: { value: 1_000_000, doc: 'characters of a SQL statement' },
  sqlNesting: { value: 100, doc: 'nesting of parentheses, NOT and CASE in a SQL statement' },
  sqlListItems: { value: 10_000, doc: 'items of a SQL IN list' },
  vectorDimension: { value: 16_000, doc: 'dimension of a knn_vector' },
  knnK: { value: 10_000, doc: 'k of a knn query' },
  shardsPerIndex: { value: 1024, doc: 'index.number_of_shards' },
  idBytes: { value: 512, doc: 'bytes of a document id' },
  indexNameBytes: { value: 255, doc: 'bytes of an index name' },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;
