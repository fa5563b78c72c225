import type { NodeClient } from '../client/index.ts';
import type { ClusterService, DocumentService, UpdateScriptCompiler } from '../cluster/index.ts';
import type { CircuitBreakers, Clock, JsonObject, Logger, Random } from '../common/index.ts';
import type { KnnPlugin } from '../knn/index.ts';
import type { SearchService } from '../search/index.ts';
import type { SqlService } from '../sql/index.ts';
import type { Connections } from './connections.ts';
import type { Isolation } from './isolation.ts';
import type { Laboratory } from './laboratory.ts';
import type { RequestMetrics } from './metrics/requestMetrics.ts';

/** Figures of the machine and the process. */
export interface SystemFigures {
  readonly pid: number;
  readonly uptimeMs: number;
  readonly processors: number;
  readonly loadAverages: readonly [number, number, number];
  readonly cpuPercent: number;
  /** Processor time since the start. */
  readonly cpuTimeMs: number;
  readonly memoryTotalBytes: number;
  readonly memoryFreeBytes: number;
  readonly heapUsedBytes: number;
  readonly heapMaxBytes: number;
  readonly residentBytes: number;
  readonly diskTotalBytes: number;
  readonly diskFreeBytes: number;
  readonly dataPath: string;
  readonly osName: string;
  readonly arch: string;
  readonly runtimeVersion: string;
}

/** How long the event loop was held: nothing else is answered in such a time. Milliseconds. */
export interface EventLoopFigures {
  /** Times that it was held for longer than is good. */
  readonly stalls: number;
  readonly stalledMs: number;
  readonly longestMs: number;
  /** Delays of everything that waited its turn. */
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** What handlers work with; `node/` builds it. */
export interface RestServices {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly cluster: ClusterService;
  readonly documents: DocumentService;
  readonly search: SearchService;
  /** Loaded by the first request that needs it. */
  readonly sql: {
    get(): Promise<SqlService>;
    /** null: no request has needed it yet. */
    loaded(): SqlService | null;
    close(): Promise<void>;
  };
  readonly client: NodeClient;
  readonly compileUpdate: UpdateScriptCompiler;
  readonly knn: KnnPlugin;
  readonly laboratory: Laboratory;
  readonly isolation: Isolation;
  readonly breakers: CircuitBreakers;
  readonly connections: Connections;
  readonly requests: RequestMetrics;
  readonly eventLoop: () => EventLoopFigures;
  /** The OpenAPI document of what this server answers. */
  readonly openApi: () => JsonObject;
  readonly system: () => SystemFigures;
  /** `127.0.0.1:9200`. */
  readonly httpAddress: () => string;
}
