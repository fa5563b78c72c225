import { useResource } from '../../lib/hooks.ts';
import { Loaded } from '../../ui/states.tsx';
import { readHealth } from './health.ts';

const EVERY_MS = 3000;
const TONES = { green: 'good', yellow: 'warn', red: 'bad' } as const;

export function HealthCard() {
  const health = useResource(readHealth, 'all', { everyMs: EVERY_MS });
  return (
    <section aria-label="Health">
      <h3>Health</h3>
      <Loaded resource={health} lines={2}>
        {({ status, sentence, explanation }) => (
          <div class="stack" role="status">
            <p>
              <span class={`badge ${TONES[status]}`}>{status}</span> {sentence}
            </p>
            {explanation !== null && <p class="card-note">{explanation}</p>}
          </div>
        )}
      </Loaded>
    </section>
  );
}
