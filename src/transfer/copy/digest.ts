import { createHash } from 'node:crypto';
import { crc32 } from '../../common/index.ts';
import type { Send } from '../types.ts';
import { keyOf, type StoredDocument, storedDocuments } from './storedDocuments.ts';

/** So many that a document which differs leads to few others. */
const BUCKETS = 4096;

/** What an index holds, in a few numbers; the order of documents does not matter. */
export interface Digest {
  readonly documents: number;
  /** In hexadecimal digits: the same for the same documents. */
  readonly checksum: string;
  /** Sums of the hashes of the documents whose names fall together. */
  readonly buckets: BigUint64Array;
}

/** How two indices differ, by names of documents. */
export interface Differences {
  readonly missing: readonly StoredDocument[];
  readonly changed: readonly StoredDocument[];
  readonly extra: readonly StoredDocument[];
}

/** Reads all of an index. Throws TransferError. */
export async function digestOf(send: Send, index: string, batchSize: number): Promise<Digest> {
  const buckets = new BigUint64Array(BUCKETS);
  let documents = 0;
  for await (const batch of storedDocuments(send, index, batchSize)) {
    documents += batch.length;
    // A typed array counts modulo 2^64.
    for (const document of batch) buckets[bucketOf(document)] += document.hash;
  }
  const hash = createHash('sha256').update(String(documents)).update(new Uint8Array(buckets.buffer));
  return { documents, checksum: hash.digest('hex').slice(0, 32), buckets };
}

/**
 * The documents in which two indices differ, of which the digests are known; memory holds those that share a bucket
 * with one. `changed` and `missing` are as the first index has them. Throws TransferError.
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
