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

/** One segment within a shard's searcher. */
export interface LeafContext {
  readonly reader: SegmentReader;
  readonly ord: number;
  /** docId + docBase orders documents across the segments of a shard. */
  readonly docBase: number;
  /** How the fields score; absent: by BM25. */
  readonly scoring?: FieldScoring;
}

/** Matching documents of one segment; deletions are not applied. */
export type DocSet =
  | { readonly kind: 'none' }
  | { readonly kind: 'all'; readonly maxDoc: number }
  | { readonly kind: 'array'; readonly docs: Uint32Array }
  | { readonly kind: 'bits'; readonly bits: FixedBitSet };

/** Matching documents with their scores: ascending docIds; one constant for all, or a float32 each. */
export interface ScoredDocs {
  readonly docs: DocSet;
  /** Parallel to the ascending documents of `docs`; null: every score is `constant`. */
  readonly scores: Float32Array | null;
  readonly constant: number;
}

/** Finds the documents of one segment that a query matches. It keeps what is quick to find for all. */
export interface Matcher {
  /** It looks at each document, which takes long: it is asked about a few at a time. */
  readonly isCostly: boolean;
  /** Those of `docs` that match. */
  among(docs: DocSet): DocSet;
  /** The same in steps of some milliseconds at most: others may have their turns between two. */
  amongInSteps(docs: DocSet): Steps<DocSet>;
}

/** Scores the documents of one segment that a query matches: a window of them, a few hits, or all. */
export interface Scorer {
  /** It looks at each document, which takes long: it is asked about a few at a time. */
  readonly isCostly: boolean;
  /** Those of `docs` that match, with their scores. */
  among(docs: DocSet): ScoredDocs;
  /** The same in steps of some milliseconds at most. */
  amongInSteps(docs: DocSet): Steps<ScoredDocs>;
}

/** What scores count with: of the shard, or of all shards of a search. */
export interface ScoreStatistics {
  field(name: string): FieldStatistics;
  /** `ownDocFreq`: the document frequency that the query itself gives the term; null: none. */
  term(field: string, term: string, ownDocFreq: number | null): TermCounts;
}

/** What binding a query to one index needs. */
export interface QueryShardContext {
  readonly indexName: string;
  readonly indexUuid: string;
  readonly shardId: number;
  readonly mapper: MapperService;
  /** Looks fields up where `mapper` refuses unmapped ones; absent: it does not. */
  readonly anyField?: MapperService['field'];
  readonly analysis: AnalysisRegistry;
  readonly settings: FlatSettings;
  /** `search.allow_expensive_queries`; absent: true. */
  readonly allowExpensiveQueries?: boolean;
  /** `indices.id_field_data.enabled`: whether `_id` is sorted by and aggregated on; absent: true. */
  readonly allowIdFieldData?: boolean;
  /** The moment of the search, in milliseconds. Who asks makes the answer one of its time: it is not cached. */
  readonly now: () => number;
  /** What plugins keep beside the shard for clauses and scripts of their own; absent: nothing. */
  readonly extensions?: Extensions;
  /** A script that reads a value that the document lacks gives none; absent: it fails, as the original's does. */
  readonly absentIsNull?: boolean;
  /** A document is being explained: a clause whose hits would have to be looked for beforehand may claim each. */
  readonly explains?: boolean;
  readonly leaves: readonly LeafContext[];
  /** Absent: the shard's own. */
  readonly statistics?: ScoreStatistics;
  /** Fetches a document for terms lookup, more_like_this, percolation; null when missing. */
  readonly fetchDocument?: (index: string, id: string, routing: string | null) => Promise<JsonValue | null>;
  /** Work that must be done before match() and score() are called (graph loads); run one after the other. */
  readonly prepare: (task: () => void | Promise<void>) => void;
  /** Throws task_cancelled or timeout errors; called every 1,024 documents in long loops. */
  readonly checkCancelled: () => void;
  /** What binding has to know and takes long to find; the same for the same key. Absent: it is found at once. */
  readonly ahead?: <T>(key: string, find: () => Steps<T>) => T;
  /** For what is prepared in turns of the event loop; absent: it is not. */
  readonly pacer?: Pacer;
  /** A clause with a `_name` was bound: matched_queries asks it about each hit. */
  readonly onNamedQuery?: (name: string, query: Query) => void;
  /** What is done when the fetch phase binds the query again, as it does with several shards. */
  readonly onFetch?: (task: () => void) => void;
  /** For dates with `now` whose moment makes no difference: the time without asking for it, and why it makes none. */
  readonly settled?: { peekNow(): number; because(text: string): void };
  /** Random numbers in [0, 1) for scripts. */
  readonly random?: () => number;
  /** The nested object that the clause stands in; absent or null: root documents. */
  readonly nestedScope?: string | null;
  /** A clause gives its hits a field of their own (percolated document slots). */
  readonly onHitField?: (name: string, values: HitFieldValues) => void;
  /** A nested clause with inner_hits was bound. */
  readonly onInnerHits?: (definition: InnerHitsDefinition) => void;
}

/** What a field of a hit says; empty: the hit lacks it. */
export type HitFieldValues = (leaf: LeafContext, doc: number) => readonly JsonValue[];

/** `inner_hits` of a nested clause, bound to a shard. */
export interface InnerHitsDefinition {
  /** The key under which the hits are returned: `name`, or the path. */
  readonly name: string;
  readonly path: string;
  /** The body of `inner_hits` as sent: from, size, sort, _source, … */
  readonly body: JsonObject;
  /** Matches and scores the nested documents themselves. */
  readonly query: Query;
  /** Inner hits of nested clauses within. */
  readonly children: readonly InnerHitsDefinition[];
  /** Joined documents of a hit, wherever they stand in the shard; absent: nested ones of the hit's own block. */
  readonly related?: (
    leaf: LeafContext,
    doc: number,
  ) => readonly { readonly leaf: LeafContext; readonly scored: ScoredDocs }[];
}

/** The DSL as parsed: knows nothing of an index. */
export interface QueryBuilder {
  /** The clause's name: `term`, `bool`, … */
  readonly clause: string;
  /** `_name` of matched_queries. */
  readonly queryName: string | null;
  /** It says of every document that it matches, and nothing of how. */
  readonly isUnexplained?: boolean;
  /** Binds to one shard. Throws query_shard / illegal_argument errors in the original's words. */
  toQuery(context: QueryShardContext): Query;
  /** The clause as the original prints it after parsing (`_validate/query?rewrite`, slow logs). */
  toJson(): JsonValue;
}

/** How a score comes about, as Lucene tells it. */
export interface Explanation {
  readonly value: number;
  readonly isMatch: boolean;
  /** How the value prints. */
  readonly form: 'float' | 'double' | 'whole';
  readonly description: string;
  readonly details: readonly Explanation[];
}

/** Told what a query looks for in the text of fields. */
export interface TermVisitor {
  term(field: string, term: string, boost: number): void;
  /** Terms by a test: prefixes, wildcards, regular expressions. */
  pattern(field: string, test: (term: string) => boolean, boost: number): void;
  /** Words in order: `offsets` parallel to `words`. */
  phrase(phrase: PhraseTerms, boost: number): void;
  /** Terms that count where they stand in certain places only. */
  spans(spans: SpanTerms, boost: number): void;
  /** Terms of a kind of query that only some highlighters look into. */
  opaque(kind: OpaqueQuery, visit: (visitor: TermVisitor) => void): void;
}

/** Queries that hide their terms from a highlighter that does not rewrite or does not know them. */
export type OpaqueQuery = 'intervals' | 'more_like_this' | 'terms_set' | 'script_score';

export interface PhraseTerms {
  readonly field: string;
  readonly words: readonly (readonly string[])[];
  readonly offsets: readonly number[];
  readonly slop: number;
  /** The last words are those of the index that begin like what was typed. */
  readonly endsWithPrefix: boolean;
}

/** Anything with a dictionary of terms: a segment, or a text that is highlighted. */
export interface TermsOwner {
  readonly reader: Pick<SegmentReader, 'terms'>;
}

export interface SpanTerms {
  readonly field: string;
  readonly terms: readonly { readonly field: string; readonly term: string }[];
  readonly patterns: readonly { readonly field: string; readonly accepts: (term: string) => boolean }[];
  /** The first and the last position of each span in a document. */
  places(owner: TermsOwner): (doc: number) => readonly { readonly start: number; readonly end: number }[];
}

/** The best hits of one segment by score, and how many hits there are. */
export interface TopRequest {
  readonly limit: number;
  /** Only scores above this one count: of a later segment, equals come after what is known. */
  readonly above: number;
  /** Hits are counted exactly up to here. */
  readonly countUpTo: number;
  /** Documents that may be hits; null: all. */
  readonly accept: FixedBitSet | null;
}

export interface TopDocs {
  readonly best: ScoredDocs;
  /** More than `countUpTo`: at least so many. */
  readonly count: number;
}

/** A query bound to one shard, with the shard's statistics in it. */
export interface Query {
  /** Filter context: one matcher a segment. */
  matcher(leaf: LeafContext): Matcher;
  /** Scoring context: one scorer a segment. */
  scorer(leaf: LeafContext): Scorer;
  /** All that match, in one go. */
  match(leaf: LeafContext): DocSet;
  /** All that match with their scores, in one go. */
  score(leaf: LeafContext): ScoredDocs;
  /** The best hits without scoring all; null where this query has no such way. */
  top(leaf: LeafContext, request: TopRequest): TopDocs | null;
  /** How a document comes to its score, or why it does not match. */
  explain(leaf: LeafContext, doc: number): Explanation;
  /** Terms that highlighting marks; must_not clauses have none. */
  visitTerms(visitor: TermVisitor, boost?: number): void;
  /** Asks for all statistics that scores count with. */
  gatherStatistics(): void;
  /** The query as Lucene names and prints it, with those within it. */
  tree(): QueryTree;
  /** True where the segment's bounds alone tell that nothing matches. */
  disjoint(leaf: LeafContext): boolean;
}

/** A query after Lucene's rewrites, for `profile` and `_validate/query?explain`. */
export interface QueryTree {
  /** `TermQuery`, `BooleanQuery`, … */
  readonly type: string;
  readonly text: string;
  /** The text before the rewrites. */
  readonly parsed: string;
  readonly query: Query;
  readonly parts: readonly QueryTree[];
}
