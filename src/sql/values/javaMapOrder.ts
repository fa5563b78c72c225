/** The keys of a java.util.HashMap in the order in which it lists them: the members of printed objects. */
export function javaMapOrder(keys: readonly string[]): string[] {
  let capacity = 16;
  while (keys.length > capacity * 0.75) capacity *= 2;
  return keys
    .map((key) => ({ key, slot: spread(hashCode(key)) & (capacity - 1) }))
    .sort((a, b) => a.slot - b.slot)
    .map(({ key }) => key);
}

function hashCode(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}

function spread(hash: number): number {
  return hash ^ (hash >>> 16);
}
