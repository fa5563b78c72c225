/** What a similarity knows of a field of the shard. */
export interface FieldStatistics {
  /** Documents of the shard that have the field. */
  readonly docCount: number;
  readonly sumTotalTermFreq: number;
}

/** What it knows of a term of the shard. */
export interface TermCounts {
  readonly docFreq: number;
  readonly totalTermFreq: number;
}

/** The score of a term by its frequency in a document and the length of the document's field. */
export type Model = (frequency: number, length: number) => number;

export interface Bm25Parameters {
  readonly k1: number;
  readonly b: number;
}

/** How a field scores. */
export type Similarity =
  | ({ readonly kind: 'bm25' } & Bm25Parameters)
  /** Every match scores the boost. */
  | { readonly kind: 'boolean' }
  /** Terms are scored one by one; those of a phrase are added. */
  | {
      readonly kind: 'model';
      /** As Lucene calls the class. */
      readonly name: string;
      readonly of: (field: FieldStatistics, term: TermCounts) => Model;
    };

/** What scores of a field's terms count with: of terms that no document has, there is none. */
export interface ScoringNumbers {
  readonly similarity: Similarity;
  readonly statistics: FieldStatistics;
  readonly terms: readonly TermCounts[];
}

/** The similarities and boosts of the fields of an index. */
export interface FieldScoring {
  similarityOf(field: string): Similarity;
  boostOf(field: string): number;
}
