/** What this browser remembers; a browser that forbids it forgets, and nothing else happens. */

export function recall<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`rockpool.${key}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(`rockpool.${key}`, JSON.stringify(value));
  } catch {
    // Private mode, or no room: the session goes on without.
  }
}
