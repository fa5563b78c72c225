import { edgesOf, type GeoBox, inBox } from '../../query/index.ts';
import { type Field, objectField } from '../framework/objectParser.ts';

/** `bounds` of grids: a box of points. One with an edge missing holds all points. */
export const geoBoundsField: Field<GeoBox | null> = objectField((json) => {
  const box = edgesOf(json);
  return Object.values(box).some(Number.isNaN) ? null : box;
});

export function isOutside(box: GeoBox | null | undefined, lat: number, lon: number): boolean {
  return box != null && !inBox(box, lat, lon);
}
