import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../support/server.ts';

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
  ])('%s is served with a policy that lets nothing else in', async (path, type, content) => {
    const answer = await fetch(server.url + path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
    expect(await answer.text()).toContain(content);
  });
});
