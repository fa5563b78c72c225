import { call } from '../lib/api.ts';

export interface IndexRow {
  readonly index: string;
  readonly health: 'green' | 'yellow' | 'red';
  readonly status: 'open' | 'close';
  readonly primaries: number;
  readonly replicas: number;
  readonly documents: number;
  readonly sizeBytes: number;
}

interface CatRow {
  readonly index: string;
  readonly health: IndexRow['health'];
  readonly status: IndexRow['status'];
  readonly pri: string;
  readonly rep: string;
  readonly 'docs.count': string | null;
  readonly 'store.size': string | null;
}

export async function listIndices(signal?: AbortSignal): Promise<readonly IndexRow[]> {
  const path = '/_cat/indices?format=json&bytes=b&s=index&expand_wildcards=all';
  const rows = await call<readonly CatRow[]>('GET', path, undefined, { signal });
  return rows.map((row) => ({
    index: row.index,
    health: row.health,
    status: row.status,
    primaries: Number(row.pri),
    replicas: Number(row.rep),
    documents: Number(row['docs.count'] ?? 0),
    sizeBytes: Number(row['store.size'] ?? 0),
  }));
}
