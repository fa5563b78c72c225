import type { ExactJsonObject, ExactJsonValue } from './json.ts';

/** Sets a member with a name chosen by a user: `__proto__` becomes an ordinary own member. */
export function setMember(target: ExactJsonObject, name: string, value: ExactJsonValue): void {
  if (name === '__proto__') Object.defineProperty(target, name, { value, enumerable: true, writable: true });
  else target[name] = value;
}
