/** A request and its answer, as `rockpool record` stores them: one JSON object per line. */
export interface Exchange {
  /** Numbered in the order of arrival. */
  readonly seq: number;
  /** ISO 8601. */
  readonly time: string;
  readonly method: string;
  /** Includes the query string. */
  readonly path: string;
  readonly contentType: string | null;
  readonly body: string;
  readonly status: number;
  readonly answerType: string | null;
  readonly answer: string;
  readonly tookMs: number;
  /** A body was too large to be recorded, so the request cannot be replayed. */
  readonly cut?: true;
}

/** Throws an Error that names the line if it is not an exchange. */
export function parseExchange(line: string, lineNumber: number): Exchange {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Error(`line ${lineNumber} is not JSON`);
  }
  const { method, path, status, answer } = (value ?? {}) as Partial<Exchange>;
  const isExchange =
    typeof method === 'string' &&
    typeof path === 'string' &&
    typeof status === 'number' &&
    typeof answer === 'string';
  if (!isExchange) throw new Error(`line ${lineNumber} is not a request with its response`);
  return value as Exchange;
}
