import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { SendStatus } from '../cli/index.ts';
import { type ServerAccess, sender } from './sender.ts';

function readDemoFile(name: string): Buffer {
  return readFileSync(new URL(`../../demo/${name}`, import.meta.url));
}

/** Creates and fills `movies` and `movies_decades`, unless they exist. Uses HTTP like any client. */
export function loadDemo(url: string, access: ServerAccess = {}): Promise<void> {
  const send = sender(url, access);
  return plantDemo(
    async (method, path, body, contentType) => (await send({ method, path, body, contentType })).status,
  );
}

/** Like `loadDemo`, through any sending function. */
export async function plantDemo(send: SendStatus): Promise<void> {
  const mapping = readDemoFile('movies.mapping.json');
  const films = (): Buffer => gunzipSync(readDemoFile('movies.ndjson.gz'));
  await plant(send, 'movies', mapping, films);
  await plant(send, 'movies_decades', decadesMapping(mapping), () => decadesOf(films()));
}

async function plant(
  send: SendStatus,
  index: string,
  mapping: Buffer | string,
  documents: () => Buffer | string,
): Promise<void> {
  if ((await send('HEAD', `/${index}`)) === 200) return;
  const created = await send('PUT', `/${index}`, mapping, 'application/json');
  // Prevents a refresh during the load, so that one segment per shard results however slow the machine is.
  await send('PUT', `/${index}/_settings`, '{"index":{"refresh_interval":"-1"}}', 'application/json');
  const loaded = await send('POST', `/${index}/_bulk?refresh=true`, documents(), 'application/x-ndjson');
  await send('PUT', `/${index}/_settings`, '{"index":{"refresh_interval":null}}', 'application/json');
  if (created !== 200 || loaded !== 200)
    throw new Error(`the demo data could not be loaded (${index}: ${created}, ${loaded})`);
}

/**
 * With this number of shards, each of the seven routing values (`1950-1959` to `2010-2019`) has a shard of
 * its own.
 */
const DECADE_SHARDS = 8;
const DECADES = /"released":"(19[5-9]|20[01])\d-/;
/** Early decades have fewer films, so that graphs differ in size, and everything loads quickly. */
const FILMS_PER_DECADE = 120;

const DECADE_FIELDS = ['title', 'released', 'genre', 'title_vector'];

interface IndexBody {
  readonly settings: { readonly index: object };
  readonly mappings: { readonly properties: object };
}

function decadesMapping(movies: Buffer): string {
  const { settings, mappings } = JSON.parse(String(movies)) as IndexBody;
  return JSON.stringify({
    settings: { index: { ...settings.index, number_of_shards: DECADE_SHARDS } },
    mappings: { properties: picked(mappings.properties, DECADE_FIELDS) },
  });
}

function picked(from: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
}

/** The first films of each decade, routed by decade: a graph for each, which a search can use alone. */
function decadesOf(films: Buffer): string {
  const lines = String(films).split('\n');
  const taken = new Map<string, number>();
  let body = '';
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const decade = DECADES.exec(lines[i + 1])?.[1];
    if (decade === undefined) continue;
    const count = (taken.get(decade) ?? 0) + 1;
    taken.set(decade, count);
    if (count > FILMS_PER_DECADE) continue;
    const { _id } = (JSON.parse(lines[i]) as { index: { _id: string } }).index;
    const film = picked(JSON.parse(lines[i + 1]) as object, DECADE_FIELDS);
    body += `{"index":{"_id":"${_id}","routing":"${decade}0-${decade}9"}}\n${JSON.stringify(film)}\n`;
  }
  return body;
}
