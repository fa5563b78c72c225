import { refusalOfText, warningsOf } from '../../../answers/index.ts';
import { ApiError, isAbort } from '../lib/api.ts';
import { elapsedMs } from '../lib/clock.ts';
import { type Api, apisAt } from './apis.ts';
import type { Body } from './sheet.ts';

/** What came back, as it came. */
export interface Answer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly statusText: string;
  readonly contentType: string;
  readonly text: string;
  readonly tookMs: number;
  readonly sizeBytes: number;
  readonly warnings: readonly string[];
  /** Something that was done otherwise than it stands in the sheet; empty: nothing. */
  readonly note: string;
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly note: string;
}

const AS_POST = 'Sent as POST: a browser sends no body with GET.';
const IN_ADDRESS = 'Sent with the body in the address (source): a browser sends no body with GET.';

/** Browsers refuse a body with GET: the API takes it by POST, or as the parameter `source`. */
export function sendable(
  apis: readonly Api[],
  { method, path }: { readonly method: string; readonly path: string },
  { text, isLines }: Body,
): Sent {
  if (text === '' || (method !== 'GET' && method !== 'HEAD')) return { method, path, note: '' };
  const takesPost = apis.length === 0 || apisAt(apis, path).some(({ methods }) => methods.has('POST'));
  if (method === 'GET' && takesPost) return { method: 'POST', path, note: AS_POST };
  const type = isLines ? 'application/x-ndjson' : 'application/json';
  const source = `source=${encodeURIComponent(text)}&source_content_type=${encodeURIComponent(type)}`;
  return { method, path: `${path}${path.includes('?') ? '&' : '?'}${source}`, note: IN_ADDRESS };
}

interface Asked {
  readonly method: string;
  readonly path: string;
}

/** Whatever the status is. Throws ApiError where nothing answers, and what fetch throws for an aborted call. */
export async function send(
  asked: Asked,
  body: Body,
  apis: readonly Api[],
  signal: AbortSignal,
): Promise<Answer> {
  const { method, path, note } = sendable(apis, asked, body);
  const init: RequestInit = { method, signal };
  if (body.text !== '' && method !== 'GET' && method !== 'HEAD') {
    init.body = body.text;
    init.headers = { 'content-type': body.isLines ? 'application/x-ndjson' : 'application/json' };
  }
  const began = elapsedMs();
  try {
    const response = await fetch(path, init);
    const bytes = await response.arrayBuffer();
    const tookMs = elapsedMs() - began;
    return {
      ...asked,
      status: response.status,
      statusText: response.statusText,
      contentType: response.headers.get('content-type') ?? '',
      text: new TextDecoder().decode(bytes),
      tookMs,
      sizeBytes: bytes.byteLength,
      warnings: warningsOf(response.headers.get('warning')),
      note,
    };
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new ApiError(0, 'unreachable', '', 'The server does not answer. Is it still running?');
  }
}

export interface RefusedPlace {
  /** In the server's words. */
  readonly message: string;
  /** Where in the body, from 1; null: it does not say. */
  readonly line: number | null;
  readonly column: number | null;
}

interface Cause {
  readonly reason?: string;
  readonly line?: number;
  readonly col?: number;
  readonly caused_by?: Cause;
}

/** Why the server refused, and where; null for an answer that is no refusal. */
export function refusedPlace({ status, text }: Pick<Answer, 'status' | 'text'>): RefusedPlace | null {
  if (status < 400) return null;
  const { message } = refusalOfText(status, text);
  try {
    const { error } = JSON.parse(text) as { readonly error?: Cause };
    return { message, ...placeOf(error ?? {}) };
  } catch {
    return { message, line: null, column: null };
  }
}

/** The innermost place that is told, as `line` and `col` or in front of a reason as `[3:12]`. */
function placeOf(cause: Cause): Pick<RefusedPlace, 'line' | 'column'> {
  const below = cause.caused_by ? placeOf(cause.caused_by) : { line: null, column: null };
  if (below.line !== null) return below;
  if (cause.line !== undefined && cause.col !== undefined) return { line: cause.line, column: cause.col };
  const [, line, column] =
    /\[(\d+):(\d+)\]|line: (\d+), column: (\d+)/
      .exec(cause.reason ?? '')
      ?.filter((part) => part !== undefined) ?? [];
  return line === undefined ? { line: null, column: null } : { line: Number(line), column: Number(column) };
}
