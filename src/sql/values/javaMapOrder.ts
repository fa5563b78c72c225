/** The keys of a java.util.HashMap in the order in which it lists them: the members of printed objects. */
export function javaMapOrder(keys: readonly string[]): string[] {
  return javaHashOrder(keys, javaHash);
}

/** The same of a map that was filled from another at once: as many slots as that needs, where others begin with 16. */
export function javaMapCopyOrder(keys: readonly string[]): string[] {
  const needed = Math.trunc(keys.length / 0.75 + 1);
  return javaHashOrder(keys, javaHash, 2 ** Math.ceil(Math.log2(needed)));
}

/** The members of a java.util.HashSet that began with so many slots: by slot, in each as they came. */
export function javaHashOrder<T>(members: readonly T[], hashOf: (member: T) => number, slots = 16): T[] {
  let capacity = slots;
  while (members.length > capacity * 0.75) capacity *= 2;
  return members
    .map((member) => ({ member, slot: spread(hashOf(member)) & (capacity - 1) }))
    .sort((a, b) => a.slot - b.slot)
    .map(({ member }) => member);
}

/** `hashCode()` of a text. */
export function javaHash(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}

/** `Objects.hash(…)` of texts that may be missing. */
export function javaHashAll(texts: readonly (string | null)[]): number {
  return texts.reduce((hash, text) => (Math.imul(hash, 31) + (text === null ? 0 : javaHash(text))) | 0, 1);
}

function spread(hash: number): number {
  return hash ^ (hash >>> 16);
}
