import type { Pacer } from '../../common/index.ts';

const OBJECT_BYTES = 24;
const MEMBER_BYTES = 8;

/**
 * About how much memory a value holds, shared parts counted once; what is beyond `limit` is not looked at. Functions
 * count nothing: they belong to the code that made the value.
 */
export async function sizeOf(value: unknown, limit: number, pacer: Pacer): Promise<number> {
  const seen = new Set<object>();
  const open: unknown[] = [value];
  let bytes = 0;
  while (open.length > 0 && bytes <= limit) {
    const next = open.pop();
    if (typeof next === 'string') bytes += OBJECT_BYTES + next.length;
    else if (typeof next === 'bigint') bytes += OBJECT_BYTES;
    else if (typeof next === 'object' && next !== null && !seen.has(next)) {
      seen.add(next);
      bytes += OBJECT_BYTES + ownBytes(next, open);
    }
    if (pacer.due()) await pacer.pause();
  }
  return bytes;
}

/** The bytes of the object itself; its parts are added to `open`. */
function ownBytes(value: object, open: unknown[]): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  const parts = partsOf(value);
  for (const part of parts) {
    if (typeof part !== 'number') open.push(part);
  }
  return parts.length * MEMBER_BYTES;
}

function partsOf(value: object): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (value instanceof Map) return [...value.keys(), ...value.values()];
  if (value instanceof Set) return [...value];
  return Object.values(value);
}
