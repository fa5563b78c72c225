import { refusalOf, warningsOf } from '../../../answers/index.ts';
import { PLACE_HEADER } from '../../../statement/index.ts';
import { parseJson, printJson } from './json.ts';

/** What the server says when it refuses. `message` is its own words. */
export class ApiError extends Error {
  /** HTTP status; 0 when nothing answered. */
  readonly status: number;
  /** `SemanticCheckException`, `index_not_found_exception`, … */
  readonly type: string;
  /** The short form, when there is a longer one in `message`. */
  readonly reason: string;
  /** Where in a statement it is, as the server's header says. */
  readonly place: string | null;

  constructor(status: number, type: string, reason: string, message: string, place: string | null = null) {
    super(message);
    this.place = place;
    this.status = status;
    this.type = type;
    this.reason = reason;
  }
}

interface CallOptions {
  readonly signal?: AbortSignal;
  /** A body of text is sent as it is, as this type. */
  readonly contentType?: string;
}

export interface Answer<T> {
  readonly value: T;
  readonly sizeBytes: number;
  /** Texts of the `Warning` header. */
  readonly warnings: readonly string[];
}

/** Throws ApiError for everything but 2xx, and what fetch throws for an aborted call. */
export async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  options?: CallOptions,
): Promise<T> {
  return (await request<T>(method, path, body, options)).value;
}

export async function request<T>(
  method: string,
  path: string,
  body?: unknown,
  { signal, contentType = 'application/json' }: CallOptions = {},
): Promise<Answer<T>> {
  const init: RequestInit = { method, signal };
  if (body !== undefined) {
    init.body = typeof body === 'string' ? body : printJson(body);
    init.headers = { 'content-type': contentType };
  }
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, 'unreachable', '', 'The server does not answer. Is it still running?');
  }
  const text = await response.text();
  const value = readBody(text);
  if (!response.ok) throw errorOf(response.status, value, response.headers.get(PLACE_HEADER));
  return { value: value as T, sizeBytes: text.length, warnings: warningsOf(response.headers.get('warning')) };
}

/** Some answers are text: explanations of statements that are no search, cat tables. */
function readBody(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

function errorOf(status: number, body: unknown, place: string | null): ApiError {
  const { type, reason, message } = refusalOf(status, body);
  return new ApiError(status, type, reason, message, place);
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** An index name or an id as one segment of a path. */
export function segment(name: string): string {
  return encodeURIComponent(name);
}
