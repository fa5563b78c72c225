import { readFileSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { gunzipSync } from 'node:zlib';
import type { SendStatus } from '../cli/index.ts';
import { builtFile } from './builtFile.ts';

function readDemoFile(name: string): Buffer {
  return readFileSync(builtFile(`../demo/${name}`, `../../demo/${name}`));
}

/** Credentials and certificate for a server with a password or HTTPS. */
export interface DemoAccess {
  readonly credentials?: { readonly user: string; readonly password: string } | null;
  /** PEM. */
  readonly certificate?: string | null;
}

function sender(url: string, { credentials, certificate }: DemoAccess): SendStatus {
  const request = url.startsWith('https:') ? secureRequest : plainRequest;
  const auth = credentials ? `${credentials.user}:${credentials.password}` : undefined;
  const ca = certificate ?? undefined;
  return (method, path, body = '', contentType = 'application/json') =>
    new Promise((resolve, reject) => {
      const headers = body === '' ? {} : { 'content-type': contentType };
      const sent = request(url + path, { method, headers, auth, ca, agent: false }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      });
      sent.on('error', reject);
      sent.end(body);
    });
}

/** Creates and fills `movies`, unless it exists. Uses HTTP like any client. */
export function loadDemo(url: string, access: DemoAccess = {}): Promise<void> {
  return plantDemo(sender(url, access));
}

/** Like `loadDemo`, through any sending function. */
export async function plantDemo(send: SendStatus): Promise<void> {
  if ((await send('HEAD', '/movies')) === 200) return;
  const created = await send('PUT', '/movies', readDemoFile('movies.mapping.json'), 'application/json');
  // Prevents a refresh during the load, so that one segment results however slow the machine is.
  await send('PUT', '/movies/_settings', '{"index":{"refresh_interval":"-1"}}', 'application/json');
  const documents = gunzipSync(readDemoFile('movies.ndjson.gz'));
  const loaded = await send('POST', '/movies/_bulk?refresh=true', documents, 'application/x-ndjson');
  await send('PUT', '/movies/_settings', '{"index":{"refresh_interval":null}}', 'application/json');
  if (created !== 200 || loaded !== 200)
    throw new Error(`the demo data could not be loaded (${created}, ${loaded})`);
}
