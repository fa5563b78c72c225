import type { JsonObject } from '../common/index.ts';
import { demand, type Send } from './types.ts';

/** A document and its destination; `id` is `null` if the server is to generate one. */
export interface LoadedDocument {
  readonly id: string | null;
  readonly source: JsonObject | string;
  readonly routing?: string;
}

export interface LoadFigures {
  readonly documents: number;
  readonly bytes: number;
  /** Number of refused documents; the first few are listed with reasons. */
  readonly failed: number;
  readonly failures: readonly string[];
}

export interface LoadOptions<D extends LoadedDocument = LoadedDocument> {
  readonly index: string;
  /** Called after every bulk request. */
  readonly onProgress?: (figures: LoadFigures) => void;
  /** Called for each document that the server refuses, with the reason. */
  readonly onRefused?: (document: D, reason: string) => void;
  readonly batchBytes?: number;
}

type Figures = { documents: number; bytes: number; failed: number; failures: string[] };

interface BulkAnswer {
  readonly errors: boolean;
  readonly items: readonly Readonly<Record<string, BulkItem>>[];
}

interface BulkItem {
  readonly _id: string | null;
  readonly error?: BulkError;
}

interface BulkError {
  readonly type: string;
  readonly reason: string;
  readonly caused_by?: { readonly reason?: string };
}

const BATCH_BYTES = 4 * 1024 * 1024;
const FAILURES_KEPT = 5;

/** Sends documents in consecutive bulk requests; holds one batch in memory. Throws TransferError. */
export async function loadDocuments<D extends LoadedDocument>(
  send: Send,
  documents: Iterable<D> | AsyncIterable<D>,
  options: LoadOptions<D>,
): Promise<LoadFigures> {
  const { batchBytes = BATCH_BYTES } = options;
  const figures: Figures = { documents: 0, bytes: 0, failed: 0, failures: [] };
  let batch: D[] = [];
  let lines: string[] = [];
  let waitingBytes = 0;
  const flush = async (): Promise<void> => {
    if (lines.length === 0) return;
    const answer = await sendBulk(send, options.index, lines.join(''));
    figures.documents += lines.length;
    figures.bytes += waitingBytes;
    if (answer.errors) countFailures(answer, batch, figures, options);
    [batch, lines, waitingBytes] = [[], [], 0];
    options.onProgress?.(figures);
  };
  for await (const document of documents) {
    const line = bulkLines(document);
    batch.push(document);
    lines.push(line);
    waitingBytes += line.length;
    if (waitingBytes >= batchBytes) await flush();
  }
  await flush();
  return figures;
}

function sendBulk(send: Send, index: string, body: string): Promise<BulkAnswer> {
  const path = `/${encodeURIComponent(index)}/_bulk?filter_path=errors,items.*._id,items.*.error`;
  return demand(send, 'a bulk request', { method: 'POST', path, body, contentType: 'application/x-ndjson' });
}

function bulkLines({ id, source, routing }: LoadedDocument): string {
  const action = {
    index: { ...(id === null ? {} : { _id: id }), ...(routing === undefined ? {} : { routing }) },
  };
  return `${JSON.stringify(action)}\n${typeof source === 'string' ? source : JSON.stringify(source)}\n`;
}

function countFailures<D extends LoadedDocument>(
  answer: BulkAnswer,
  batch: readonly D[],
  figures: Figures,
  { onRefused }: LoadOptions<D>,
): void {
  for (const [i, item] of answer.items.entries()) {
    const { _id, error } = Object.values(item)[0];
    if (!error) continue;
    const cause = error.caused_by?.reason;
    const reason = `${error.type}: ${error.reason}${cause ? ` (${cause})` : ''}`;
    onRefused?.(batch[i], reason);
    figures.failed++;
    if (figures.failures.length < FAILURES_KEPT) figures.failures.push(`[${_id}] ${reason}`);
  }
}
