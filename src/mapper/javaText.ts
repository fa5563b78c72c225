import { hashMapOrder, JsonDouble, javaDouble } from '../common/index.ts';

/** Formats a JSON value like Java's toString: `{a=1}`, `[1, 2.0]`, `null`. Members are in HashMap order. */
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

/**
 * Like `javaText`, with members in their given order (as in LinkedHashMap and TreeMap, used for mapping
 * bodies).
 */
export function javaTextInOrder(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(javaTextInOrder).join(', ')}]`;
  if (typeof value !== 'object' || value === null || value instanceof JsonDouble) return javaText(value);
  return `{${Object.entries(value)
    .map(([key, member]) => `${key}=${javaTextInOrder(member)}`)
    .join(', ')}}`;
}
