import { type Clock, OpenSearchError } from '../common/index.ts';
import type { Laboratory } from './laboratory.ts';

const OWN_PREFIX = '/_rockpool/';

/** Applies fault rules to a request: rejects or delays it. Rockpool's own APIs are exempt. */
export function applyRequestFault(
  faults: Laboratory['faults'],
  clock: Clock,
  method: string,
  path: string,
): Promise<void> | null {
  if (!faults.active || path.startsWith(OWN_PREFIX)) return null;
  const fault = faults.request(method, path);
  if (fault === null) return null;
  if (fault.action === 'delay') {
    return new Promise((resolve) => {
      clock.schedule(fault.delayMs, resolve);
    });
  }
  const reason = `rejected by fault rule [${fault.rule}]`;
  const type =
    fault.status === 429 ? 'rejected_execution_exception' : 'process_cluster_event_timeout_exception';
  throw new OpenSearchError(type, reason);
}
