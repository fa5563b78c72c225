import { useEffect, useState } from 'preact/hooks';
import { useResource } from '../lib/hooks.ts';
import { attempt } from '../lib/messages.ts';
import { nearest, sampleOf, type VectorDocument, type VectorField, vectorFields } from './vectors.ts';

const PAUSE_MS = 150;
const QUERIES = 40;
const K = 5;

interface Target {
  readonly field: VectorField;
  readonly documents: readonly VectorDocument[];
}

/** Searches one after the other, over all targets in turn, until the signal ends it. */
async function searchOn(fields: readonly VectorField[], signal: AbortSignal): Promise<void> {
  const targets: Target[] = [];
  for (const field of fields) targets.push({ field, documents: await sampleOf(field, QUERIES, signal) });
  const usable = targets.filter(({ documents }) => documents.length > 0);
  if (usable.length === 0) throw new Error('There are no vectors to search for');
  for (let round = 0; !signal.aborted; round++) {
    const { field, documents } = usable[round % usable.length];
    const at = Math.floor(round / usable.length) % documents.length;
    await nearest(field, documents[at].vector, K);
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
  // The fields of the moment when it starts.
  useEffect(() => {
    if (!isOn) return undefined;
    const controller = new AbortController();
    const wanted = known.filter((field) => index === '' || field.index === index);
    void attempt(() =>
      searchOn(wanted, controller.signal).catch((error) => ignoreEnd(error, controller.signal)),
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
