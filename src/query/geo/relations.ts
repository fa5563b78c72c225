import type { Geometry, Polygon, Position } from '../../mapper/index.ts';

/** Spatial relations between shapes, in the plane of longitude and latitude. */

export type ShapeRelation = 'intersects' | 'disjoint' | 'within' | 'contains';

/** Whether `shape` (a document's) has the relation to `query`. */
export function relates(relation: ShapeRelation, shape: Geometry, query: Geometry): boolean {
  switch (relation) {
    case 'intersects':
      return intersects(shape, query);
    case 'disjoint':
      return !intersects(shape, query);
    case 'within':
      return covers(query, shape);
    case 'contains':
      return covers(shape, query);
  }
}

type Segment = readonly [Position, Position];

function segmentsOf(path: readonly Position[]): Segment[] {
  return path.slice(1).map((end, i): Segment => [path[i], end]);
}

function edges(shape: Geometry): Segment[] {
  return [...shape.lines.flatMap(segmentsOf), ...shape.polygons.flat().flatMap(segmentsOf)];
}

function vertices(shape: Geometry): Position[] {
  return [...shape.points, ...shape.lines.flat(), ...shape.polygons.flat(2)];
}

function intersects(a: Geometry, b: Geometry): boolean {
  if (!boxesMeet(boxOf(a), boxOf(b))) return false;
  if (vertices(a).some((point) => touchesPoint(b, point))) return true;
  if (a.lines.length + a.polygons.length === 0) return false;
  if (vertices(b).some((point) => touchesPoint(a, point))) return true;
  const own = edges(a);
  return edges(b).some((edge) => own.some((other) => meet(edge, other)));
}

/** Whether every point of `inner` belongs to `outer`. */
function covers(outer: Geometry, inner: Geometry): boolean {
  const points = vertices(inner);
  if (points.length === 0 || !points.every((point) => touchesPoint(outer, point))) return false;
  const borders = edges(outer);
  const own = edges(inner);
  if (own.some((edge) => borders.some((border) => cross(edge, border)))) return false;
  if (!own.every((edge) => touchesPoint(outer, middle(edge)))) return false;
  const holes = outer.polygons.flatMap((polygon) => polygon.slice(1));
  return !holes.some((hole) =>
    hole.some((point) => inner.polygons.some((polygon) => isInside(polygon, point))),
  );
}

function middle([a, b]: Segment): Position {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

function touchesPoint(shape: Geometry, point: Position): boolean {
  if (shape.points.some(([lon, lat]) => lon === point[0] && lat === point[1])) return true;
  if (shape.lines.some((line) => liesAlong(line, point))) return true;
  return shape.polygons.some((polygon) => isInside(polygon, point) || onBorder(polygon, point));
}

function onBorder(polygon: Polygon, point: Position): boolean {
  return polygon.some((ring) => liesAlong(ring, point));
}

function liesAlong(path: readonly Position[], point: Position): boolean {
  for (let i = 1; i < path.length; i++) if (liesBetween(path[i - 1], path[i], point)) return true;
  return false;
}

/** Whether a point is inside the outline and outside the holes, not counting borders. */
function isInside(polygon: Polygon, point: Position): boolean {
  if (onBorder(polygon, point)) return false;
  const [outline, ...holes] = polygon;
  return inRing(outline, point) && !holes.some((hole) => inRing(hole, point));
}

function inRing(ring: readonly Position[], [x, y]: Position): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[i];
    const [bx, by] = ring[j];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/** The sign says on which side of a → b the point is; 0: on the line. */
function side(a: Position, b: Position, point: Position): number {
  const area = (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]);
  return Math.abs(area) < 1e-12 ? 0 : Math.sign(area);
}

function liesOn([a, b]: Segment, point: Position): boolean {
  return liesBetween(a, b, point);
}

function liesBetween(a: Position, b: Position, point: Position): boolean {
  const [x, y] = point;
  if (x < Math.min(a[0], b[0]) || x > Math.max(a[0], b[0])) return false;
  if (y < Math.min(a[1], b[1]) || y > Math.max(a[1], b[1])) return false;
  return side(a, b, point) === 0;
}

/** Whether the segments cross at an interior point of both. */
function cross([a, b]: Segment, [c, d]: Segment): boolean {
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

function meet(one: Segment, other: Segment): boolean {
  if (cross(one, other)) return true;
  return other.some((point) => liesOn(one, point)) || one.some((point) => liesOn(other, point));
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

/** Cached, since a query's shape is compared with those of many documents. */
const boxes = new WeakMap<Geometry, Box>();

function boxOf(shape: Geometry): Box {
  const known = boxes.get(shape);
  if (known !== undefined) return known;
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [lon, lat] of vertices(shape)) {
    left = Math.min(left, lon);
    right = Math.max(right, lon);
    bottom = Math.min(bottom, lat);
    top = Math.max(top, lat);
  }
  const box = { left, right, bottom, top };
  boxes.set(shape, box);
  return box;
}

function boxesMeet(a: Box, b: Box): boolean {
  return a.left <= b.right && b.left <= a.right && a.bottom <= b.top && b.bottom <= a.top;
}
