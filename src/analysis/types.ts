/** One token of a text. Offsets are UTF-16 indices into the original text; positionIncrement is folded into position. */
export interface Token {
  readonly term: string;
  readonly position: number;
  readonly startOffset: number;
  readonly endOffset: number;
  /** `<ALPHANUM>`, `<NUM>`, `word`, `SYNONYM`, … */
  readonly type: string;
  readonly positionLength?: number;
}

export interface Analyzer {
  readonly name: string;
  /** Added between the values of a many-valued text field: 100 by default. */
  readonly positionIncrementGap: number;
  tokenize(text: string): readonly Token[];
}

/** The analyzers, normalizers and parts of one index: built-in ones and those of its settings. */
export interface AnalysisRegistry {
  /** Throws illegal_argument_exception `failed to find analyzer [x]`. */
  analyzer(name: string): Analyzer;
  hasAnalyzer(name: string): boolean;
  /** Normalizers yield one term. */
  normalizer(name: string): (text: string) => string;
  hasNormalizer(name: string): boolean;
}
