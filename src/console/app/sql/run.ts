import { signal } from '@preact/signals';
import { labelOf, readPage, refusalIn } from '../../../answers/index.ts';
import { type LanguageName, languages } from '../../../statement/index.ts';
import { type Answer, ApiError, call, isAbort, request } from '../lib/api.ts';
import { elapsedMs, nowMs } from '../lib/clock.ts';
import { recall, remember } from '../lib/storage.ts';
import type { GridColumn } from '../ui/Grid.tsx';
import { recordPast } from './history.ts';

/** The workbench's state: one statement at a time, what it answered, and what became of it. */

export interface Result {
  readonly columns: readonly GridColumn[];
  readonly rows: readonly (readonly unknown[])[];
  readonly total: number;
  /** More rows can be asked for. */
  readonly cursor: string | null;
  readonly warnings: readonly string[];
}

/** Of the first page, as the browser measured it. */
export interface Timing {
  readonly waitedMs: number;
  readonly transferMs: number;
  readonly parsedMs: number;
  readonly tookMs: number;
  readonly sizeBytes: number;
}

export interface Run {
  readonly sql: string;
  readonly language: LanguageName;
  readonly state: 'running' | 'done' | 'failed';
  readonly result: Result | null;
  readonly error: unknown;
  readonly timing: Timing | null;
}

/** Of the editor. */
export const language = signal<LanguageName>(recall<LanguageName>('language', 'sql'));
export const draft = signal<string>(recall(draftKey(), ''));
export const run = signal<Run | null>(null);

let controller: AbortController | null = null;

/** The key of the saved draft: one per language. */
function draftKey(): string {
  return language.value === 'sql' ? 'draft' : `draft.${language.value}`;
}

export function setDraft(sql: string): void {
  draft.value = sql;
  remember(draftKey(), sql);
}

export function setLanguage(chosen: LanguageName): void {
  if (chosen === language.value) return;
  language.value = chosen;
  remember('language', chosen);
  draft.value = recall(draftKey(), '');
}

/** Puts a statement into the editor, and the editor to its language. */
export function putBack(sql: string, chosen: LanguageName): void {
  setLanguage(chosen);
  setDraft(sql);
}

export async function runStatement(sql: string): Promise<void> {
  controller?.abort();
  const own = new AbortController();
  controller = own;
  const { path, name } = languages[language.value];
  const base = { sql, language: name };
  run.value = { ...base, state: 'running', result: null, error: null, timing: null };
  const began = elapsedMs();
  try {
    performance.clearResourceTimings();
    const answer = await request<unknown>('POST', path, { query: sql }, { signal: own.signal });
    const timing = timingOf(path, began, answer.sizeBytes);
    const result = resultOf(answer);
    run.value = { ...base, state: 'done', result, error: null, timing };
    recordPast({ ...base, timeMs: nowMs(), tookMs: timing.tookMs, rows: result.total });
  } catch (error) {
    if (isAbort(error)) {
      if (controller === own) run.value = null;
      return;
    }
    run.value = { ...base, state: 'failed', result: null, error, timing: null };
    recordPast({ ...base, timeMs: nowMs(), tookMs: elapsedMs() - began, rows: null });
  }
}

export function stopStatement(): void {
  controller?.abort();
}

function resultOf({ value, warnings }: Answer<unknown>): Result {
  // The original refuses some statements with status 200.
  const refusal = refusalIn(200, value);
  if (refusal) throw new ApiError(200, refusal.type, refusal.reason, refusal.message);
  const { columns, rows, total, cursor } = readPage(value);
  const named = columns.map((column) => ({ name: labelOf(column), type: column.type }));
  return { columns: named, rows, total, cursor, warnings };
}

/** The browser's own figures where it has them: of the request, not of this page's scripts. */
function timingOf(path: string, began: number, sizeBytes: number): Timing {
  const tookMs = elapsedMs() - began;
  const entry = performance.getEntriesByName(location.origin + path).at(-1);
  if (!(entry instanceof PerformanceResourceTiming) || entry.responseStart === 0) {
    return { waitedMs: tookMs, transferMs: 0, parsedMs: 0, tookMs, sizeBytes };
  }
  const waitedMs = entry.responseStart - entry.startTime;
  const transferMs = entry.responseEnd - entry.responseStart;
  return { waitedMs, transferMs, parsedMs: Math.max(0, tookMs - waitedMs - transferMs), tookMs, sizeBytes };
}

/** Asks for the next page; the rows are put to those that are there. */
export async function fetchMore(signal?: AbortSignal): Promise<void> {
  const current = run.value;
  if (!current?.result?.cursor) return;
  const { cursor } = current.result;
  const answer = await call<unknown>('POST', languages[current.language].path, { cursor }, { signal });
  if (run.value !== current) return;
  const { result } = current;
  const page = readPage(answer);
  run.value = {
    ...current,
    result: { ...result, rows: [...result.rows, ...page.rows], cursor: page.cursor },
  };
}
