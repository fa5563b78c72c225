import { call, segment } from '../lib/api.ts';
import { useResource } from '../lib/hooks.ts';
import { attempt } from '../lib/messages.ts';
import { askServer } from '../shell/server.ts';
import { Loaded } from '../ui/states.tsx';

const EVERY_MS = 2000;

interface NodeRow {
  readonly id: string;
  readonly name: string;
  readonly state: 'started' | 'stopped' | 'stopped_unnoticed';
}

const STATES = {
  started: ['good', 'runs'],
  stopped: ['bad', 'stopped'],
  stopped_unnoticed: ['warn', 'stopped, unnoticed'],
} as const;

/** The virtual nodes; each can be ended as if it were killed, and started again. */
export function Nodes() {
  const nodes = useResource(
    (signal) =>
      call<{ readonly nodes: readonly NodeRow[] }>('GET', '/_rockpool/nodes', undefined, { signal }),
    'all',
    { everyMs: EVERY_MS },
  );
  const act = async (node: NodeRow, operation: 'stop' | 'start'): Promise<void> => {
    const done = `${node.name} is ${operation === 'stop' ? 'stopped' : 'started'}`;
    const path = `/_rockpool/nodes/${segment(node.name)}/${operation}`;
    await attempt(() => call('POST', path).then(askServer), done);
    nodes.reload();
  };
  return (
    <div class="card-body stack">
      <Loaded resource={nodes} lines={3}>
        {({ nodes: rows }) => (
          <ul class="rules">
            {rows.map((node) => {
              const [tone, words] = STATES[node.state];
              const operation = node.state === 'started' ? 'stop' : 'start';
              return (
                <li key={node.id}>
                  <strong>{node.name}</strong> <span class={`badge ${tone}`}>{words}</span>
                  <span class="mono muted grow node-id">{node.id}</span>
                  <button type="button" class="small" onClick={() => void act(node, operation)}>
                    {operation === 'stop' ? 'Stop' : 'Start'}
                    <span class="hidden"> {node.name}</span>
                  </button>
                </li>
              );
            })}
          </ul>
        )}
      </Loaded>
      <p class="card-note">
        A node that is stopped ends as if its process were killed: replicas take over, its cache is empty when
        it comes back. More nodes: <code>rockpool serve --nodes 3</code>.
      </p>
    </div>
  );
}
