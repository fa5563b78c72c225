import { parseGeoPoint } from '../../mapper/index.ts';
import type { LeafContext } from '../../query/index.ts';
import type { DocBlock } from '../framework/aggregator.ts';
import type { IdRun, Key, KeyReader, KeySource } from './keys.ts';
import { StringIds } from './termIds.ts';
import type { ValuesConfig } from './valuesConfig.ts';

/** Calls `visit` for each point of each document in a block. */
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

/** Points as keys: grid cells. Each cell counts once per document. */
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

/** Enough for zoom 29. */
const DIGITS = 9;

/** Limit of latitude on the square map. */
const MAX_LATITUDE = 85.0511287798066;

/** The web map tile of a point, written so that tiles sort by zoom, x and y. */
export function tileKey(lat: number, lon: number, zoom: number): string {
  const tiles = 2 ** zoom;
  const x = Math.floor(((normalizeLon(lon) + 180) / 360) * tiles);
  const clipped = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat));
  const sine = Math.sin((clipped * Math.PI) / 180);
  const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * tiles);
  return [zoom, clamp(x, tiles), clamp(y, tiles)].map((part) => String(part).padStart(DIGITS, '0')).join('/');
}

/** `zoom/x/y`, the printed form of a tile. */
export function printTile(key: string): string {
  return key.split('/').map(Number).join('/');
}

/** Parses the output of printTile. */
export function parseTile(text: string): string {
  return text
    .split('/')
    .map((part) => part.padStart(DIGITS, '0'))
    .join('/');
}

function clamp(index: number, tiles: number): number {
  return Math.max(0, Math.min(tiles - 1, index));
}

function normalizeLon(lon: number): number {
  return lon >= -180 && lon <= 180 ? lon : ((((lon + 180) % 360) + 360) % 360) - 180;
}
