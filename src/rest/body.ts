import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip, inflate } from 'node:zlib';
import { HttpError } from './httpError.ts';

const decoders: ReadonlyMap<string, (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>> =
  new Map([
    ['gzip', promisify(gunzip)],
    ['x-gzip', promisify(gunzip)],
    ['deflate', promisify(inflate)],
  ]);

const EMPTY = Buffer.alloc(0);

/**
 * The whole body, decompressed. Throws HttpError: 413 above `maxBytes` (counted after decompression too),
 * 415 for an encoding that is not gzip or deflate, 400 for damaged data.
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const { headers } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return EMPTY;
  if (headers['content-length'] === '0') return EMPTY;
  if (Number(headers['content-length']) > maxBytes) throw tooLarge(maxBytes);
  const raw = await collect(request, maxBytes);
  const encoding = headers['content-encoding']?.trim().toLowerCase();
  if (encoding === undefined || encoding === '' || encoding === 'identity' || raw.length === 0) return raw;
  return decompress(raw, encoding, maxBytes);
}

function collect(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) {
        request.pause();
        reject(tooLarge(maxBytes));
      } else chunks.push(chunk);
    });
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, size)));
    request.on('error', () => reject(new HttpError(400, 'the request body was cut off')));
    request.on('aborted', () => reject(new HttpError(400, 'the request body was cut off')));
  });
}

async function decompress(raw: Buffer, encoding: string, maxBytes: number): Promise<Buffer> {
  const decode = decoders.get(encoding);
  if (!decode) throw new HttpError(415, `Content-Encoding [${encoding}] is not supported`);
  try {
    return await decode(raw, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes);
    throw new HttpError(400, `the request body is not valid ${encoding} data`);
  }
}

function tooLarge(maxBytes: number): HttpError {
  return new HttpError(413, `the request body is larger than http.max_content_length [${maxBytes}b]`);
}
