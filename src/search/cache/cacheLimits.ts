import { parseMemoryBytes, parseTimeMs } from '../../common/index.ts';

const SIZE = 'indices.requests.cache.size';
const EXPIRE = 'indices.requests.cache.expire';
const DEFAULT_HEAP_BYTES = 1024 ** 3;

interface CacheOptions {
  readonly clusterSetting?: (key: string) => string | null;
  readonly heapBytes?: number;
}

/** Maximum size and age of request cache entries; `null` for no maximum age. */
export function cacheLimits({ clusterSetting, heapBytes = DEFAULT_HEAP_BYTES }: CacheOptions): {
  readonly maxBytes: number;
  readonly expireMs: number | null;
} {
  const expireMs = parseTimeMs(clusterSetting?.(EXPIRE) ?? '0ms', EXPIRE);
  return {
    maxBytes: parseMemoryBytes(clusterSetting?.(SIZE) ?? '1%', SIZE, heapBytes),
    expireMs: expireMs > 0 ? expireMs : null,
  };
}
