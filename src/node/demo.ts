import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Where the demo data lies, beside `dist/` and `src/` alike. */
const FOLDER = new URL('../demo/', import.meta.url);
const FOLDER_IN_SOURCE = new URL('../../demo/', import.meta.url);

function readDemoFile(name: string): Buffer {
  try {
    return readFileSync(new URL(name, FOLDER));
  } catch {
    return readFileSync(new URL(name, FOLDER_IN_SOURCE));
  }
}

type Send = (method: string, path: string, body: string | Buffer, contentType: string) => Promise<number>;

/** Creates `movies` and fills it, unless it is there. Goes through HTTP as every client does. */
export async function loadDemo(url: string): Promise<void> {
  const send: Send = async (method, path, body, contentType) => {
    const answer = await fetch(url + path, {
      method,
      body: new Uint8Array(Buffer.from(body)),
      headers: { 'content-type': contentType },
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const { status } = await fetch(`${url}/movies`, { method: 'HEAD' });
  if (status === 200) return;
  const created = await send('PUT', '/movies', readDemoFile('movies.mapping.json'), 'application/json');
  // One segment, however slow the machine: no refresh of its own in the middle of the load.
  await send('PUT', '/movies/_settings', '{"index":{"refresh_interval":"-1"}}', 'application/json');
  const documents = gunzipSync(readDemoFile('movies.ndjson.gz'));
  const loaded = await send('POST', '/movies/_bulk?refresh=true', documents, 'application/x-ndjson');
  await send('PUT', '/movies/_settings', '{"index":{"refresh_interval":null}}', 'application/json');
  if (created !== 200 || loaded !== 200)
    throw new Error(`the demo data could not be loaded (${created}, ${loaded})`);
}
