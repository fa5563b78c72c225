import { X509Certificate } from 'node:crypto';
import { request } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { selfSigned } from '../../../src/node/tls/selfSigned.ts';
import { openTestNode } from '../../support/node.ts';

/** A node that speaks HTTPS with a certificate of its own making and asks for a password. */

let node: RockpoolNode;
beforeAll(async () => {
  node = await openTestNode({ tls: 'selfSigned', credentials: { user: 'diver', password: 'a:b c' } });
});
afterAll(() => node.close());

function status(auth: string | undefined, ca = node.certificate ?? undefined): Promise<number | string> {
  return new Promise((resolve) => {
    const sent = request(node.url, { auth, ca, agent: false }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end();
  });
}

describe('HTTPS and a password', () => {
  it.each([
    ['diver:a:b c', 200],
    [undefined, 401],
    ['diver:', 401],
    ['diver:a:b', 401],
    ['Diver:a:b c', 401],
    ['diver:a:b c ', 401],
  ])('%s → %i', async (auth, expected) => {
    expect(await status(auth)).toBe(expected);
  });

  it('is not trusted by clients without the certificate', async () => {
    expect(await status('diver:a:b c', selfSigned('localhost', Date.now()).cert)).toMatch(/SELF_SIGNED|CERT/);
  });
});

describe('a self-signed certificate', () => {
  it.each(['127.0.0.1', '::1', 'fe80::1:2', 'pool.example', '10.1.2.3'])('is valid for %s', (host) => {
    const certificate = new X509Certificate(selfSigned(host, Date.now()).cert);
    const isName = /[g-z]/.test(host);
    expect(isName ? certificate.checkHost(host) : certificate.checkIP(host)).toBe(host);
    expect(certificate.checkHost('localhost')).toBe('localhost');
    expect(certificate.checkHost('evil.example')).toBeUndefined();
    expect(certificate.verify(certificate.publicKey)).toBe(true);
  });
});
