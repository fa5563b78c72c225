import type { JsonObject, Steps } from '../common/index.ts';

/**
 * A token. Offsets are UTF-16 indices into the original text; position increments are already added up in
 * `position`.
 */
export interface Token {
  readonly term: string;
  readonly position: number;
  readonly startOffset: number;
  readonly endOffset: number;
  /** `<ALPHANUM>`, `<NUM>`, `word`, `SYNONYM`, … */
  readonly type: string;
  readonly positionLength?: number;
  /** Whether stemmers must leave it unchanged; absent if no filter uses the attribute. */
  readonly keyword?: boolean;
  /** Absent if no filter sets payloads. */
  readonly payload?: Uint8Array | null;
}

/** Receives the terms of a field's values while indexing: parallel arrays, one value after the other. */
export interface TermSink {
  readonly terms: string[];
  readonly positions: number[];
  /** The position of the last token; -1 before the first. */
  position: number;
  /** Number of tokens that advanced the position; overlapping ones (synonyms, n-grams) do not count. */
  length: number;
}

export interface Analyzer {
  readonly name: string;
  /** The position gap between the values of a multi-valued text field, 100 by default. */
  readonly positionIncrementGap: number;
  tokenize(text: string): readonly Token[];
  /** Like `tokenize`, in steps; long texts are split into pieces if the chain allows it. */
  tokenizeInSteps(text: string): Steps<readonly Token[]>;
  /** Normalises characters as in terms, for parts of words that are not tokenized. */
  normalize(text: string): string;
  /** Appends the terms of one value, without offsets and types; on the hot path of indexing. */
  collectTerms(text: string, sink: TermSink): void;
}

/** A token as seen by scripts of filters. */
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

/** What `_analyze` needs besides the registry. */
export interface AnalyzeContext {
  /** `null` for a request without an index, which can only use built-in components. */
  readonly index: string | null;
  /** The analyzer of a field; `null` if there is no such field or it is not analysed. */
  readonly fieldAnalyzer: (field: string) => string | null;
  /** `index.analyze.max_token_count`. */
  readonly maxTokenCount: number;
}

/** The analyzers, normalizers and components of one index: built-in ones and those of its settings. */
export interface AnalysisRegistry {
  /** Throws illegal_argument_exception `failed to find analyzer [x]`. */
  analyzer(name: string): Analyzer;
  hasAnalyzer(name: string): boolean;
  /** Normalizers return a single term. */
  normalizer(name: string): (text: string) => string;
  hasNormalizer(name: string): boolean;
  /** Answers an `_analyze` request. Throws in the original's words. */
  analyze(body: JsonObject, context: AnalyzeContext): JsonObject;
}
