import { useState } from 'preact/hooks';
import { call } from '../lib/api.ts';
import { bytes, milliseconds } from '../lib/format.ts';
import { useResource } from '../lib/hooks.ts';
import { attempt } from '../lib/messages.ts';

interface Simulation {
  readonly bytes_per_second: number | null;
  readonly latency_ms: number;
}

const PATH = '/_rockpool/knn/simulation';

/** Loads of graphs as slow as a disk would make them. */
export function SlowDisk() {
  const simulation = useResource((signal) => call<Simulation>('GET', PATH, undefined, { signal }), PATH);
  // What somebody types stays when the answer comes late.
  const [typed, setTyped] = useState<{ readonly speed?: string; readonly latency?: string }>({});
  const now = simulation.data;
  const speed = typed.speed ?? (now?.bytes_per_second ? `${now.bytes_per_second}b` : '');
  const latency = typed.latency ?? (now?.latency_ms ? `${now.latency_ms}ms` : '');
  const isSlow = now !== null && (now.bytes_per_second !== null || now.latency_ms > 0);
  const put = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    if (await attempt(work, done)) setTyped({});
    simulation.reload();
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    const body = { ...(speed && { bytes_per_second: speed }), ...(latency && { latency }) };
    void put(() => call('PUT', PATH, body), 'Graph loads are slowed down');
  };
  return (
    <section class="stack" aria-label="Slow disk">
      <h3>Slow disk</h3>
      <p class="muted">{now && isSlow ? wordsFor(now) : 'Graph loads are not slowed down.'}</p>
      <form class="row" onSubmit={submit}>
        <label class="field">
          Bytes a second
          <input
            class="mono"
            placeholder="20mb"
            value={speed}
            onInput={(event) => setTyped({ ...typed, speed: event.currentTarget.value })}
          />
        </label>
        <label class="field">
          Latency
          <input
            class="mono"
            placeholder="5ms"
            value={latency}
            onInput={(event) => setTyped({ ...typed, latency: event.currentTarget.value })}
          />
        </label>
        <button type="submit" class="form-end">
          Set
        </button>
        <button
          type="button"
          class="form-end"
          disabled={!isSlow}
          onClick={() => void put(() => call('DELETE', PATH), 'Graph loads are no longer slowed down')}
        >
          Off
        </button>
      </form>
    </section>
  );
}

function wordsFor({ bytes_per_second: speed, latency_ms: latency }: Simulation): string {
  const parts = [
    speed === null ? '' : `${bytes(speed)} a second for each node`,
    latency === 0 ? '' : `${milliseconds(latency)} more for each load`,
  ];
  return `Loads of graphs: ${parts.filter(Boolean).join(', ')}.`;
}
