import type { JsonObject } from '../../../common/index.ts';
import type { LaboratoryEvent } from '../../../knn/index.ts';

/** An event as a flat object; times are milliseconds since 1970. */
export function eventJson(event: LaboratoryEvent): JsonObject {
  const { seq, timeMs, nodeId, type } = event;
  const base = { seq, time: timeMs, ...(nodeId === '' ? {} : { node: nodeId }), type };
  switch (event.type) {
    case 'rebuild':
      return { ...base, limit_kb: event.limitKb, expiry_ms: event.expiryMs };
    case 'breaker_on':
    case 'breaker_off':
      return base;
    case 'load':
      return { ...base, ...event.graph, kb: event.weightKb, load_ns: Number(event.loadNanos) };
    case 'evict':
      return { ...base, ...event.graph, kb: event.weightKb, reason: event.reason };
    case 'hit':
    case 'access':
      return { ...base, ...event.graph, kb: event.weightKb };
    default:
      return { ...base, ...event.graph };
  }
}
