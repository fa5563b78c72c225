import { signal } from '@preact/signals';

/** `#/data/movies/mapping` → ['data', 'movies', 'mapping']. */
export const route = signal<readonly string[]>(readHash());

function readHash(): readonly string[] {
  const parts = location.hash.replace(/^#\/?/, '').split('/').filter(Boolean);
  return parts.map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
}

addEventListener('hashchange', () => {
  route.value = readHash();
});

export function href(...parts: readonly string[]): string {
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}

export function go(...parts: readonly string[]): void {
  location.hash = href(...parts);
}

/** As `go`, in the place of where one is: nobody comes back here. */
export function leave(...parts: readonly string[]): void {
  history.replaceState(null, '', href(...parts));
  route.value = readHash();
}
