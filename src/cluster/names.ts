import type { DataStream } from './dataStreams.ts';
import { dataStreamTable } from './dataStreams.ts';
import type { LocalIndex } from './localIndex.ts';

/** What names currently refer to: indices, aliases with their indices, data streams. */
export interface ClusterNames {
  readonly indices: ReadonlyMap<string, LocalIndex>;
  readonly aliases: ReadonlyMap<string, readonly LocalIndex[]>;
  readonly dataStreams: ReadonlyMap<string, DataStream>;
}

export function namesOf(indices: ReadonlyMap<string, LocalIndex>): ClusterNames {
  return {
    indices,
    aliases: aliasTable(indices.values()),
    dataStreams: dataStreamTable(indices.values()),
  };
}

function aliasTable(indices: Iterable<LocalIndex>): ReadonlyMap<string, readonly LocalIndex[]> {
  const table = new Map<string, LocalIndex[]>();
  for (const index of indices) {
    for (const alias of index.aliases.keys()) table.set(alias, [...(table.get(alias) ?? []), index]);
  }
  for (const list of table.values()) list.sort((a, b) => (a.name < b.name ? -1 : 1));
  return table;
}
