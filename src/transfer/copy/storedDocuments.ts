import { createHash } from 'node:crypto';
import { type ExactJsonValue, JsonDouble, parseJsonExact, stringifyJson } from '../../common/index.ts';
import { demandText, type Send } from '../types.ts';

/** A document as stored in an index. */
export interface StoredDocument {
  readonly id: string;
  readonly routing: string | undefined;
  /** The source as written, except for whitespace. */
  readonly source: string;
  /** Equal for equal values, whatever the order of members. */
  readonly hash: bigint;
}

interface Hit {
  readonly _id: string;
  readonly _routing?: string;
  readonly _source?: ExactJsonValue;
  readonly found?: boolean;
}

interface Page {
  readonly _scroll_id: string;
  readonly hits: { readonly hits: readonly Hit[] };
}

const KEEP_ALIVE = '10m';

/** All documents of an index in batches, from a snapshot taken with the first batch. Throws TransferError. */
export async function* storedDocuments(
  send: Send,
  index: string,
  batchSize: number,
): AsyncGenerator<readonly StoredDocument[]> {
  const what = `reading [${index}]`;
  const path = `/${encodeURIComponent(index)}/_search?scroll=${KEEP_ALIVE}&allow_partial_search_results=false`;
  const body = JSON.stringify({ size: batchSize, sort: ['_doc'], _source: true });
  let page = await exact<Page>(send, what, path, body);
  try {
    while (page.hits.hits.length > 0) {
      yield page.hits.hits.map(documentOf);
      const next = JSON.stringify({ scroll: KEEP_ALIVE, scroll_id: page._scroll_id });
      page = await exact<Page>(send, what, '/_search/scroll', next);
    }
  } finally {
    const done = JSON.stringify({ scroll_id: [page._scroll_id] });
    await send({ method: 'DELETE', path: '/_search/scroll', body: done });
  }
}

/** The documents with these ids; missing ones are skipped. Throws TransferError. */
export async function documentsById(
  send: Send,
  index: string,
  wanted: readonly Pick<StoredDocument, 'id' | 'routing'>[],
): Promise<ReadonlyMap<string, StoredDocument>> {
  const docs = wanted.map(({ id, routing }) => ({ _id: id, ...(routing === undefined ? {} : { routing }) }));
  const path = `/${encodeURIComponent(index)}/_mget`;
  const answer = await exact<{ docs: readonly Hit[] }>(
    send,
    `reading [${index}]`,
    path,
    JSON.stringify({ docs }),
  );
  const found = answer.docs.filter((hit) => hit.found === true).map(documentOf);
  return new Map(found.map((document) => [keyOf(document), document]));
}

/** Includes the routing, because two shards may hold the same `_id`. */
export function keyOf({ id, routing = '' }: Pick<StoredDocument, 'id' | 'routing'>): string {
  return `${id}\0${routing}`;
}

/** Keeps numbers as written: `1.0` differs from `1`, and longs keep every digit. */
async function exact<T>(send: Send, what: string, path: string, body: string): Promise<T> {
  return parseJsonExact(await demandText(send, what, { method: 'POST', path, body })) as T;
}

function documentOf({ _id: id, _routing: routing, _source: source }: Hit): StoredDocument {
  const key = keyOf({ id, routing });
  const hashed = createHash('sha256')
    .update(`${key.length}:${key}${stringifyJson(sorted(source ?? null))}`)
    .digest();
  return { id, routing, source: stringifyJson(source ?? null), hash: hashed.readBigUInt64LE(0) };
}

function sorted(value: ExactJsonValue): ExactJsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null || value instanceof JsonDouble) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]));
}
