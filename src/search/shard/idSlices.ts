import { murmur3Bytes } from '../../common/index.ts';

/** The original's seed for hashing terms. */
const SEED = 7919;

/** The hash of an id by which slices divide documents. */
export function idHash(id: string): number {
  return murmur3Bytes(uidBytes(id), SEED);
}

const NUMERIC = 0xfe;
const UTF8 = 0xff;
const BASE64_ESCAPE = 0xfd;

/** An id in the form of the original's index: digits in pairs, base64 decoded, others unchanged. */
function uidBytes(id: string): Uint8Array {
  if (/^\d+$/.test(id)) return numericBytes(id);
  if (!isBase64(id)) return Buffer.concat([Buffer.of(UTF8), Buffer.from(id)]);
  const bytes = Buffer.from(id, 'base64url');
  return bytes[0] >= BASE64_ESCAPE ? Buffer.concat([Buffer.of(BASE64_ESCAPE), bytes]) : bytes;
}

function numericBytes(id: string): Uint8Array {
  const bytes = [NUMERIC];
  for (let i = 0; i < id.length; i += 2) {
    const second = i + 1 < id.length ? Number(id[i + 1]) : 0x0f;
    bytes.push((Number(id[i]) << 4) | second);
  }
  return Uint8Array.from(bytes);
}

/** URL-safe base64 without padding or remaining bits. */
function isBase64(id: string): boolean {
  if (!/^[\w-]+$/.test(id)) return false;
  const rest = id.length & 3;
  if (rest === 1) return false;
  return rest === 0 || (rest === 2 ? /[AQgw]$/ : /[AEIMQUYcgkosw048]$/).test(id);
}
