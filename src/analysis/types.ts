import type { JsonObject, Steps } from '../common/index.ts';

/** One token of a text. Offsets are UTF-16 indices into the original text; positionIncrement is folded into position. */
export interface Token {
  readonly term: string;
  readonly position: number;
  readonly startOffset: number;
  readonly endOffset: number;
  /** `<ALPHANUM>`, `<NUM>`, `word`, `SYNONYM`, … */
  readonly type: string;
  readonly positionLength?: number;
  /** Whether stemmers must leave it alone; absent where no stemmer asked. */
  readonly keyword?: boolean;
  /** Absent where no filter sets payloads. */
  readonly payload?: Uint8Array | null;
}

/** Where the terms of a field's values gather at ingest: parallel arrays, values one after the other. */
export interface TermSink {
  readonly terms: string[];
  readonly positions: number[];
  /** The position of the last token; -1 before the first. */
  position: number;
  /** Tokens that advanced the position: overlapping ones (synonyms, n-grams) do not count. */
  length: number;
}

export interface Analyzer {
  readonly name: string;
  /** Added between the values of a many-valued text field: 100 by default. */
  readonly positionIncrementGap: number;
  tokenize(text: string): readonly Token[];
  /** The same, long texts piece by piece where the parts allow it. */
  tokenizeInSteps(text: string): Steps<readonly Token[]>;
  /** The text with its letters as those of terms: for parts of words, of which no tokens are made. */
  normalize(text: string): string;
  /** Appends the terms of one value, without offsets and types: the hot path of ingest. */
  collectTerms(text: string, sink: TermSink): void;
}

/** A token as scripts of filters see it. */
export interface ScriptToken {
  readonly term: string;
  readonly position: number;
  readonly positionIncrement: number;
  readonly positionLength: number;
  readonly startOffset: number;
  readonly endOffset: number;
  readonly type: string;
  readonly keyword: boolean;
}

export type TokenPredicate = (token: ScriptToken) => boolean;

/** Compiles the script of a filter. Throws script_exception. */
export type PredicateCompiler = (source: string, lang: string) => TokenPredicate;

/** What `_analyze` knows besides the registry. */
export interface AnalyzeContext {
  /** null: a request without an index, which sees only what is built in. */
  readonly index: string | null;
  /** The analyzer of a field, or null when there is no such field or it is not analysed. */
  readonly fieldAnalyzer: (field: string) => string | null;
  /** `index.analyze.max_token_count` */
  readonly maxTokenCount: number;
}

/** The analyzers, normalizers and parts of one index: built-in ones and those of its settings. */
export interface AnalysisRegistry {
  /** Throws illegal_argument_exception `failed to find analyzer [x]`. */
  analyzer(name: string): Analyzer;
  hasAnalyzer(name: string): boolean;
  /** Normalizers yield one term. */
  normalizer(name: string): (text: string) => string;
  hasNormalizer(name: string): boolean;
  /** Answers the body of an `_analyze` request. Throws in the original's words. */
  analyze(body: JsonObject, context: AnalyzeContext): JsonObject;
}
