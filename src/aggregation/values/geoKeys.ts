import type { AggregationContext } from '../types.ts';
import { geoKeySource } from './geoSource.ts';
import { encodeTile } from './geoTile.ts';
import type { KeySource } from './keys.ts';
import type { ValuesConfig } from './valuesConfig.ts';

/** Map tiles `zoom/x/y` as keys. */
export function geotileKeys(
  config: ValuesConfig,
  precision: number,
  _context: AggregationContext,
): KeySource {
  return geoKeySource(config, (lat, lon) => encodeTile(lat, lon, precision));
}
