import type { JsonObject } from '../common/index.ts';
import { demand, type LoadedDocument, loadDocuments, type Send } from '../transfer/index.ts';
import type { Rockpool } from './pool.ts';

/** An index to begin with; one that the folder has already stays as it is. A document's `_id` is its id, not a field. */
export interface IndexSeed {
  readonly settings?: JsonObject;
  readonly mappings?: JsonObject;
  readonly aliases?: JsonObject;
  readonly documents?: Iterable<object> | AsyncIterable<object>;
}

/** What a pool begins with: indices by name, or a function that fills it. */
export type Seed = Readonly<Record<string, IndexSeed>> | ((pool: Rockpool) => Promise<unknown>);

/** Fills a pool; everything is visible to searches when it resolves. Throws TransferError, and for refused documents. */
export async function plantSeed(pool: Rockpool, seed: Seed): Promise<void> {
  const send: Send = async ({ method, path, body = null, contentType }) =>
    pool.request(method, path, body, contentType ? { 'content-type': contentType } : {});
  if (typeof seed === 'function') await seed(pool);
  else for (const [index, content] of Object.entries(seed)) await plantIndex(send, index, content);
  await demand(send, 'the refresh', { method: 'POST', path: '/_refresh' });
}

async function plantIndex(send: Send, index: string, content: IndexSeed): Promise<void> {
  const { documents = [], ...definition } = content;
  const path = `/${encodeURIComponent(index)}`;
  if ((await send({ method: 'HEAD', path })).status === 200) return;
  await demand(send, `index [${index}]`, { method: 'PUT', path, body: JSON.stringify(definition) });
  const { failed, failures } = await loadDocuments(send, loaded(documents), { index });
  if (failed > 0) throw new Error(`${failed} documents of [${index}] were refused: ${failures.join('; ')}`);
}

async function* loaded(documents: Iterable<object> | AsyncIterable<object>): AsyncGenerator<LoadedDocument> {
  for await (const document of documents) {
    const { _id, ...source } = document as JsonObject;
    yield { id: _id === undefined ? null : String(_id), source };
  }
}
