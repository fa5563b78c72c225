import type { ComponentChildren } from 'preact';
import { isOfCluster } from './live.ts';

export const STATES = {
  in_memory: 'in memory',
  loading: 'being loaded',
  on_disk: 'on disk only',
  unknown: 'perhaps in memory',
} as const;

/** The colours of graphs by their states, of those that there can be, and what else a picture shows. */
export function StateLegend({ children }: { readonly children?: ComponentChildren }) {
  const never = isOfCluster.value ? 'loading' : 'unknown';
  return (
    <ul class="legend">
      {Object.entries(STATES)
        .filter(([state]) => state !== never)
        .map(([state, name]) => (
          <li key={state}>
            <span class={`graph swatch ${state}`} aria-hidden="true" /> {name}
          </li>
        ))}
      {children}
    </ul>
  );
}
