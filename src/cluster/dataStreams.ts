import { isJsonObject } from '../common/index.ts';
import type { LocalIndex } from './localIndex.ts';

/**
 * Groups the backing indices `.ds-<name>-000001`, …, the last of which is written to. It is not stored: an
 * index belongs to a stream by its name and by `_data_stream_timestamp` in its mapping.
 */
export interface DataStream {
  readonly name: string;
  readonly timestampField: string;
  /** By generation. */
  readonly indices: readonly LocalIndex[];
  /** The generation of the write index. */
  readonly generation: number;
}

const BACKING_NAME = /^\.ds-(.+)-(\d{6,})$/;
export const DEFAULT_TIMESTAMP_FIELD = '@timestamp';

export function backingIndexName(stream: string, generation: number): string {
  return `.ds-${stream}-${String(generation).padStart(6, '0')}`;
}

/** The stream that an index belongs to; `null` if none. */
export function dataStreamOf(index: {
  readonly name: string;
  readonly mapper: LocalIndex['mapper'];
}): string | null {
  const match = index.name.startsWith('.ds-') ? BACKING_NAME.exec(index.name) : null;
  if (match === null) return null;
  const marker = index.mapper.toJson()._data_stream_timestamp;
  return isJsonObject(marker) && marker.enabled === true ? match[1] : null;
}

export function dataStreamTable(indices: Iterable<LocalIndex>): ReadonlyMap<string, DataStream> {
  const members = new Map<string, LocalIndex[]>();
  for (const index of indices) {
    const name = dataStreamOf(index);
    if (name !== null) members.set(name, [...(members.get(name) ?? []), index]);
  }
  const streams = [...members].map(([name, list]): [string, DataStream] => [name, streamOf(name, list)]);
  return new Map(streams.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function generationOf(index: LocalIndex): number {
  return Number(BACKING_NAME.exec(index.name)?.[2] ?? 0);
}

function streamOf(name: string, members: readonly LocalIndex[]): DataStream {
  const indices = [...members].sort((a, b) => generationOf(a) - generationOf(b));
  const last = indices[indices.length - 1];
  const marker = last.mapper.toJson()._data_stream_timestamp;
  const field = isJsonObject(marker) ? marker.timestamp_field : undefined;
  const timestampField = isJsonObject(field) ? String(field.name) : DEFAULT_TIMESTAMP_FIELD;
  return { name, timestampField, indices, generation: generationOf(last) };
}

export function writeIndexOfStream({ indices }: DataStream): LocalIndex {
  return indices[indices.length - 1];
}
