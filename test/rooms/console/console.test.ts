import { get } from 'node:http';
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
    ['/_console/app.js', 'text/javascript; charset=UTF-8', '/_plugins/_sql'],
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

  it('takes less than 350 KB on the wire', async () => {
    let bytes = 0;
    for (const path of ['/_console', '/_console/app.js', '/_console/style.css', '/_console/icon.svg']) {
      bytes += await sizeOnWire(server.url + path);
    }
    expect(bytes).toBeLessThan(350_000);
    expect(bytes).toBeGreaterThan(50_000);
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
