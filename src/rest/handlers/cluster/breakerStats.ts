import { type CircuitBreakers, formatSizeBytes, type JsonObject } from '../../../common/index.ts';

/** `_nodes/stats/breaker`, with the original's members. */
export function breakersJson(breakers: CircuitBreakers): JsonObject {
  const rows = Object.entries(breakers.figures()).map(
    ([name, { limitBytes, usedBytes, overhead, tripped }]) => [
      name,
      {
        limit_size_in_bytes: limitBytes,
        limit_size: formatSizeBytes(limitBytes),
        estimated_size_in_bytes: usedBytes,
        estimated_size: formatSizeBytes(usedBytes),
        overhead,
        tripped,
      },
    ],
  );
  return Object.fromEntries(rows) as JsonObject;
}
