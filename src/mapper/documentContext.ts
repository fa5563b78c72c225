import type { ExactJsonValue } from '../common/index.ts';
import { OpenSearchError } from '../common/index.ts';
import type { LuceneDocumentBuilder } from './luceneDocument.ts';
import { SourceLocator, type SourcePath, sourceSuffix, tokenLocation } from './sourceLocation.ts';

/**
 * Thrown by a field that has read beyond its first value: the message previews the parser's current value.
 */
export class PreviewedError extends Error {
  override readonly cause: OpenSearchError;
  readonly preview: string;
  constructor(cause: OpenSearchError, preview: string) {
    super(cause.message);
    this.cause = cause;
    this.preview = preview;
  }
}

/** Runs `run`; errors show this preview. */
export function previewing<T>(preview: () => string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof OpenSearchError ? new PreviewedError(error, preview()) : error;
  }
}

const NONE: ReadonlySet<string> = new Set();

/** The state of parsing one document: the position in the source, and the Lucene documents created so far. */
export class DocumentContext {
  readonly id: string;
  readonly routing: string | null;
  readonly text: string;
  /** Member names and array indexes of the current value; only the first `depth` are valid. */
  readonly steps: (string | number)[];
  depth = 0;
  doc: LuceneDocumentBuilder;
  readonly root: LuceneDocumentBuilder;
  readonly children: LuceneDocumentBuilder[] = [];
  #ignored: Set<string> | null = null;
  #lazyLocator: SourceLocator | null = null;
  withinCopyTo = false;
  /** A term that is too long: found while indexing, but reported after the whole document is read. */
  indexingError: OpenSearchError | null = null;

  /** `steps` may be shared by documents that are parsed one after the other. */
  constructor(
    id: string,
    text: string,
    root: LuceneDocumentBuilder,
    routing: string | null = null,
    steps: (string | number)[] = [],
  ) {
    this.steps = steps;
    this.id = id;
    this.routing = routing;
    this.text = text;
    this.doc = root;
    this.root = root;
  }

  /** Fields whose malformed values were ignored; rarely any. */
  get ignored(): ReadonlySet<string> {
    return this.#ignored ?? NONE;
  }

  ignore(fieldName: string): void {
    this.#ignored ??= new Set();
    this.#ignored.add(fieldName);
  }

  get #locator(): SourceLocator {
    this.#lazyLocator ??= new SourceLocator(this.text);
    return this.#lazyLocator;
  }

  get path(): SourcePath {
    return this.steps.slice(0, this.depth);
  }

  /** The current value as written in the source: `1.0`, `1e3`. */
  rawText(): string {
    return this.#locator.rawText(this.path);
  }

  exactValue(below: SourcePath = []): ExactJsonValue {
    return this.#locator.exactValue([...this.path, ...below]);
  }

  /**
   * Reads the current value, or one below it, as a string: numbers as written in the source. Throws for objects and
   * arrays.
   */
  textOf(value: unknown, below: SourcePath = []): string {
    if (typeof value === 'string') return value;
    if (typeof value === 'boolean') return String(value);
    if (typeof value === 'object') {
      const token = Array.isArray(value) ? 'START_ARRAY' : 'START_OBJECT';
      const at = tokenLocation(this.text, this.#locator.locate([...this.path, ...below]).start);
      throw new OpenSearchError('illegal_state_exception', `Can't get text on a ${token} at ${at}`, {
        status: 400,
      });
    }
    return this.#locator.rawText([...this.path, ...below]);
  }

  /** Jackson's error for a token that is not a number (or boolean), with its place in the source. */
  tokenError(value: unknown, wording: (token: string) => string, below: SourcePath = []): OpenSearchError {
    const { start, end } = this.#locator.locate([...this.path, ...below]);
    const position = typeof value === 'object' && value !== null ? start + 1 : end;
    const reason = wording(tokenName(value, this.text.slice(start, end)));
    return new OpenSearchError('json_parse_exception', reason + sourceSuffix(this.text, position));
  }

  /** A `json_parse_exception` after this many characters of the current text. */
  errorWithin(reason: string, characters: number): OpenSearchError {
    const { start } = this.#locator.locate(this.path);
    return new OpenSearchError(
      'json_parse_exception',
      reason + sourceSuffix(this.text, start + 1 + characters),
    );
  }

  /** A `parsing_exception` at a value. */
  parsingError(reason: string, below: SourcePath = []): OpenSearchError {
    const { start } = this.#locator.locate([...this.path, ...below]);
    const [line, col] = tokenLocation(this.text, start).split(':').map(Number);
    return new OpenSearchError('parsing_exception', reason, { metadata: { line, col } });
  }

  notNumeric(value: unknown, below: SourcePath = []): OpenSearchError {
    return this.tokenError(
      value,
      (token) => `Current token (${token}) not numeric, can not use numeric value accessors`,
      below,
    );
  }

  /** A `parsing_exception` at the end of an array that lacks a number. */
  endOfArray(): OpenSearchError {
    const { end } = this.#locator.locate(this.path);
    const reason = 'Current token (END_ARRAY) not numeric, can not use numeric value accessors';
    return new OpenSearchError('json_parse_exception', reason + sourceSuffix(this.text, end));
  }

  /** `Numeric value (3000000000) out of range of int (…)`. */
  outOfRange(range: string): OpenSearchError {
    const { start, end } = this.#locator.locate(this.path);
    const reason = `Numeric value (${this.text.slice(start, end)}) out of range of ${range}`;
    return new OpenSearchError('input_coercion_exception', reason + sourceSuffix(this.text, end));
  }
}

function tokenName(value: unknown, raw: string): string {
  if (value === null) return 'VALUE_NULL';
  if (value === true) return 'VALUE_TRUE';
  if (value === false) return 'VALUE_FALSE';
  if (typeof value === 'string') return 'VALUE_STRING';
  if (Array.isArray(value)) return 'START_ARRAY';
  if (typeof value === 'object') return 'START_OBJECT';
  return /[.eE]/.test(raw) ? 'VALUE_NUMBER_FLOAT' : 'VALUE_NUMBER_INT';
}
