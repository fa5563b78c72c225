import { computed, signal } from '@preact/signals';
import { labelOf, readPage, refusalIn } from '../../../answers/index.ts';
import { type LanguageName, languages } from '../../../statement/index.ts';
import { type Answer, ApiError, call, isAbort, request } from '../lib/api.ts';
import { elapsedMs, nowMs } from '../lib/clock.ts';
import type { GridColumn } from '../ui/Grid.tsx';
import { catalog } from './catalog.ts';
import { mappingOrder, sourceOf, takesAll } from './columnOrder.ts';
import { recordPast } from './history.ts';
import { language, tabId } from './tabs.ts';

/** Runs of statements: what each answered, and what became of it. */

export interface Result {
  readonly columns: readonly GridColumn[];
  readonly rows: readonly (readonly unknown[])[];
  readonly total: number;
  /** More rows can be asked for. */
  readonly cursor: string | null;
  readonly warnings: readonly string[];
  /** Where the columns of the server's answer go; null: they stay. */
  readonly order: readonly number[] | null;
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

/** By tab: each goes on with its own when another is looked at. */
const runs = signal<ReadonlyMap<number, Run>>(new Map());
const controllers = new Map<number, AbortController>();

/** Of the tab that is looked at. */
export const run = computed(() => runs.value.get(tabId.value) ?? null);

function keep(id: number, next: Run | null): void {
  const kept = new Map(runs.value);
  if (next === null) kept.delete(id);
  else kept.set(id, next);
  runs.value = kept;
}

export async function runStatement(sql: string): Promise<void> {
  const id = tabId.value;
  controllers.get(id)?.abort();
  const own = new AbortController();
  controllers.set(id, own);
  const { path, name } = languages[language.value];
  const base = { sql, language: name };
  keep(id, { ...base, state: 'running', result: null, error: null, timing: null });
  const began = elapsedMs();
  try {
    performance.clearResourceTimings();
    const answer = await request<unknown>('POST', path, { query: sql }, { signal: own.signal });
    const timing = timingOf(path, began, answer.sizeBytes);
    const result = resultOf(answer, base);
    keep(id, { ...base, state: 'done', result, error: null, timing });
    recordPast({ ...base, timeMs: nowMs(), tookMs: timing.tookMs, rows: result.total });
  } catch (error) {
    if (isAbort(error)) {
      if (controllers.get(id) === own) keep(id, null);
      return;
    }
    keep(id, { ...base, state: 'failed', result: null, error, timing: null });
    recordPast({ ...base, timeMs: nowMs(), tookMs: elapsedMs() - began, rows: null });
  }
}

export function stopStatement(): void {
  controllers.get(tabId.value)?.abort();
}

/** Stops what runs in a tab that is closed, and forgets what it answered. */
export function closeRun(): void {
  stopStatement();
  keep(tabId.value, null);
}

function resultOf({ value, warnings }: Answer<unknown>, asked: Pick<Run, 'sql' | 'language'>): Result {
  // The original refuses some statements with status 200.
  const refusal = refusalIn(200, value);
  if (refusal) throw new ApiError(200, refusal.type, refusal.reason, refusal.message);
  const { columns, rows, total, cursor } = readPage(value);
  const named = columns.map((column) => ({ name: labelOf(column), type: column.type }));
  const order = orderOf(named, asked);
  return { columns: inOrder(named, order), rows: rowsInOrder(rows, order), total, cursor, warnings, order };
}

/** Fields as the mapping has them, where the statement leaves their order to the engine. */
function orderOf(columns: readonly GridColumn[], { sql, language: of }: Pick<Run, 'sql' | 'language'>) {
  const fields = takesAll(sql, of) ? catalog.value.tables.get(sourceOf(sql)) : undefined;
  if (!fields) return null;
  const names = columns.map(({ name }) => name);
  return mappingOrder(
    names,
    fields.map(({ name }) => name),
  );
}

function inOrder<T>(values: readonly T[], order: readonly number[] | null): readonly T[] {
  return order === null ? values : order.map((i) => values[i]);
}

function rowsInOrder(rows: Result['rows'], order: readonly number[] | null): Result['rows'] {
  return order === null ? rows : rows.map((row) => inOrder(row, order));
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

/** Of a run as it is now: a cursor gives each page once, so two that ask at a time share the answer. */
const fetching = new WeakMap<Run, Promise<void>>();

/** Asks for the next page of a tab; the rows are put to those that are there. */
export async function fetchMore(id = tabId.value): Promise<void> {
  const current = runs.value.get(id);
  if (!current?.result?.cursor) return;
  const page = fetching.get(current) ?? fetchPage(id, current, current.result);
  fetching.set(current, page);
  try {
    await page;
  } finally {
    fetching.delete(current);
  }
}

async function fetchPage(id: number, current: Run, result: Result): Promise<void> {
  const { cursor } = result;
  const page = readPage(await call<unknown>('POST', languages[current.language].path, { cursor }));
  if (runs.value.get(id) !== current) return;
  const rows = [...result.rows, ...rowsInOrder(page.rows, result.order)];
  keep(id, { ...current, result: { ...result, rows, cursor: page.cursor } });
}

/** Every page of the tab that is looked at, or as many as came until then; null: another statement runs there by now. */
export async function fetchAll(until?: AbortSignal): Promise<Result | null> {
  const id = tabId.value;
  const started = runs.value.get(id);
  const current = (): Run | undefined => runs.value.get(id);
  const isWanted = (): boolean => current()?.sql === started?.sql && !until?.aborted;
  while (isWanted() && current()?.result?.cursor) await fetchMore(id);
  return current()?.sql === started?.sql ? (current()?.result ?? null) : null;
}
