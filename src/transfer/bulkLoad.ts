import { type BulkAnswer, bulkRefusals } from '../answers/index.ts';
import type { JsonObject } from '../common/index.ts';
import { bulkLine } from '../documents/index.ts';
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
    countFailures(answer, batch, figures, options);
    [batch, lines, waitingBytes] = [[], [], 0];
    options.onProgress?.(figures);
  };
  for await (const document of documents) {
    const { id, routing = null, source } = document;
    const text = typeof source === 'string' ? source : JSON.stringify(source);
    const line = bulkLine({ id, routing }, text);
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

function countFailures<D extends LoadedDocument>(
  answer: BulkAnswer,
  batch: readonly D[],
  figures: Figures,
  { onRefused }: LoadOptions<D>,
): void {
  for (const { position, id, reason } of bulkRefusals(answer)) {
    onRefused?.(batch[position], reason);
    figures.failed++;
    if (figures.failures.length < FAILURES_KEPT) figures.failures.push(`[${id}] ${reason}`);
  }
}
