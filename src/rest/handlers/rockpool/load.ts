import { json } from '../../response.ts';
import { routes } from '../../route.ts';
import { breakersJson } from '../cluster/breakerStats.ts';

export const loadRoutes = routes(
  ['GET /_rockpool/load'],
  { doc: 'what weighs on this process: held event loop, connections, memory of requests' },
  (_request, { breakers, connections, eventLoop, system }) => {
    const { stalls, stalledMs, longestMs, p50Ms, p99Ms } = eventLoop();
    const { open, opened, evicted } = connections.figures;
    const { residentBytes, heapUsedBytes, heapMaxBytes } = system();
    return json({
      event_loop: {
        stalls,
        stalled_millis: stalledMs,
        longest_stall_millis: longestMs,
        delay_p50_millis: p50Ms,
        delay_p99_millis: p99Ms,
      },
      connections: { open, opened, evicted },
      memory: { resident_bytes: residentBytes, heap_used_bytes: heapUsedBytes, heap_max_bytes: heapMaxBytes },
      breakers: breakersJson(breakers),
    });
  },
);
