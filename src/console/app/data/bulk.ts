import { type BulkAnswer, bulkRefusals } from '../../../answers/index.ts';
import { bulkLine } from '../../../documents/index.ts';
import { call, segment } from '../lib/api.ts';
import type { UploadDocument } from './readFile.ts';

/** One request takes so much; progress is shown and cancelling is heard between two. */
const BATCH_BYTES = 2_000_000;
const BATCH_DOCUMENTS = 2000;

export interface UploadProgress {
  readonly done: number;
  readonly failed: number;
  /** What the server said of the first that it refused. */
  readonly firstError: string | null;
}

/** Sends documents in batches and refreshes at the end. Throws what a batch as a whole is refused with. */
export async function upload(
  index: string,
  documents: readonly UploadDocument[],
  onProgress: (progress: UploadProgress) => void,
  signal: AbortSignal,
): Promise<UploadProgress> {
  let progress: UploadProgress = { done: 0, failed: 0, firstError: null };
  for (const { lines, size } of batches(documents)) {
    const path = `/${segment(index)}/_bulk`;
    const answer = await call<BulkAnswer>('POST', path, lines, {
      signal,
      contentType: 'application/x-ndjson',
    });
    const refusals = bulkRefusals(answer);
    progress = {
      done: progress.done + size,
      failed: progress.failed + refusals.length,
      firstError: progress.firstError ?? refusals[0]?.reason ?? null,
    };
    onProgress(progress);
  }
  await call('POST', `/${segment(index)}/_refresh`);
  return progress;
}

function* batches(documents: readonly UploadDocument[]): Generator<{ lines: string; size: number }> {
  let lines: string[] = [];
  let bytes = 0;
  for (const document of documents) {
    const line = bulkLine(document, document.text);
    lines.push(line);
    bytes += line.length;
    if (lines.length < BATCH_DOCUMENTS && bytes < BATCH_BYTES) continue;
    yield { lines: lines.join(''), size: lines.length };
    lines = [];
    bytes = 0;
  }
  if (lines.length > 0) yield { lines: lines.join(''), size: lines.length };
}
