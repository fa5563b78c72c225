import { signal } from '@preact/signals';
import { ApiError, call, isAbort } from '../lib/api.ts';
import { nowMs } from '../lib/clock.ts';
import { recall, remember } from '../lib/storage.ts';
import { refreshCatalog, catalog as statements } from '../sql/catalog.ts';
import { type Api, apisOf, type OpenApi } from './apis.ts';
import type { PlainRequest } from './curl.ts';
import { type Bodies, NO_CATALOG, type RequestCatalog } from './proposals.ts';
import { type Answer, send } from './send.ts';
import { bodyOf, type SheetRequest, variablesAt } from './sheet.ts';
import { withValues } from './variables.ts';

/** The sheet, what was answered, and what was asked before. */

const FIRST_SHEET = `# Ctrl+Enter runs the request at the cursor.
GET /_cat/indices?v

GET /_search
{
  "query": { "match_all": {} },
  "size": 5
}
`;

export const sheet = signal<string>(recall('requests.sheet', FIRST_SHEET));

export function setSheet(text: string): void {
  sheet.value = text;
  remember('requests.sheet', text);
}

/** One request of a run: on its way, answered, or without an answer. */
export interface Asked {
  readonly request: SheetRequest;
  readonly answer: Answer | null;
  readonly error: ApiError | null;
}

export interface SheetRun {
  /** The sheet as it was. */
  readonly sheet: string;
  readonly asked: readonly Asked[];
  readonly isRunning: boolean;
}

export const sheetRun = signal<SheetRun | null>(null);

let controller: AbortController | null = null;

/** One after the other; a later run takes the place of this one. */
export async function runRequests(requests: readonly SheetRequest[], text: string): Promise<void> {
  controller?.abort();
  const own = new AbortController();
  controller = own;
  const asked: Asked[] = [];
  sheetRun.value = { sheet: text, asked, isRunning: true };
  try {
    for (const request of requests) {
      const last = await ask(request, text, own.signal);
      asked.push(last);
      const isRunning = asked.length < requests.length;
      sheetRun.value = { sheet: text, asked: [...asked], isRunning };
    }
  } catch (error) {
    if (!isAbort(error)) throw error;
    if (controller === own)
      sheetRun.value = asked.length > 0 ? { sheet: text, asked, isRunning: false } : null;
  }
}

export function stopRequests(): void {
  controller?.abort();
}

async function ask(request: SheetRequest, text: string, signal: AbortSignal): Promise<Asked> {
  const body = bodyOf(text, request);
  try {
    const answer = await send(request, body, requestCatalog.value.apis, signal);
    const { method, path } = request;
    const { status, tookMs } = answer;
    recordSent({
      method,
      path,
      body: withValues(text.slice(request.lineEnd + 1, request.to), variablesAt(text, request.from)),
      status,
      tookMs,
      timeMs: nowMs(),
    });
    return { request, answer, error: null };
  } catch (error) {
    if (error instanceof ApiError) return { request, answer: null, error };
    throw error;
  }
}

/** The request as it would be sent, for other programs. */
export function plainRequest(request: SheetRequest, text: string): PlainRequest {
  const { text: body, isLines } = bodyOf(text, request);
  return { method: request.method, path: request.path, body, isLines };
}

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  /** As it stood in the sheet, with the values of variables. */
  readonly body: string;
  readonly status: number;
  readonly tookMs: number;
  readonly timeMs: number;
}

const KEPT = 100;
/** Longer bodies are forgotten: a browser keeps 5 MB for a page. */
const KEPT_BODY = 20_000;

/** Latest first. */
export const sent = signal<readonly SentRequest[]>(recall<readonly SentRequest[]>('requests.history', []));

function recordSent(entry: SentRequest): void {
  if (entry.body.length > KEPT_BODY) return;
  const others = sent.value.filter((old) => asText(old) !== asText(entry));
  sent.value = [entry, ...others].slice(0, KEPT);
  remember('requests.history', sent.value);
}

export function forgetSent(): void {
  sent.value = [];
  remember('requests.history', []);
}

export function asText({ method, path, body }: Pick<SentRequest, 'method' | 'path' | 'body'>): string {
  return body === '' ? `${method} ${path}` : `${method} ${path}\n${body}`;
}

export const requestCatalog = signal<RequestCatalog>(NO_CATALOG);

let language: Promise<readonly [readonly Api[], Bodies]> | null = null;

function askLanguage(): Promise<readonly [readonly Api[], Bodies]> {
  return Promise.all([
    call<OpenApi>('GET', '/_rockpool/openapi.json').then(apisOf),
    call<Bodies>('GET', '/_rockpool/bodies'),
  ]);
}

/** APIs are asked for once, indices every time. What one lacks the others need not wait for. */
export async function refreshRequestCatalog(): Promise<void> {
  language ??= askLanguage();
  const tables = refreshCatalog().then(() => {
    requestCatalog.value = { ...requestCatalog.value, tables: statements.value.tables };
  });
  try {
    const [apis, bodies] = await language;
    requestCatalog.value = { ...requestCatalog.value, apis, bodies };
  } catch (error) {
    language = null;
    throw error;
  } finally {
    await tables;
  }
}
