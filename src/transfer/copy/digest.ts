import { createHash } from 'node:crypto';
import { crc32 } from '../../common/index.ts';
import type { Send } from '../types.ts';
import { keyOf, type StoredDocument, storedDocuments } from './storedDocuments.ts';

/** Enough that few other documents share a bucket with one that differs. */
const BUCKETS = 4096;

/** A fingerprint of an index's content, independent of the order of documents. */
export interface Digest {
  readonly documents: number;
  /** Hexadecimal; equal for equal documents. */
  readonly checksum: string;
  /** For each bucket, the sum of its documents' hashes. */
  readonly buckets: BigUint64Array;
}

/** The ids of the documents in which two indices differ. */
export interface Differences {
  readonly missing: readonly StoredDocument[];
  readonly changed: readonly StoredDocument[];
  readonly extra: readonly StoredDocument[];
}

/** Reads the whole index. Throws TransferError. */
export async function digestOf(send: Send, index: string, batchSize: number): Promise<Digest> {
  const buckets = new BigUint64Array(BUCKETS);
  let documents = 0;
  for await (const batch of storedDocuments(send, index, batchSize)) {
    documents += batch.length;
    // Overflow is intended: a typed array adds modulo 2^64.
    for (const document of batch) buckets[bucketOf(document)] += document.hash;
  }
  const hash = createHash('sha256').update(String(documents)).update(new Uint8Array(buckets.buffer));
  return { documents, checksum: hash.digest('hex').slice(0, 32), buckets };
}

/**
 * Finds the documents in which two indices with known digests differ; holds only the documents of differing
 * buckets in memory. `changed` and `missing` contain the first index's documents. Throws TransferError.
 */
export async function differences(
  from: Send,
  to: Send,
  index: string,
  digests: readonly [Digest, Digest],
  batchSize: number,
): Promise<Differences> {
  const [here, there] = digests.map(({ buckets }) => buckets);
  const suspect = new Set([...here.keys()].filter((bucket) => here[bucket] !== there[bucket]));
  const ours = await collect(from, index, suspect, batchSize);
  const theirs = await collect(to, index, suspect, batchSize);
  const missing: StoredDocument[] = [];
  const changed: StoredDocument[] = [];
  for (const [key, document] of ours) {
    const other = theirs.get(key);
    if (other === undefined) missing.push(document);
    else if (other.hash !== document.hash) changed.push(document);
  }
  return { missing, changed, extra: [...theirs].filter(([key]) => !ours.has(key)).map(([, one]) => one) };
}

async function collect(
  send: Send,
  index: string,
  suspect: ReadonlySet<number>,
  batchSize: number,
): Promise<ReadonlyMap<string, StoredDocument>> {
  const found = new Map<string, StoredDocument>();
  for await (const batch of storedDocuments(send, index, batchSize)) {
    for (const document of batch) {
      if (suspect.has(bucketOf(document))) found.set(keyOf(document), document);
    }
  }
  return found;
}

function bucketOf(document: StoredDocument): number {
  return crc32(Buffer.from(keyOf(document))) % BUCKETS;
}
