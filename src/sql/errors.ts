import type { OpenSearchError } from '../common/index.ts';
import type { Span } from './types.ts';

/**
 * An error of the SQL plugin in its own format: `{"error":{"reason","details","type"},"status"}`. The types
 * are the original's Java class names. The HTTP status and the status in the body are separate because the
 * original sends an HTTP 400 with a body that says 404 (recorded).
 */

export type SqlErrorType =
  | 'ArithmeticException'
  | 'ArrayIndexOutOfBoundsException'
  | 'IndexOutOfBoundsException'
  | 'ClassCastException'
  | 'DateTimeException'
  | 'EOFParserException'
  | 'ExpressionEvaluationException'
  | 'IllegalAccessException'
  | 'IllegalArgumentException'
  | 'IllegalStateException'
  | 'IndexNotFoundException'
  | 'InvalidIndexNameException'
  | 'JSONException'
  | 'XContentParseException'
  | 'NullPointerException'
  | 'NumberFormatException'
  | 'ParserException'
  | 'PatternSyntaxException'
  | 'RuntimeException'
  | 'SearchPhaseExecutionException'
  | 'SemanticAnalysisException'
  | 'SemanticCheckException'
  | 'SqlFeatureNotImplementedException'
  | 'SQLFeatureDisabledException'
  | 'SQLFeatureNotSupportedException'
  | 'SqlParseException'
  | 'SyntaxAnalysisException'
  | 'SyntaxCheckException'
  | 'UnsupportedOperationException'
  | 'VerificationException';

export interface SqlErrorOptions {
  /** Default 400. */
  readonly httpStatus?: number;
  /** Default: the HTTP status. */
  readonly bodyStatus?: number;
  /** Default: `Invalid SQL query` for 400, `There was internal problem at backend` otherwise. */
  readonly reason?: string;
}

/** The reason of every error about the SQL itself. */
export const INVALID_SQL = 'Invalid SQL query';

export class SqlError extends Error {
  readonly type: SqlErrorType;
  readonly reason: string;
  readonly httpStatus: number;
  readonly bodyStatus: number;
  #place: Span | null = null;

  constructor(type: SqlErrorType, details: string, options: SqlErrorOptions = {}) {
    super(details);
    this.name = 'SqlError';
    this.type = type;
    this.httpStatus = options.httpStatus ?? 400;
    this.bodyStatus = options.bodyStatus ?? this.httpStatus;
    this.reason =
      options.reason ?? (this.httpStatus === 400 ? INVALID_SQL : 'There was internal problem at backend');
  }

  get details(): string {
    return this.message;
  }

  /** The place in the statement; null when there is none in particular. */
  get place(): Span | null {
    return this.#place;
  }

  /** Keeps the first place: it is the innermost one around the error. */
  at({ start, end }: Span): this {
    this.#place ??= { start, end };
    return this;
  }
}

/** An error of the original for a statement that Rockpool answers anyway, unless `rockpool.strict` is set. */
export class AnswerableRefusal extends SqlError {
  constructor(refusal: SqlError) {
    super(refusal.type, refusal.details, refusal);
    if (refusal.place !== null) this.at(refusal.place);
  }
}

/** Adds the place of the node being read to errors. */
export function located<T>(node: { readonly span: Span }, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof SqlError ? error.at(node.span) : error;
  }
}

/**
 * The cluster behind SQL is unavailable: reported in the engine's format, with its status 401, 502 or 504.
 */
export function isOutage({ status }: OpenSearchError): boolean {
  return status === 401 || status === 502 || status === 504;
}

/** Names that cannot be resolved, or clauses that do not fit together. */
export function semanticError(details: string): SqlError {
  return new SqlError('SemanticCheckException', details);
}

/** Arguments that match no overload, or values that an expression cannot take. */
export function evaluationError(details: string): SqlError {
  return new SqlError('ExpressionEvaluationException', details);
}

/** Names that the legacy engine cannot assign to a table. */
export function verificationError(details: string): SqlError {
  const text =
    `org.opensearch.sql.legacy.rewriter.matchtoterm.VerificationException: ${details}\n` +
    'For more details, please send request for Json format to see the raw response from OpenSearch engine.';
  const reason = `Error occurred in OpenSearch engine: ${details}`;
  return new SqlError('VerificationException', text, { reason });
}

/** HTTP 400 with `"status": 404` in the body, as recorded. */
export function indexNotFound(index: string, httpStatus = 400): SqlError {
  const details =
    `org.opensearch.index.IndexNotFoundException: no such index [${index}]\n` +
    'For more details, please send request for Json format to see the raw response from OpenSearch engine.';
  const reason = `Error occurred in OpenSearch engine: no such index [${index}]`;
  return new SqlError('IndexNotFoundException', details, { httpStatus, bodyStatus: 404, reason });
}
