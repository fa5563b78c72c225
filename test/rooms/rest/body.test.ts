import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readBody } from '../../../src/rest/body.ts';

const MOST = 100_000;

function message(body: Buffer, encoding: string): IncomingMessage {
  const headers = { 'content-length': String(body.length), 'content-encoding': encoding };
  return Object.assign(Readable.from([body]), { headers }) as unknown as IncomingMessage;
}

/** What is read, and how much memory was asked for. */
async function read(body: Buffer, encoding: string): Promise<{ body: Buffer | Error; taken: number }> {
  let taken = 0;
  const grow = (bytes: number): void => void (taken += bytes);
  const result = await readBody(message(body, encoding), MOST, { grow }).catch((error: Error) => error);
  return { body: result, taken };
}

describe('a body that is compressed', () => {
  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
  ])('by %s is read, and weighed on the wire and inflated', async (encoding, compress) => {
    const text = Buffer.from('fish '.repeat(1000));
    const wire = compress(text);
    expect(await read(wire, encoding)).toEqual({ body: text, taken: wire.length + text.length });
  });

  it('may be as large as the limit, and no larger', async () => {
    expect((await read(gzipSync(Buffer.alloc(MOST)), 'gzip')).body).toHaveLength(MOST);
    expect((await read(gzipSync(Buffer.alloc(MOST + 1)), 'gzip')).body).toMatchObject({ status: 413 });
  });

  it('that is a bomb is refused when the limit is reached, not when it is all there', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const { body, taken } = await read(bomb, 'gzip');
    expect(body).toMatchObject({ status: 413 });
    expect(taken).toBeLessThanOrEqual(bomb.length + MOST);
  });

  it('is refused where all bodies together are too much', async () => {
    const full = new Error('[in_flight_requests] Data too large');
    let left = 2000;
    const grow = (bytes: number): void => {
      left -= bytes;
      if (left < 0) throw full;
    };
    await expect(readBody(message(gzipSync(Buffer.alloc(MOST)), 'gzip'), MOST, { grow })).rejects.toBe(full);
  });

  it.each([
    ['cut', gzipSync(Buffer.alloc(MOST)).subarray(0, 50)],
    ['gzip in gzip, taken for text', Buffer.from('no gzip at all')],
  ])('and damaged (%s) is a 400', async (_what, body) => {
    expect((await read(body, 'gzip')).body).toMatchObject({ status: 400 });
  });
});
