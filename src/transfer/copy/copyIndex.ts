import { type LoadedDocument, loadDocuments } from '../bulkLoad.ts';
import { demand, type Send } from '../types.ts';
import type { IndexDefinition } from './definition.ts';
import { type Differences, type Digest, differences, digestOf } from './digest.ts';
import { ensureIndex, finishIndex } from './makeIndex.ts';
import { documentsById, keyOf, type StoredDocument, storedDocuments } from './storedDocuments.ts';

export interface CopyOptions {
  readonly from: Send;
  readonly to: Send;
  /** Receives the number of documents compared so far and of those that had to be sent. */
  readonly onProgress?: (looked: number, sent: number) => void;
  /** Deletes documents that only the target has; otherwise they end the copy with an error. */
  readonly deleteExtra?: boolean;
  /** Documents read per request; by default as many as are small enough together. */
  readonly batchSize?: number;
}

export interface CopyReport {
  readonly index: string;
  readonly documents: number;
  readonly checksum: string;
  /** Whether the index was created. */
  readonly made: boolean;
  readonly sent: number;
  readonly deleted: number;
}

export interface Comparison {
  readonly same: boolean;
  readonly from: Digest;
  readonly to: Digest;
  readonly differences: Differences;
}

/** Maximum documents per batch, and the maximum size of a batch, estimated from the index's store size. */
const BATCH_SIZE = 1000;
const BATCH_BYTES = 8 * 1024 * 1024;
const NOTHING: Differences = { missing: [], changed: [], extra: [] };
const SHOWN = 5;

/** The target has documents that the source lacks, and `deleteExtra` is not set. */
export class ExtraDocumentsError extends Error {
  constructor(index: string, extra: readonly StoredDocument[]) {
    const [is, documents] = extra.length === 1 ? ['is', 'document'] : ['are', 'documents'];
    super(`[${index}] has ${extra.length} ${documents} there that ${is} not here (${shownIds(extra)})`);
    this.name = 'ExtraDocumentsError';
  }
}

/**
 * Copies an index, then reads both sides again to verify that they are equal. If the target index exists,
 * only the differences are sent, so an interrupted copy can be resumed. Throws TransferError,
 * ExtraDocumentsError, and an Error that names documents if the sides still differ at the end.
 */
export async function copyIndex(definition: IndexDefinition, options: CopyOptions): Promise<CopyReport> {
  const { to } = options;
  const { name } = definition;
  const made = await ensureIndex(to, definition);
  await refresh(options.from, name);
  let sent = await fill(name, made, options);
  let compared = await compareIndices(name, options);
  let deleted = 0;
  if (!compared.same) {
    // The rest was deleted in the source, or written while the copy was running.
    const { missing, changed, extra } = compared.differences;
    if (extra.length > 0 && !options.deleteExtra) throw new ExtraDocumentsError(name, extra);
    sent += await sendAll(to, name, [...missing, ...changed]);
    deleted = await deleteAll(to, name, extra);
    compared = await compareIndices(name, options);
  }
  if (!compared.same)
    throw new Error(`[${name}] differs between source and target: ${differenceWords(compared)}`);
  await finishIndex(to, definition);
  const { documents, checksum } = compared.to;
  return { index: name, documents, checksum, made, sent, deleted };
}

/** Compares everything written to both sides until now. Throws TransferError. */
export async function compareIndices(index: string, options: CopyOptions): Promise<Comparison> {
  const { from: source, to: target } = options;
  for (const side of [source, target]) await refresh(side, index);
  const batchSize = await batchSizeOf(index, options);
  const from = await digestOf(source, index, batchSize);
  const to = await digestOf(target, index, batchSize);
  const same = from.checksum === to.checksum;
  return {
    same,
    from,
    to,
    differences: same ? NOTHING : await differences(source, target, index, [from, to], batchSize),
  };
}

/** `3 documents differ (changed: a; missing: b, c)`. */
export function differenceWords({ differences: { missing, changed, extra } }: Comparison): string {
  const kinds = Object.entries({ missing, changed, extra }).filter(([, documents]) => documents.length > 0);
  const words = kinds.map(([kind, documents]) => `${kind}: ${shownIds(documents)}`);
  const count = missing.length + changed.length + extra.length;
  return `${count} ${count === 1 ? 'document differs' : 'documents differ'} (${words.join('; ')})`;
}

function shownIds(documents: readonly StoredDocument[]): string {
  const ids = documents.slice(0, SHOWN).map(({ id }) => id);
  return `${ids.join(', ')}${documents.length > SHOWN ? ', …' : ''}`;
}

/** Returns how many documents had to be sent. */
async function fill(index: string, made: boolean, options: CopyOptions): Promise<number> {
  const { from, to, onProgress } = options;
  const batchSize = await batchSizeOf(index, options);
  let [looked, sent] = [0, 0];
  for await (const batch of storedDocuments(from, index, batchSize)) {
    sent += await sendAll(to, index, made ? batch : await outdated(to, index, batch));
    looked += batch.length;
    onProgress?.(looked, sent);
  }
  return sent;
}

/** The documents that the target lacks, or has in another version. */
async function outdated(
  to: Send,
  index: string,
  batch: readonly StoredDocument[],
): Promise<readonly StoredDocument[]> {
  const there = await documentsById(to, index, batch);
  return batch.filter((document) => there.get(keyOf(document))?.hash !== document.hash);
}

async function sendAll(to: Send, index: string, documents: readonly StoredDocument[]): Promise<number> {
  if (documents.length === 0) return 0;
  const loaded: LoadedDocument[] = documents.map(({ id, routing, source }) => ({ id, source, routing }));
  const { failed, failures } = await loadDocuments(to, loaded, { index });
  if (failed > 0) throw new Error(`[${index}]: ${failed} documents were refused: ${failures.join('; ')}`);
  return documents.length;
}

async function deleteAll(to: Send, index: string, documents: readonly StoredDocument[]): Promise<number> {
  for (let at = 0; at < documents.length; at += BATCH_SIZE) {
    const lines = documents.slice(at, at + BATCH_SIZE).map(({ id, routing }) => {
      const action = { delete: { _id: id, ...(routing === undefined ? {} : { routing }) } };
      return `${JSON.stringify(action)}\n`;
    });
    await demand(to, 'a bulk request', {
      method: 'POST',
      path: `/${encodeURIComponent(index)}/_bulk?filter_path=errors`,
      body: lines.join(''),
      contentType: 'application/x-ndjson',
    });
  }
  return documents.length;
}

/** Smaller for large documents: a thousand of a megabyte each would not fit into one request. */
async function batchSizeOf(index: string, { from, batchSize }: CopyOptions): Promise<number> {
  if (batchSize !== undefined) return batchSize;
  const path = `/${encodeURIComponent(index)}/_stats/docs,store?filter_path=_all.primaries`;
  const { _all: all } = await demand<IndexSize>(from, `the size of [${index}]`, { method: 'GET', path });
  const { docs, store } = all.primaries;
  const bytesEach = store.size_in_bytes / Math.max(1, docs.count);
  return Math.max(1, Math.min(BATCH_SIZE, Math.floor(BATCH_BYTES / Math.max(1, bytesEach))));
}

interface IndexSize {
  readonly _all: {
    readonly primaries: {
      readonly docs: { readonly count: number };
      readonly store: { readonly size_in_bytes: number };
    };
  };
}

async function refresh(send: Send, index: string): Promise<void> {
  await demand(send, 'a refresh', { method: 'POST', path: `/${encodeURIComponent(index)}/_refresh` });
}
