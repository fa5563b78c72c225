/** Orders keys like a java.util.HashMap, which the original uses for the members of printed objects. */
export function javaMapOrder(keys: readonly string[]): string[] {
  return javaHashOrder(keys, javaHash);
}

/**
 * Like `javaMapOrder`, for a map copied from another: it is sized for its entries from the start instead of
 * beginning with 16 bins.
 */
export function javaMapCopyOrder(keys: readonly string[]): string[] {
  const needed = Math.trunc(keys.length / 0.75 + 1);
  return javaHashOrder(keys, javaHash, 2 ** Math.ceil(Math.log2(needed)));
}

/**
 * Orders members like a java.util.HashSet with this initial capacity: by bin, within a bin in insertion
 * order.
 */
export function javaHashOrder<T>(members: readonly T[], hashOf: (member: T) => number, slots = 16): T[] {
  let capacity = slots;
  while (members.length > capacity * 0.75) capacity *= 2;
  return members
    .map((member) => ({ member, slot: spread(hashOf(member)) & (capacity - 1) }))
    .sort((a, b) => a.slot - b.slot)
    .map(({ member }) => member);
}

/** `hashCode()` of a Java string. */
export function javaHash(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}

/** `Objects.hash(…)` of strings that may be null. */
export function javaHashAll(texts: readonly (string | null)[]): number {
  return texts.reduce((hash, text) => (Math.imul(hash, 31) + (text === null ? 0 : javaHash(text))) | 0, 1);
}

function spread(hash: number): number {
  return hash ^ (hash >>> 16);
}
