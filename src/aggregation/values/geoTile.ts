/** Enough for zoom 29. */
const DIGITS = 9;

/** Latitudes beyond this are not on the square map. */
const MAX_LATITUDE = 85.0511287798066;

/** The web map's tile around a point, written so that tiles compare by zoom, x and y. */
export function tileKey(lat: number, lon: number, zoom: number): string {
  const tiles = 2 ** zoom;
  const x = Math.floor(((normalizeLon(lon) + 180) / 360) * tiles);
  const clipped = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat));
  const sine = Math.sin((clipped * Math.PI) / 180);
  const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * tiles);
  return [zoom, clamp(x, tiles), clamp(y, tiles)].map((part) => String(part).padStart(DIGITS, '0')).join('/');
}

/** `zoom/x/y`, as tiles are printed. */
export function printTile(key: string): string {
  return key.split('/').map(Number).join('/');
}

/** Reads what printTile printed. */
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
