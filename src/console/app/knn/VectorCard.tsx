import { useState } from 'preact/hooks';
import { counted, percent } from '../lib/format.ts';
import { useResource } from '../lib/hooks.ts';
import { attempt } from '../lib/messages.ts';
import { Loaded } from '../ui/states.tsx';
import { type Projection, principalAxes } from './pca.ts';
import { Scatter } from './Scatter.tsx';
import {
  documentOf,
  nearest,
  type Question,
  sampleOf,
  type VectorDocument,
  type VectorField,
  vectorFields,
} from './vectors.ts';

const SAMPLE = 1000;
const DEFAULT_K = 10;

interface Cloud {
  readonly documents: readonly VectorDocument[];
  readonly projection: Projection;
}

async function cloudOf(field: VectorField, signal: AbortSignal): Promise<Cloud> {
  const documents = await sampleOf(field, SAMPLE, { signal });
  return { documents, projection: principalAxes(documents.map(({ vector }) => vector)) };
}

/** Vectors in two dimensions, one of them asked with, and its neighbours. */
export function VectorCard() {
  const fields = useResource(vectorFields, 'all');
  const [at, setAt] = useState(0);
  return (
    <section class="card wide" aria-label="Vectors">
      <Loaded resource={fields}>
        {(known) => {
          const field = known[Math.min(at, known.length - 1)];
          return (
            <>
              <header>
                <h3>Vectors</h3>
                {known.length > 1 ? (
                  <select
                    aria-label="Vector field"
                    value={String(at)}
                    onChange={(event) => setAt(Number(event.currentTarget.value))}
                  >
                    {known.map(({ index, field: name, dimension }, i) => (
                      <option key={`${index}.${name}`} value={String(i)}>
                        {index}.{name} ({dimension})
                      </option>
                    ))}
                  </select>
                ) : (
                  <span class="mono muted">
                    {field?.index}.{field?.field}
                  </span>
                )}
              </header>
              {field && <CloudView key={`${field.index}.${field.field}`} field={field} />}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

function CloudView({ field }: { readonly field: VectorField }) {
  const cloud = useResource((signal) => cloudOf(field, signal), `${field.index}.${field.field}`);
  const [question, setQuestion] = useState<Question | null>(null);
  const [k, setK] = useState(DEFAULT_K);
  const ask = (query: VectorDocument): Promise<boolean> =>
    attempt(async () => {
      const found = await nearest(field, query.vector, k + 1);
      setQuestion({ query, neighbours: found.filter(({ id }) => id !== query.id).slice(0, k) });
    });
  return (
    <Loaded resource={cloud} lines={8}>
      {({ documents, projection }) => (
        <div class="cloud">
          <div class="cloud-picture">
            <Scatter
              documents={documents}
              projection={projection}
              question={question}
              onPick={(each) => void ask(each)}
            />
            <p class="card-note">
              {counted(documents.length, 'vector')} of {field.dimension} dimensions, along the two directions
              in which they differ most ({percent(projection.explained)} of their differences). Click one to
              search with it.
            </p>
          </div>
          <Neighbours field={field} question={question} k={k} onK={setK} onAsk={ask} />
        </div>
      )}
    </Loaded>
  );
}

interface NeighboursProps {
  readonly field: VectorField;
  readonly question: Question | null;
  readonly k: number;
  readonly onK: (k: number) => void;
  readonly onAsk: (query: VectorDocument) => Promise<boolean>;
}

function Neighbours({ field, question, k, onK, onAsk }: NeighboursProps) {
  const [id, setId] = useState('');
  const submit = (event: Event): void => {
    event.preventDefault();
    void attempt(async () => onAsk(await documentOf(field, id)));
  };
  return (
    <div class="stack">
      <form class="row" onSubmit={submit}>
        <label class="field grow">
          Document id
          <input
            value={id}
            required
            placeholder="such as 1144"
            onInput={(event) => setId(event.currentTarget.value)}
          />
        </label>
        <label class="field">
          k
          <input
            type="number"
            min={1}
            max={100}
            value={k}
            onInput={(event) =>
              onK(Math.max(1, Math.min(100, event.currentTarget.valueAsNumber || DEFAULT_K)))
            }
          />
        </label>
        <button type="submit" class="primary form-end">
          Search
        </button>
      </form>
      {question && (
        <>
          <p role="status">
            Nearest to <strong>{question.query.label}</strong> <span class="muted">#{question.query.id}</span>
          </p>
          <ol class="neighbours">
            {question.neighbours.map((each) => (
              <li key={each.id}>
                <button type="button" class="quiet" onClick={() => void onAsk(each)}>
                  <span>{each.label}</span>
                  <span class="number muted">{each.score.toFixed(4)}</span>
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
