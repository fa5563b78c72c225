import type { ClusterService } from '../cluster/index.ts';
import { type BreakerName, CircuitBreakers, type Clock, parseMemoryBytes } from '../common/index.ts';
import { heapFigures } from './system.ts';

const LIMITS: readonly (readonly [key: string, breaker: BreakerName])[] = [
  ['indices.breaker.request.limit', 'request'],
  ['indices.breaker.fielddata.limit', 'fielddata'],
  ['network.breaker.inflight_requests.limit', 'in_flight_requests'],
];
const OVERHEADS: readonly (readonly [key: string, breaker: BreakerName])[] = [
  ['indices.breaker.request.overhead', 'request'],
  ['indices.breaker.fielddata.overhead', 'fielddata'],
  ['network.breaker.inflight_requests.overhead', 'in_flight_requests'],
];
const TOTAL = 'indices.breaker.total.limit';

/**
 * A node's circuit breakers, which follow the cluster's settings; unset settings use Rockpool's own defaults.
 */
export function openBreakers(cluster: ClusterService, clock: Clock): CircuitBreakers {
  const breakers = new CircuitBreakers({ clock, heap: heapFigures });
  const { settings } = cluster;
  for (const [key, breaker] of LIMITS) {
    const apply = (): void =>
      breakers.setLimit(breaker, settings.isSet(key) ? bytesOf(settings.text(key) ?? '', key) : null);
    settings.onChange(key, apply);
    apply();
  }
  for (const [key, breaker] of OVERHEADS) {
    const apply = (): void =>
      breakers.setOverhead(breaker, settings.isSet(key) ? Number(settings.text(key)) : null);
    settings.onChange(key, apply);
    apply();
  }
  const applyTotal = (): void =>
    breakers.setParentShare(bytesOf(settings.text(TOTAL) ?? '95%', TOTAL) / heapFigures().maxBytes);
  settings.onChange(TOTAL, applyTotal);
  applyTotal();
  return breakers;
}

function bytesOf(text: string, key: string): number {
  return parseMemoryBytes(text, key, heapFigures().maxBytes);
}
