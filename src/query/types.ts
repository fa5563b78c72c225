import type { AnalysisRegistry } from '../analysis/index.ts';
import type {
  Extensions,
  FixedBitSet,
  FlatSettings,
  JsonObject,
  JsonValue,
  Pacer,
  Steps,
} from '../common/index.ts';
import type { MapperService } from '../mapper/index.ts';
import type { SegmentReader } from '../segment/index.ts';
import type { FieldScoring, FieldStatistics, TermCounts } from './bound/similarityTypes.ts';

/** One segment of a shard's searcher. */
export interface LeafContext {
  readonly reader: SegmentReader;
  readonly ord: number;
  /** docId + docBase orders documents across the segments of a shard. */
  readonly docBase: number;
  /** How fields are scored; absent for BM25. */
  readonly scoring?: FieldScoring;
}

/** Matching documents of one segment; deletions are not applied. */
export type DocSet =
  | { readonly kind: 'none' }
  | { readonly kind: 'all'; readonly maxDoc: number }
  | { readonly kind: 'array'; readonly docs: Uint32Array }
  | { readonly kind: 'bits'; readonly bits: FixedBitSet };

/** Matching documents with scores, in ascending order of docId: one constant, or a float32 each. */
export interface ScoredDocs {
  readonly docs: DocSet;
  /** Parallel to the ascending documents of `docs`; `null` if every score is `constant`. */
  readonly scores: Float32Array | null;
  readonly constant: number;
}

/**
 * Finds the documents of one segment that a query matches. Caches results that are cheap to compute for the
 * whole segment.
 */
export interface Matcher {
  /** Checks each document individually, which takes long, so it should be asked about a few at a time. */
  readonly isCostly: boolean;
  /** The subset of `docs` that matches. */
  among(docs: DocSet): DocSet;
  /** Like `among`, in steps of at most a few milliseconds, so that it can yield to the event loop. */
  amongInSteps(docs: DocSet): Steps<DocSet>;
}

/** Scores the documents of one segment that a query matches: a window of them, a few hits, or all. */
export interface Scorer {
  /** Checks each document individually, which takes long, so it should be asked about a few at a time. */
  readonly isCostly: boolean;
  /** The subset of `docs` that matches, with scores. */
  among(docs: DocSet): ScoredDocs;
  /** Like `among`, in steps of at most a few milliseconds. */
  amongInSteps(docs: DocSet): Steps<ScoredDocs>;
}

/** The statistics for scoring: of the shard, or of all shards of a search. */
export interface ScoreStatistics {
  field(name: string): FieldStatistics;
  /** `ownDocFreq`: a document frequency set by the query itself; `null` if none. */
  term(field: string, term: string, ownDocFreq: number | null): TermCounts;
}

/** What is needed to bind a query to one index. */
export interface QueryShardContext {
  readonly indexName: string;
  readonly indexUuid: string;
  readonly shardId: number;
  readonly mapper: MapperService;
  /** Finds fields even if `mapper` rejects unmapped ones; absent if it does not. */
  readonly anyField?: MapperService['field'];
  readonly analysis: AnalysisRegistry;
  readonly settings: FlatSettings;
  /** `search.allow_expensive_queries`; defaults to true. */
  readonly allowExpensiveQueries?: boolean;
  /**
   * `indices.id_field_data.enabled`: whether sorting and aggregating by `_id` is allowed; defaults to true.
   */
  readonly allowIdFieldData?: boolean;
  /**
   * The time of the search in milliseconds. Calling it makes the result time-dependent, so that it is not
   * cached.
   */
  readonly now: () => number;
  /** Data attached to the shard by plugins, for their own clauses and scripts; absent if none. */
  readonly extensions?: Extensions;
  /** Script reads of missing values return null; absent: they fail, as in the original. */
  readonly absentIsNull?: boolean;
  /**
   * A document is being explained: a clause that would have to search for its hits beforehand may accept any
   * document.
   */
  readonly explains?: boolean;
  readonly leaves: readonly LeafContext[];
  /** Defaults to the shard's own. */
  readonly statistics?: ScoreStatistics;
  /** Fetches a document for terms lookup, more_like_this or percolation; `null` if missing. */
  readonly fetchDocument?: (index: string, id: string, routing: string | null) => Promise<JsonValue | null>;
  /**
   * Registers work to be done before match() and score() are called (graph loads); tasks run one at a time.
   */
  readonly prepare: (task: () => void | Promise<void>) => void;
  /** Throws task_cancelled or timeout errors; called every 1,024 documents in long loops. */
  readonly checkCancelled: () => void;
  /** Results needed for binding that take long to compute, cached by key. Absent: computed synchronously. */
  readonly ahead?: <T>(key: string, find: () => Steps<T>) => T;
  /** For preparation that yields to the event loop; absent if it does not. */
  readonly pacer?: Pacer;
  /** Called for each bound clause with a `_name`, which matched_queries checks for each hit. */
  readonly onNamedQuery?: (name: string, query: Query) => void;
  /** Registers work to repeat when the fetch phase binds the query again, as it does with several shards. */
  readonly onFetch?: (task: () => void) => void;
  /**
   * For dates with `now` whose exact time does not matter: reads the time without recording it, and records
   * why.
   */
  readonly settled?: { peekNow(): number; because(text: string): void };
  /** Random numbers in [0, 1) for scripts. */
  readonly random?: () => number;
  /** The nested object that contains the clause; absent or `null` for root documents. */
  readonly nestedScope?: string | null;
  /** A clause adds a field to its hits (percolated document slots). */
  readonly onHitField?: (name: string, values: HitFieldValues) => void;
  /** Called for each bound nested clause with inner_hits. */
  readonly onInnerHits?: (definition: InnerHitsDefinition) => void;
}

/** The values of a hit's field; empty if the hit lacks it. */
export type HitFieldValues = (leaf: LeafContext, doc: number) => readonly JsonValue[];

/** The `inner_hits` of a nested clause, bound to a shard. */
export interface InnerHitsDefinition {
  /** The key under which the hits are returned: `name`, or the path. */
  readonly name: string;
  readonly path: string;
  /** The body of `inner_hits` as sent: from, size, sort, _source, … */
  readonly body: JsonObject;
  /** Matches and scores the nested documents themselves. */
  readonly query: Query;
  /** Inner hits of clauses nested inside. */
  readonly children: readonly InnerHitsDefinition[];
  /** Joined documents of a hit, anywhere in the shard; absent for nested ones of the hit's own block. */
  readonly related?: (
    leaf: LeafContext,
    doc: number,
  ) => readonly { readonly leaf: LeafContext; readonly scored: ScoredDocs }[];
}

/** A parsed query, independent of any index. */
export interface QueryBuilder {
  /** The clause's name: `term`, `bool`, … */
  readonly clause: string;
  /** The clause's `_name`, for matched_queries. */
  readonly queryName: string | null;
  /** Explains every document as matching, without details. */
  readonly isUnexplained?: boolean;
  /** Binds to one shard. Throws query_shard / illegal_argument errors in the original's words. */
  toQuery(context: QueryShardContext): Query;
  /**
   * Binds a query that is part of something else, such as the filter of an aggregation or a sort: the original adds
   * `failed to create query` only to the errors of a search's own query.
   */
  bindDirectly(context: QueryShardContext): Query;
  /** The clause as the original prints it after parsing (`_validate/query?rewrite`, slow logs). */
  toJson(): JsonValue;
}

/** An explanation of a score in Lucene's format. */
export interface Explanation {
  readonly value: number;
  readonly isMatch: boolean;
  /** How the value prints. */
  readonly form: 'float' | 'double' | 'whole';
  readonly description: string;
  readonly details: readonly Explanation[];
}

/** Receives the terms that a query searches in the text of fields. */
export interface TermVisitor {
  term(field: string, term: string, boost: number): void;
  /** Terms by a test: prefixes, wildcards, regular expressions. */
  pattern(field: string, test: (term: string) => boolean, boost: number): void;
  /** Words in order: `offsets` is parallel to `words`. */
  phrase(phrase: PhraseTerms, boost: number): void;
  /** Terms that only count at certain positions. */
  spans(spans: SpanTerms, boost: number): void;
  /** Terms of queries that only some highlighters look into. */
  opaque(kind: OpaqueQuery, visit: (visitor: TermVisitor) => void): void;
}

/** Queries whose terms are hidden from highlighters that do not rewrite or support them. */
export type OpaqueQuery = 'intervals' | 'more_like_this' | 'terms_set' | 'script_score';

export interface PhraseTerms {
  readonly field: string;
  readonly words: readonly (readonly string[])[];
  readonly offsets: readonly number[];
  readonly slop: number;
  /** The last words are the index's terms that begin with the typed prefix. */
  readonly endsWithPrefix: boolean;
}

/** Anything with a term dictionary: a segment, or a text being highlighted. */
export interface TermsOwner {
  readonly reader: Pick<SegmentReader, 'terms'>;
}

export interface SpanTerms {
  readonly field: string;
  readonly terms: readonly { readonly field: string; readonly term: string }[];
  readonly patterns: readonly { readonly field: string; readonly accepts: (term: string) => boolean }[];
  /** The first and last position of each span in a document. */
  places(owner: TermsOwner): (doc: number) => readonly { readonly start: number; readonly end: number }[];
}

/** Requests the best hits of a segment by score, and the number of hits. */
export interface TopRequest {
  readonly limit: number;
  /** Only higher scores count; in later segments, ties rank after hits already found. */
  readonly above: number;
  /** Hits are counted exactly up to this number. */
  readonly countUpTo: number;
  /** Documents that may be hits; `null` for all. */
  readonly accept: FixedBitSet | null;
}

export interface TopDocs {
  readonly best: ScoredDocs;
  /** If above `countUpTo`, a lower bound. */
  readonly count: number;
}

/** A query bound to one shard, including the shard's statistics. */
export interface Query {
  /** For filter context: one matcher per segment. */
  matcher(leaf: LeafContext): Matcher;
  /** For scoring context: one scorer per segment. */
  scorer(leaf: LeafContext): Scorer;
  /** All matches, synchronously. */
  match(leaf: LeafContext): DocSet;
  /** All matches with scores, synchronously. */
  score(leaf: LeafContext): ScoredDocs;
  /** Finds the best hits without scoring all documents; `null` if this query does not support it. */
  top(leaf: LeafContext, request: TopRequest): TopDocs | null;
  /** Explains a document's score, or why it does not match. */
  explain(leaf: LeafContext, doc: number): Explanation;
  /** Reports terms for highlighting; must_not clauses have none. */
  visitTerms(visitor: TermVisitor, boost?: number): void;
  /** Requests all statistics that scoring needs. */
  gatherStatistics(): void;
  /** The query as named and printed by Lucene, with its subqueries. */
  tree(): QueryTree;
  /** True if the segment's value bounds rule out any match. */
  disjoint(leaf: LeafContext): boolean;
}

/** A query after Lucene's rewrites, for `profile` and `_validate/query?explain`. */
export interface QueryTree {
  /** `TermQuery`, `BooleanQuery`, … */
  readonly type: string;
  readonly text: string;
  /** The text before rewriting. */
  readonly parsed: string;
  readonly query: Query;
  readonly parts: readonly QueryTree[];
}
