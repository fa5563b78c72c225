/** The error of a failed request. */
export interface Refusal {
  /** `SemanticCheckException`, `index_not_found_exception`, …; `error` if the server gives none. */
  readonly type: string;
  /** The short form if `message` has a longer one; otherwise empty. */
  readonly reason: string;
  /** The server's message, or its status if there is none. */
  readonly message: string;
}

interface ErrorBody {
  readonly error?: unknown;
}

interface ErrorObject {
  readonly type?: unknown;
  readonly reason?: unknown;
  readonly details?: unknown;
}

/** Proxies may answer with whole pages; longer text is not used as a message. */
const LONGEST_TEXT = 500;

/** Extracts the error from the body of a failed request: an object, a string, or text that is not JSON. */
export function refusalOf(status: number, body: unknown): Refusal {
  const error = typeof body === 'object' && body !== null ? (body as ErrorBody).error : body;
  if (typeof error === 'object' && error !== null) {
    const { type, reason, details } = error as ErrorObject;
    const [short, long] = [textOf(reason), textOf(details)];
    return {
      type: textOf(type) || 'error',
      reason: long === '' ? '' : short,
      message: long || short || wordless(status),
    };
  }
  const text = typeof error === 'string' ? error.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT) : '';
  return { type: 'error', reason: '', message: text || wordless(status) };
}

/** Extracts the error from the text of a failed request. */
export function refusalOfText(status: number, text: string): Refusal {
  try {
    return refusalOf(status, JSON.parse(text));
  } catch {
    return refusalOf(status, text);
  }
}

function wordless(status: number): string {
  return `the server answered with status ${status}`;
}

/** The error in a response; `null` if it succeeded. Statements may fail with status 200 too. */
export function refusalIn(status: number, body: unknown): Refusal | null {
  const isRefused = status > 299 || (isRecord(body) && isRecord(body.error) && body.datarows === undefined);
  return isRefused ? refusalOf(status, body) : null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}
