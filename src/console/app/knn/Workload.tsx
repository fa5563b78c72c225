import { useEffect, useState } from 'preact/hooks';
import { useResource } from '../lib/hooks.ts';
import { attempt } from '../lib/messages.ts';
import { graphs } from './live.ts';
import { byFavour, searchTarget, targetsOf } from './targets.ts';
import { vectorFields } from './vectors.ts';

const PAUSE_MS = 150;

/** Searches one after the other, some shards more often than others, until the signal ends it. */
async function searchOn(index: string, signal: AbortSignal): Promise<void> {
  const targets = await targetsOf(graphs.value?.graphs ?? [], index === '' ? null : index, signal);
  for (let round = 0; !signal.aborted; round++) {
    await searchTarget(targets[byFavour(round, targets.length)], round);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** A small workload from this page, so that there is something to look at. */
export function Workload() {
  const fields = useResource(vectorFields, 'all');
  const [index, setIndex] = useState('');
  const [isOn, setIsOn] = useState(false);
  const known = fields.data ?? [];
  const names = [...new Set(known.map((field) => field.index))];
  // The graphs of the moment when it starts.
  useEffect(() => {
    if (!isOn) return undefined;
    const controller = new AbortController();
    void attempt(() =>
      searchOn(index, controller.signal).catch((error) => ignoreEnd(error, controller.signal)),
    ).then((done) => {
      if (!done) setIsOn(false);
    });
    return () => controller.abort();
  }, [isOn, index]);
  if (names.length === 0) return null;
  return (
    <div class="row">
      {names.length > 1 && (
        <select
          aria-label="Index to search"
          value={index}
          onChange={(event) => setIndex(event.currentTarget.value)}
        >
          <option value="">all indices</option>
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
      <button type="button" class="small" aria-pressed={isOn} onClick={() => setIsOn(!isOn)}>
        {isOn ? 'Stop searching' : 'Search from here'}
      </button>
    </div>
  );
}

function ignoreEnd(error: unknown, signal: AbortSignal): void {
  if (!signal.aborted) throw error;
}
