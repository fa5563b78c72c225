/** Statistics of a field in the shard. */
export interface FieldStatistics {
  /** Number of documents with the field. */
  readonly docCount: number;
  readonly sumTotalTermFreq: number;
}

/** Statistics of a term in the shard. */
export interface TermCounts {
  readonly docFreq: number;
  readonly totalTermFreq: number;
}

/** Scores a term by its frequency in a document and the length of the document's field. */
export type Model = (frequency: number, length: number) => number;

export interface Bm25Parameters {
  readonly k1: number;
  readonly b: number;
  /** Without the factor k1 + 1, as newer versions of Lucene score. */
  readonly plain?: boolean;
}

/** How a field is scored. */
export type Similarity =
  | ({ readonly kind: 'bm25' } & Bm25Parameters)
  /** Every match scores the boost. */
  | { readonly kind: 'boolean' }
  /** Terms are scored separately; the scores of a phrase's terms are added. */
  | {
      readonly kind: 'model';
      /** Lucene's name of the class. */
      readonly name: string;
      readonly of: (field: FieldStatistics, term: TermCounts) => Model;
    };

/** Statistics for scoring terms of a field; terms that occur in no document are omitted. */
export interface ScoringNumbers {
  readonly similarity: Similarity;
  readonly statistics: FieldStatistics;
  readonly terms: readonly TermCounts[];
}

/** Similarities and boosts of the fields of an index. */
export interface FieldScoring {
  similarityOf(field: string): Similarity;
  boostOf(field: string): number;
}
