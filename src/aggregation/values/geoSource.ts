import { parseGeoPoint } from '../../mapper/index.ts';
import type { LeafContext } from '../../query/index.ts';
import type { DocBlock } from '../framework/aggregator.ts';
import type { IdRun, Key, KeyReader, KeySource } from './keys.ts';
import { StringIds } from './stringIds.ts';
import type { ValuesConfig } from './valuesConfig.ts';

/** Calls `visit` for each point of each document of a block. */
export function forEachPoint(
  leaf: LeafContext,
  { field, missing: given }: ValuesConfig,
): (block: DocBlock, visit: (lat: number, lon: number, position: number) => void) => void {
  const missing = given === undefined ? null : parseGeoPoint(given, true);
  const column = field && leaf.reader.column(field.name);
  if (column === null || column.kind !== 'pairs') {
    return (block, visit) => {
      if (missing) for (let i = 0; i < block.count; i++) visit(missing.lat, missing.lon, i);
    };
  }
  const { first, second, offsets, presence } = column;
  return (block, visit) => {
    for (let i = 0; i < block.count; i++) {
      const doc = block.docs[i];
      const start = offsets ? offsets[doc] : doc;
      const present = presence === null || presence.has(doc);
      const end = present ? (offsets ? offsets[doc + 1] : doc + 1) : start;
      if (end === start && missing) visit(missing.lat, missing.lon, i);
      for (let j = start; j < end; j++) visit(first[j], second[j], i);
    }
  };
}

/** Points of documents as keys: cells of a grid. Each cell once a document. */
export function geoKeySource(
  config: ValuesConfig,
  encode: (lat: number, lon: number) => string | null,
): KeySource {
  const cells = new StringIds(null);
  return {
    get size() {
      return cells.size;
    },
    key: (id): Key => cells.term(id),
    addAll() {},
    leaf: (leaf) => cellReader(forEachPoint(leaf, config), encode, cells),
  };
}

function cellReader(
  points: ReturnType<typeof forEachPoint>,
  encode: (lat: number, lon: number) => string | null,
  cells: StringIds,
): KeyReader {
  return {
    read(block): IdRun {
      const ids: number[] = [];
      const positions: number[] = [];
      let seen = new Set<number>();
      let last = -1;
      points(block, (lat, lon, position) => {
        const cell = encode(lat, lon);
        if (cell === null) return;
        if (position !== last) seen = new Set();
        last = position;
        const id = cells.idOf(cell);
        if (seen.has(id)) return;
        seen.add(id);
        ids.push(id);
        positions.push(position);
      });
      return {
        ids: Uint32Array.from(ids),
        positions: Uint32Array.from(positions),
        count: ids.length,
        dense: false,
      };
    },
  };
}
