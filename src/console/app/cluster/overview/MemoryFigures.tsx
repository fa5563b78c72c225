import { call } from '../../lib/api.ts';
import { bytes, percent } from '../../lib/format.ts';
import { useResource } from '../../lib/hooks.ts';
import { Loaded } from '../../ui/states.tsx';

const EVERY_MS = 3000;

interface NodeFigures {
  readonly name: string;
  readonly heapUsed: number;
  readonly heapMax: number;
  readonly graphs: number;
  readonly cpuPercent: number;
}

interface NodesAnswer {
  readonly nodes: Readonly<
    Record<
      string,
      {
        readonly name: string;
        readonly os: { readonly cpu: { readonly percent: number } };
        readonly jvm: {
          readonly mem: { readonly heap_used_in_bytes: number; readonly heap_max_in_bytes: number };
        };
      }
    >
  >;
}

interface KnnAnswer {
  readonly nodes: Readonly<Record<string, { readonly graph_memory_usage: number }>>;
}

async function readFigures(signal: AbortSignal): Promise<readonly NodeFigures[]> {
  const [{ nodes }, knn] = await Promise.all([
    call<NodesAnswer>('GET', '/_nodes/stats/os,jvm', undefined, { signal }),
    call<KnnAnswer>('GET', '/_plugins/_knn/stats/graph_memory_usage', undefined, { signal }),
  ]);
  return Object.entries(nodes).map(([id, { name, os, jvm }]) => ({
    name,
    heapUsed: jvm.mem.heap_used_in_bytes,
    heapMax: jvm.mem.heap_max_in_bytes,
    graphs: (knn.nodes[id]?.graph_memory_usage ?? 0) * 1024,
    cpuPercent: os.cpu.percent,
  }));
}

/** Heap and graphs of every node. */
export function MemoryFigures() {
  const figures = useResource(readFigures, 'all', { everyMs: EVERY_MS });
  return (
    <section aria-label="Memory">
      <h3>Memory</h3>
      <Loaded resource={figures} lines={3}>
        {(nodes) => (
          <ul class="stack">
            {nodes.map(({ name, heapUsed, heapMax, graphs, cpuPercent }) => (
              <li key={name} class="gauge">
                <span>{name}</span>
                <span class="number">
                  heap {bytes(heapUsed)} of {bytes(heapMax)} · graphs {bytes(graphs)} · processor{' '}
                  {percent(Math.max(0, cpuPercent) / 100)}
                </span>
                <meter
                  min={0}
                  max={1}
                  value={heapMax === 0 ? 0 : Math.min(1, heapUsed / heapMax)}
                  aria-label={`Heap of ${name}`}
                />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}
