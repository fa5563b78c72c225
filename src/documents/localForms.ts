/** How to read a table whose numbers or dates are ambiguous. */
export interface LocalForms {
  /** Separates the cells; detected if absent. */
  readonly delimiter?: string;
  /** The decimal separator. */
  readonly decimal?: 'comma' | 'point';
  /** The order of day and month; `text` leaves dates unchanged. */
  readonly dates?: 'dmy' | 'mdy' | 'text';
  /** Whether an ambiguous column is an error or stays text. */
  readonly ambiguous?: 'refuse' | 'text';
}

/** Converts a cell; `null` if it does not have the form of its column. */
export type Rewrite = (text: string) => string | null;

/** Describes an ambiguous column. */
export class AmbiguousColumn {
  readonly words: string;
  constructor(words: string) {
    this.words = words;
  }
}
