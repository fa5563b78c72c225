import { readdirSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../../support/server.ts';

describe('the console', () => {
  let server: RunningServer;

  beforeAll(async () => {
    server = await startServer(['--ephemeral']);
  });

  afterAll(async () => {
    await server.stop();
  });

  it.each([
    ['/_console', 'text/html; charset=UTF-8', '<title>Rockpool</title>'],
    ['/_console/app.js', 'text/javascript; charset=UTF-8', 'files of'],
    ['/_console/style.css', 'text/css; charset=UTF-8', 'color-scheme'],
    ['/_console/icon.svg', 'image/svg+xml; charset=UTF-8', '<svg'],
  ])('%s is served with a policy that lets nothing else in', async (path, type, content) => {
    const answer = await fetch(server.url + path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
    expect(await answer.text()).toContain(content);
  });

  const sizeOf = async (paths: readonly string[]): Promise<number> => {
    let bytes = 0;
    for (const path of paths) bytes += await sizeOnWire(server.url + path);
    return bytes;
  };

  it('takes less than 350 KB on the wire', async () => {
    const files = readdirSync(join(import.meta.dirname, '../../../dist/console'));
    const bytes = await sizeOf(files.map((name) => `/_console/${name}`));
    expect(bytes).toBeLessThan(350_000);
    expect(bytes).toBeGreaterThan(50_000);
  });

  it('loads no more for a view than it draws: the frame first, and an editor only where somebody writes', async () => {
    const page = await (await fetch(`${server.url}/_console`)).text();
    const urls = (pattern: RegExp): string[] =>
      [...page.matchAll(pattern)].flatMap(([, found]) => found.split(' '));
    const frame = urls(/(?:src|rel="(?:stylesheet|modulepreload)" href)="([^"]+)"/g);
    const view = (id: string): string[] =>
      urls(new RegExp(`<meta name="files of ${id}" content="([^"]+)"`, 'g'));
    expect(await sizeOf(['/_console', ...frame])).toBeLessThan(40_000);
    for (const id of ['knn', 'cluster']) expect(await sizeOf(view(id))).toBeLessThan(50_000);
    for (const id of ['sql', 'data', 'requests']) expect(view(id).length).toBeGreaterThan(1);
  });

  it('files whose name tells what is in them are kept by browsers; the others are asked for each time', async () => {
    const page = await (await fetch(`${server.url}/_console`)).text();
    const [chunk = ''] = /\/_console\/[\w-]+-[A-Z0-9]{8}\.js/.exec(page) ?? [];
    const kept = async (path: string) => (await fetch(server.url + path)).headers.get('cache-control');
    expect(await kept(chunk)).toContain('immutable');
    expect([await kept('/_console/app.js'), await kept('/_console')]).toEqual([null, null]);
  });

  it.each([
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 302, '/_console'],
    ['*/*', 200, null],
    ['application/json', 200, null],
  ])('GET / with Accept: %s answers %i', async (accept, status, location) => {
    const answer = await fetch(`${server.url}/`, { headers: { accept }, redirect: 'manual' });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('location')).toBe(location);
    if (status === 200)
      expect(await answer.json()).toMatchObject({ tagline: expect.stringContaining('OpenSearch') });
  });
});

/** Bytes of the body as a browser gets it: compressed. */
function sizeOnWire(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => resolve(bytes));
    }).on('error', reject);
  });
}
