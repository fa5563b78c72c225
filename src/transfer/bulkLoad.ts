import type { JsonObject } from '../common/index.ts';
import { demand, type Send } from './types.ts';

/** A document and where it goes; `id` null: the server makes one. */
export interface LoadedDocument {
  readonly id: string | null;
  readonly source: JsonObject | string;
  readonly routing?: string;
}

export interface LoadFigures {
  readonly documents: number;
  readonly bytes: number;
  /** Documents that were refused, the first few with their reasons. */
  readonly failed: number;
  readonly failures: readonly string[];
}

export interface LoadOptions {
  readonly index: string;
  /** Called behind every bulk request. */
  readonly onProgress?: (figures: LoadFigures) => void;
  readonly batchBytes?: number;
}

interface BulkAnswer {
  readonly errors: boolean;
  readonly items: readonly Readonly<Record<string, BulkItem>>[];
}

interface BulkItem {
  readonly _id: string | null;
  readonly error?: { readonly type: string; readonly reason: string };
}

const BATCH_BYTES = 4 * 1024 * 1024;
const FAILURES_KEPT = 5;

/** Sends documents in bulk requests, one after the other; memory holds one batch. Throws TransferError. */
export async function loadDocuments(
  send: Send,
  documents: Iterable<LoadedDocument> | AsyncIterable<LoadedDocument>,
  { index, onProgress, batchBytes = BATCH_BYTES }: LoadOptions,
): Promise<LoadFigures> {
  const figures = { documents: 0, bytes: 0, failed: 0, failures: [] as string[] };
  let lines: string[] = [];
  let waitingBytes = 0;
  const flush = async (): Promise<void> => {
    if (lines.length === 0) return;
    const body = lines.join('');
    const path = `/${encodeURIComponent(index)}/_bulk?filter_path=errors,items.*._id,items.*.error`;
    const request = { method: 'POST', path, body, contentType: 'application/x-ndjson' } as const;
    const answer = await demand<BulkAnswer>(send, 'a bulk request', request);
    figures.documents += lines.length;
    figures.bytes += waitingBytes;
    if (answer.errors) countFailures(answer, figures);
    lines = [];
    waitingBytes = 0;
    onProgress?.(figures);
  };
  for await (const document of documents) {
    const line = bulkLines(document);
    lines.push(line);
    waitingBytes += line.length;
    if (waitingBytes >= batchBytes) await flush();
  }
  await flush();
  return figures;
}

function bulkLines({ id, source, routing }: LoadedDocument): string {
  const action = {
    index: { ...(id === null ? {} : { _id: id }), ...(routing === undefined ? {} : { routing }) },
  };
  return `${JSON.stringify(action)}\n${typeof source === 'string' ? source : JSON.stringify(source)}\n`;
}

function countFailures(answer: BulkAnswer, figures: { failed: number; failures: string[] }): void {
  for (const item of answer.items) {
    const { _id, error } = Object.values(item)[0];
    if (!error) continue;
    figures.failed++;
    if (figures.failures.length < FAILURES_KEPT)
      figures.failures.push(`[${_id}] ${error.type}: ${error.reason}`);
  }
}
