import { statfsSync } from 'node:fs';
import { arch, cpus, freemem, loadavg, totalmem, type } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import type { HeapFigures } from '../common/index.ts';
import type { SystemFigures } from '../rest/index.ts';

/**
 * The Java heap that the real engine would have here: k-NN limits in percent apply to the memory left beside
 * it.
 */
const ASSUMED_HEAP_BYTES = 1024 ** 3;

/** The memory that k-NN limits in percent refer to. */
export function nativeMemoryBytes(): number {
  return Math.max(ASSUMED_HEAP_BYTES, totalmem() - ASSUMED_HEAP_BYTES);
}

/** Cached, because the system reads a file for each processor. */
const PROCESSORS = Math.max(1, cpus().length);

export function processorCount(): number {
  return PROCESSORS;
}

/** Figures of the machine and the process, as in `_nodes/stats` and the cat APIs. */
export function systemFigures(dataPath: string): SystemFigures {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const uptimeMs = Math.round(process.uptime() * 1000);
  const [one, five, fifteen] = loadavg();
  const disk = diskFigures(dataPath);
  return {
    pid: process.pid,
    uptimeMs,
    processors: processorCount(),
    loadAverages: [one, five, fifteen],
    cpuPercent: Math.min(100, Math.round((user + system) / 10 / Math.max(1, uptimeMs) / processorCount())),
    cpuTimeMs: (user + system) / 1000,
    memoryTotalBytes: totalmem(),
    memoryFreeBytes: freemem(),
    heapUsedBytes: heapUsed,
    heapMaxBytes: getHeapStatistics().heap_size_limit,
    residentBytes: rss,
    ...disk,
    dataPath,
    osName: type(),
    arch: arch(),
    runtimeVersion: process.versions.node,
  };
}

/** Figures of the JavaScript heap; cheap enough to read for every SQL statement. */
export function heapFigures(): HeapFigures {
  const { used_heap_size: usedBytes, heap_size_limit: maxBytes } = getHeapStatistics();
  return { usedBytes, maxBytes };
}

function diskFigures(path: string): Pick<SystemFigures, 'diskTotalBytes' | 'diskFreeBytes'> {
  try {
    const { bsize, blocks, bavail } = statfsSync(path);
    return { diskTotalBytes: bsize * blocks, diskFreeBytes: bsize * bavail };
  } catch {
    return { diskTotalBytes: 0, diskFreeBytes: 0 };
  }
}
