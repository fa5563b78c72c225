/** Latitudes beyond this are not on the square map. */
const MAX_LATITUDE = 85.0511287798066;

/** `zoom/x/y` of the web map's tile around a point. */
export function encodeTile(lat: number, lon: number, zoom: number): string {
  const tiles = 2 ** zoom;
  const x = Math.floor(((normalizeLon(lon) + 180) / 360) * tiles);
  const clipped = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat));
  const sine = Math.sin((clipped * Math.PI) / 180);
  const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * tiles);
  return `${zoom}/${clamp(x, tiles)}/${clamp(y, tiles)}`;
}

function clamp(index: number, tiles: number): number {
  return Math.max(0, Math.min(tiles - 1, index));
}

function normalizeLon(lon: number): number {
  return lon >= -180 && lon <= 180 ? lon : ((((lon + 180) % 360) + 360) % 360) - 180;
}
