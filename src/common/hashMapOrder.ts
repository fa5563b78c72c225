/** `keys` in the iteration order of a java.util.HashMap. */
export function hashMapOrder(keys: readonly string[]): readonly string[] {
  let capacity = 16;
  while (keys.length > capacity * 0.75) capacity *= 2;
  const bucket = (key: string): number => {
    const hash = javaHash(key);
    return (hash ^ (hash >>> 16)) & (capacity - 1);
  };
  return [...keys].sort((a, b) => bucket(a) - bucket(b));
}

/** `String.hashCode`. */
export function javaHash(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(31, hash) + text.charCodeAt(i)) | 0;
  return hash;
}
