import { useState } from 'preact/hooks';
import { call } from '../lib/api.ts';
import { duration } from '../lib/format.ts';
import { attempt } from '../lib/messages.ts';
import { askServer, type ServerState, server } from '../shell/server.ts';
import { Skeleton } from '../ui/states.tsx';
import { useTicking } from './useTicking.ts';

const LEAPS = [
  ['10s', '10 s'],
  ['1m', '1 min'],
  ['2m', '2 min'],
  ['1h', '1 h'],
  ['3h', '3 h'],
  ['1d', '1 day'],
] as const;

async function move(body: object, done: string): Promise<void> {
  await attempt(() => call('POST', '/_rockpool/clock', body).then(askServer), done);
}

/** The time that everything goes by, moved by hand. */
export function Clock() {
  const state = server.value;
  if (!state) return <Skeleton />;
  const { mode, offset_ms: offset } = state.clock;
  return (
    <div class="card-body stack clock">
      <Face state={state} />
      <p class="muted">
        {mode === 'real' && "It runs with this machine's clock."}
        {mode === 'moved' &&
          `It goes, and is ${duration(Math.abs(offset))} ${offset < 0 ? 'behind' : 'ahead'}.`}
        {mode === 'frozen' && 'It stands still until it is moved.'}
      </p>
      <div class="row">
        <button
          type="button"
          disabled={mode === 'frozen'}
          onClick={() => void move({ freeze: true }, 'The clock stands still')}
        >
          Freeze
        </button>
        <button
          type="button"
          disabled={mode === 'real'}
          onClick={() => void move({ real: true }, 'The clock is real again')}
        >
          Back to real time
        </button>
      </div>
      <h3>Go ahead</h3>
      <div class="row">
        {LEAPS.map(([value, name]) => (
          <button key={value} type="button" onClick={() => void move({ advance: value }, `${name} went by`)}>
            + {name}
          </button>
        ))}
      </div>
      <SetTo />
      <p class="card-note">
        Expiry of idle graphs, the monitor of the circuit breaker, refreshes, scrolls, cursors, waiting tasks
        and dates of “now” go by this clock. What falls due on the way runs, in order, before the answer
        comes.
      </p>
    </div>
  );
}

function Face({ state }: { readonly state: ServerState }) {
  const iso = new Date(useTicking(state)).toISOString();
  return (
    <p class="face">
      <span>{iso.slice(0, 10)}</span> <strong>{iso.slice(11, 19)}</strong> <span class="muted">UTC</span>
    </p>
  );
}

function SetTo() {
  const [text, setText] = useState('');
  const submit = (event: Event): void => {
    event.preventDefault();
    void move({ set: `${text}${text.length === 16 ? ':00' : ''}Z` }, 'The clock is set');
  };
  return (
    <form class="row" onSubmit={submit}>
      <label class="field">
        Set to, UTC
        <input
          type="datetime-local"
          step={1}
          required
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="form-end">
        Set
      </button>
    </form>
  );
}
