/** A request and its answer, as `rockpool record` keeps them: one JSON object a line. */
export interface Exchange {
  /** In the order in which requests came. */
  readonly seq: number;
  /** When, as ISO 8601. */
  readonly time: string;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly contentType: string | null;
  readonly body: string;
  readonly status: number;
  readonly answerType: string | null;
  readonly answer: string;
  readonly tookMs: number;
  /** A body was too large to be kept: it cannot be replayed. */
  readonly cut?: true;
}

/** Throws an Error that names the line for what is no exchange. */
export function parseExchange(line: string, lineNumber: number): Exchange {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Error(`line ${lineNumber} is no JSON`);
  }
  const { method, path, status, answer } = (value ?? {}) as Partial<Exchange>;
  const isExchange =
    typeof method === 'string' &&
    typeof path === 'string' &&
    typeof status === 'number' &&
    typeof answer === 'string';
  if (!isExchange) throw new Error(`line ${lineNumber} is no request with its answer`);
  return value as Exchange;
}
