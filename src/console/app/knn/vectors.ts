import { type Mappings, mappedFields } from '../../../statement/index.ts';
import { call, segment } from '../lib/api.ts';

/** Vectors of an index, and the nearest of one. */

export interface VectorField {
  readonly index: string;
  readonly field: string;
  readonly dimension: number;
  /** A field that says what a document is; null when there is none. */
  readonly label: string | null;
}

export interface VectorDocument {
  readonly id: string;
  readonly label: string;
  readonly vector: readonly number[];
  readonly score: number;
}

/** What was searched with, and what was found. */
export interface Question {
  readonly query: VectorDocument;
  readonly neighbours: readonly VectorDocument[];
}

const LABELS = ['title', 'name', 'label'];

/** Every `knn_vector` of every index. */
export async function vectorFields(signal?: AbortSignal): Promise<readonly VectorField[]> {
  type Answer = Record<string, { readonly mappings: Mappings }>;
  const all = await call<Answer>('GET', '/_mapping', undefined, { signal });
  return Object.entries(all).flatMap(([index, { mappings }]) => {
    const fields = mappedFields(mappings);
    const texts = fields.filter(({ type }) => type === 'text' || type === 'keyword').map(({ name }) => name);
    const label = LABELS.find((name) => texts.includes(name)) ?? texts[0] ?? null;
    return fields.flatMap(({ name, dimension }) =>
      dimension === null ? [] : [{ index, field: name, dimension, label }],
    );
  });
}

interface SearchAnswer {
  readonly hits: {
    readonly hits: readonly {
      readonly _id: string;
      readonly _score: number;
      readonly _source?: Readonly<Record<string, unknown>>;
    }[];
  };
}

/** A member by its path; objects may be written out or dotted. */
function member(source: Readonly<Record<string, unknown>> | undefined, path: string): unknown {
  if (source === undefined || Object.hasOwn(source, path)) return source?.[path];
  const [head, ...rest] = path.split('.');
  const inner = source[head];
  const isObject = typeof inner === 'object' && inner !== null;
  return isObject && rest.length > 0 ? member(inner as Record<string, unknown>, rest.join('.')) : undefined;
}

interface SearchOptions {
  readonly signal?: AbortSignal;
  /** Only in this shard. */
  readonly shard?: number;
}

async function search(
  { index, field, label }: VectorField,
  body: object,
  { signal, shard }: SearchOptions = {},
): Promise<readonly VectorDocument[]> {
  const _source = label === null ? [field] : [field, label];
  const where = shard === undefined ? '' : `?preference=_shards:${shard}`;
  const path = `/${segment(index)}/_search${where}`;
  const answer = await call<SearchAnswer>('POST', path, { ...body, _source }, { signal });
  return answer.hits.hits.flatMap(({ _id, _score, _source: source }) => {
    const vector = member(source, field);
    const text = label === null ? null : member(source, label);
    return Array.isArray(vector)
      ? [{ id: _id, label: text == null ? _id : String(text), vector: vector as number[], score: _score }]
      : [];
  });
}

/** Some of the documents that have a vector, the same ones every time. */
export function sampleOf(
  of: VectorField,
  size: number,
  options: SearchOptions,
): Promise<readonly VectorDocument[]> {
  return search(of, { size, query: { exists: { field: of.field } } }, options);
}

export function nearest(
  of: VectorField,
  vector: readonly number[],
  k: number,
  shard?: number,
): Promise<readonly VectorDocument[]> {
  return search(of, { size: k, query: { knn: { [of.field]: { vector, k } } } }, { shard });
}

/** Throws ApiError (404) when there is no such document, and Error when it has no vector. */
export async function documentOf(of: VectorField, id: string): Promise<VectorDocument> {
  const [found] = await search(of, { query: { ids: { values: [id] } } });
  if (!found) throw new Error(`[${of.index}] has no document [${id}] with a vector in [${of.field}]`);
  return found;
}
