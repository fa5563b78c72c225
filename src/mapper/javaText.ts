import { JsonDouble, javaDouble } from '../common/index.ts';

/** A JSON value as Java's toString prints it: `{a=1}`, `[1, 2.0]`, `null`. Objects print in HashMap order. */
export function javaText(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof JsonDouble) return javaDouble(value.value);
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : javaDouble(value);
  if (Array.isArray(value)) return `[${value.map(javaText).join(', ')}]`;
  if (typeof value !== 'object') return String(value);
  const members = Object.entries(value);
  return `{${hashMapOrder(members.map(([key]) => key))
    .map((key) => `${key}=${javaText((value as Record<string, unknown>)[key])}`)
    .join(', ')}}`;
}

/** As `javaText`, members in the order given (LinkedHashMap, TreeMap: mapping bodies). */
export function javaTextInOrder(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(javaTextInOrder).join(', ')}]`;
  if (typeof value !== 'object' || value === null || value instanceof JsonDouble) return javaText(value);
  return `{${Object.entries(value)
    .map(([key, member]) => `${key}=${javaTextInOrder(member)}`)
    .join(', ')}}`;
}

/** The order in which a java.util.HashMap with these keys iterates. */
function hashMapOrder(keys: readonly string[]): readonly string[] {
  let capacity = 16;
  while (keys.length > capacity * 0.75) capacity *= 2;
  const bucket = (key: string): number => {
    const hash = javaHash(key);
    return (hash ^ (hash >>> 16)) & (capacity - 1);
  };
  return [...keys].sort((a, b) => bucket(a) - bucket(b));
}

function javaHash(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(31, hash) + text.charCodeAt(i)) | 0;
  return hash;
}
