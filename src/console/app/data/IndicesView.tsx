import { useState } from 'preact/hooks';
import { bytes, count, counted } from '../lib/format.ts';
import { useResource } from '../lib/hooks.ts';
import { go, href, route } from '../lib/route.ts';
import { SearchField } from '../ui/SearchField.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { IndexPanel } from './IndexPanel.tsx';
import { type IndexRow, listIndices } from './indices.ts';
import { Upload } from './Upload.tsx';

const EVERY_MS = 5000;

/** Indices, what is in them, and a way in for files. */
export function IndicesView() {
  const indices = useResource(listIndices, 'all', { everyMs: EVERY_MS });
  const chosen = route.value[1] ?? null;
  const [isUploading, setIsUploading] = useState(false);
  return (
    <>
      <div class="view-head">
        <h2>Data</h2>
        <button type="button" class="primary" onClick={() => setIsUploading(true)}>
          Upload a file
        </button>
      </div>
      <div class="data">
        <section class="card" aria-label="Indices">
          <Loaded resource={indices}>{(rows) => <IndexList rows={rows} chosen={chosen} />}</Loaded>
        </section>
        <section class="card" aria-label="Index">
          {chosen === null ? (
            <Empty title="No index chosen">Choose one to see its documents, mapping and settings.</Empty>
          ) : (
            <IndexPanel key={chosen} index={chosen} onChange={indices.reload} />
          )}
        </section>
      </div>
      {isUploading && (
        <Upload
          indices={(indices.data ?? []).map(({ index }) => index)}
          onClose={() => setIsUploading(false)}
          onDone={(index) => {
            indices.reload();
            go('data', index);
          }}
        />
      )}
    </>
  );
}

interface ListProps {
  readonly rows: readonly IndexRow[];
  readonly chosen: string | null;
}

const TONES = { green: 'good', yellow: 'warn', red: 'bad' } as const;

function IndexList({ rows, chosen }: ListProps) {
  const [filter, setFilter] = useState('');
  if (rows.length === 0) {
    return (
      <Empty title="There are no indices yet">
        <p>Upload a file of JSON, NDJSON or CSV; the mapping is made from what is in it.</p>
      </Empty>
    );
  }
  const shown = rows.filter(({ index }) => index.includes(filter.toLowerCase()));
  return (
    <>
      <header>
        <h3>{counted(rows.length, 'index', 'indices')}</h3>
        <SearchField
          label="Filter indices"
          placeholder="Filter"
          value={filter}
          onChange={setFilter}
          class="filter"
        />
      </header>
      {shown.length === 0 && <Empty title="No index has this in its name" />}
      <ul class="index-list">
        {shown.map((row) => (
          <li key={row.index}>
            <a href={href('data', row.index)} aria-current={row.index === chosen ? 'true' : undefined}>
              <span class="index-name">{row.index}</span>
              <span class={`badge ${TONES[row.health]}`}>
                {row.status === 'close' ? 'closed' : row.health}
              </span>
              <span class="card-note index-facts">
                {count(row.documents)} docs · {bytes(row.sizeBytes)} · {row.primaries}×{row.replicas + 1}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
