import type { ExactJsonObject, ExactJsonValue } from './json.ts';

/** Sets a member whose name a user chose: `__proto__` becomes an own member like any other. */
export function setMember(target: ExactJsonObject, name: string, value: ExactJsonValue): void {
  if (name === '__proto__') Object.defineProperty(target, name, { value, enumerable: true, writable: true });
  else target[name] = value;
}
