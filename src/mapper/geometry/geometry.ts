/** Longitude and latitude. */
export type Position = readonly [lon: number, lat: number];

/** The outline first, then holes; every ring is closed. */
export type Polygon = readonly (readonly Position[])[];

/** A shape decomposed into simple shapes. */
export interface Geometry {
  readonly points: readonly Position[];
  readonly lines: readonly (readonly Position[])[];
  readonly polygons: readonly Polygon[];
}

export const EMPTY_GEOMETRY: Geometry = { points: [], lines: [], polygons: [] };

export function joinGeometries(parts: readonly Geometry[]): Geometry {
  return {
    points: parts.flatMap((part) => part.points),
    lines: parts.flatMap((part) => part.lines),
    polygons: parts.flatMap((part) => part.polygons),
  };
}

/** A bounding box; if `left` is greater than `right` it crosses the date line and becomes two boxes. */
export function boxGeometry(left: number, right: number, top: number, bottom: number): Geometry {
  const box = (west: number, east: number): Polygon => [
    [
      [west, bottom],
      [east, bottom],
      [east, top],
      [west, top],
      [west, bottom],
    ],
  ];
  const polygons = left <= right ? [box(left, right)] : [box(left, 180), box(-180, right)];
  return { ...EMPTY_GEOMETRY, polygons };
}
