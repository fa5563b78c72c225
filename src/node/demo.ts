import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { SendStatus } from '../cli/index.ts';
import { builtFile } from './builtFile.ts';
import { type ServerAccess, sender } from './sender.ts';

function readDemoFile(name: string): Buffer {
  return readFileSync(builtFile(`../demo/${name}`, `../../demo/${name}`));
}

/** Creates `movies` and fills it, unless it is there. Goes through HTTP as every client does. */
export function loadDemo(url: string, access: ServerAccess = {}): Promise<void> {
  const send = sender(url, access);
  return plantDemo(
    async (method, path, body, contentType) => (await send({ method, path, body, contentType })).status,
  );
}

/** The same, by whatever sends. */
export async function plantDemo(send: SendStatus): Promise<void> {
  if ((await send('HEAD', '/movies')) === 200) return;
  const created = await send('PUT', '/movies', readDemoFile('movies.mapping.json'), 'application/json');
  // One segment, however slow the machine: no refresh of its own in the middle of the load.
  await send('PUT', '/movies/_settings', '{"index":{"refresh_interval":"-1"}}', 'application/json');
  const documents = gunzipSync(readDemoFile('movies.ndjson.gz'));
  const loaded = await send('POST', '/movies/_bulk?refresh=true', documents, 'application/x-ndjson');
  await send('PUT', '/movies/_settings', '{"index":{"refresh_interval":null}}', 'application/json');
  if (created !== 200 || loaded !== 200)
    throw new Error(`the demo data could not be loaded (${created}, ${loaded})`);
}
