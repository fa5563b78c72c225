/** How a table is to be read where it could be read in two ways. */
export interface LocalForms {
  /** What separates the cells; a comma when it is not given. */
  readonly delimiter?: string;
  /** What separates the fraction of a number. */
  readonly decimal?: 'comma' | 'point';
  /** The order of day and month; `text` leaves dates as they are. */
  readonly dates?: 'dmy' | 'mdy' | 'text';
  /** What becomes of a column that could be read in two ways: it is refused, or stays text. */
  readonly ambiguous?: 'refuse' | 'text';
}

/** Rewrites a cell, or null for one that does not have the form of its column. */
export type Rewrite = (text: string) => string | null;

/** A column that could be read in two ways, in words. */
export class AmbiguousColumn {
  readonly words: string;
  constructor(words: string) {
    this.words = words;
  }
}
