import type { JsonObject } from '../common/index.ts';
import { fileChunks } from '../directory/index.ts';
import { type DocumentRecord, fieldsOf, inferMapping, type LocalForms } from '../documents/index.ts';
import { counted } from '../figures/index.ts';
import {
  demand,
  type LoadedDocument,
  loadDocuments,
  readDocuments,
  type Send,
  textsOf,
} from '../transfer/index.ts';
import { inSeed, SeedError } from './errors.ts';
import type { Rockpool } from './pool.ts';

/** A file of documents: NDJSON (also a bulk body), JSON, CSV or TSV, gzipped or not; its name and its start tell. */
export type SeedFile = string | URL;

/** An index to begin with; one that the folder has already stays as it is. */
export interface IndexSeed {
  readonly settings?: JsonObject;
  /** Without them, documents of a file get those that fit, others dynamic ones. */
  readonly mappings?: JsonObject;
  readonly aliases?: JsonObject;
  /** A document's `_id` is its id, not a field. Those of a file have the ids of its bulk actions. */
  readonly documents?: Iterable<object> | AsyncIterable<object> | SeedFile;
  /** How to read a table whose numbers or dates could be read in two ways. */
  readonly csv?: Pick<LocalForms, 'decimal' | 'dates'>;
}

type IndexSeeds = Readonly<Record<string, IndexSeed | SeedFile>>;

/** What a pool begins with: indices by name (a file is an index with its documents), or a function that fills it. */
export type Seed = IndexSeeds | ((pool: Rockpool) => Promise<unknown>);

/**
 * Fills a pool; everything is visible to searches when it resolves. Throws SeedError for files that cannot be read, and
 * for indices and documents that are refused; what a function throws passes through.
 */
export async function plantSeed(pool: Rockpool, seed: Seed): Promise<void> {
  const send: Send = async ({ method, path, body = null, contentType }) =>
    pool.request(method, path, body, contentType ? { 'content-type': contentType } : {});
  if (typeof seed === 'function') await seed(pool);
  await plantIndices(send, typeof seed === 'function' ? {} : seed);
}

/** Fills whatever answers. Throws as plantSeed does. */
export async function plantIndices(send: Send, seeds: IndexSeeds): Promise<void> {
  for (const [index, content] of Object.entries(seeds)) await plantIndex(send, index, content);
  await demand(send, 'the refresh', { method: 'POST', path: '/_refresh' });
}

async function plantIndex(send: Send, index: string, given: IndexSeed | SeedFile): Promise<void> {
  const seed: IndexSeed = isFile(given) ? { documents: given } : given;
  const { documents = [], csv, ...definition } = seed;
  const path = `/${encodeURIComponent(index)}`;
  if ((await send({ method: 'HEAD', path })).status === 200) return;
  const planted = isFile(documents) ? await ofFile(documents, csv) : { documents: ofMemory(documents) };
  const body = JSON.stringify({ ...planted.definition, ...definition });
  await demand(send, 'creating it', { method: 'PUT', path, body }).catch((error: unknown) => {
    throw inSeed(`index [${index}]`, error);
  });
  const { failed, failures } = await loadDocuments(send, planted.documents, { index });
  if (failed > 0)
    throw new SeedError(`${counted(failed, 'document')} of [${index}] failed: ${failures.join('; ')}`);
}

interface Planted {
  readonly documents: AsyncIterable<LoadedDocument>;
  /** What the documents ask of their index. */
  readonly definition?: JsonObject;
}

const isFile = (value: object | string): value is SeedFile =>
  typeof value === 'string' || value instanceof URL;

async function* ofMemory(
  documents: Iterable<object> | AsyncIterable<object>,
): AsyncGenerator<LoadedDocument> {
  for await (const document of documents) {
    const { _id, ...source } = document as JsonObject;
    yield { id: _id === undefined ? null : String(_id), source };
  }
}

async function ofFile(file: SeedFile, csv: IndexSeed['csv']): Promise<Planted> {
  try {
    const { sample, records } = await readDocuments(String(file), textsOf(fileChunks(file)), csv);
    const properties = inferMapping(sample.map(fieldsOf)) as JsonObject;
    return { documents: sourcesOf(file, records), definition: { mappings: { properties } } };
  } catch (error) {
    throw inSeed(String(file), error);
  }
}

async function* sourcesOf(
  file: SeedFile,
  records: AsyncIterable<DocumentRecord>,
): AsyncGenerator<LoadedDocument> {
  try {
    for await (const { id, routing, text } of records) {
      yield { id, ...(routing === null ? {} : { routing }), source: text };
    }
  } catch (error) {
    throw inSeed(String(file), error);
  }
}
