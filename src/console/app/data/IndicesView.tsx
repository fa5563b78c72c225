import '../common.ts';
import { useState } from 'preact/hooks';
import { bytes, count, counted } from '../lib/format.ts';
import { type Resource, useResource } from '../lib/hooks.ts';
import { go, href, route } from '../lib/route.ts';
import { nextSort } from '../sql/sortRows.ts';
import { SearchField } from '../ui/SearchField.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { IndexPanel } from './IndexPanel.tsx';
import { indexSort, SORT_COLUMNS, sortedIndices } from './indexOrder.ts';
import { type IndexRow, listIndices } from './indices.ts';
import { NewIndex } from './NewIndex.tsx';
import { Snapshots } from './Snapshots.tsx';
import { States } from './States.tsx';
import { Templates } from './Templates.tsx';
import { Upload } from './Upload.tsx';

const EVERY_MS = 5000;

const PAGES = [
  ['', 'Indices'],
  ['_templates', 'Templates'],
  ['_snapshots', 'Snapshots'],
  ['_states', 'States'],
] as const;

/** Indices, what is in them, what new ones are made from, and what is kept of them; a way in for files. */
export function IndicesView() {
  const indices = useResource(listIndices, 'all', { everyMs: EVERY_MS });
  const [dialog, setDialog] = useState<'upload' | 'index' | null>(null);
  const close = (): void => setDialog(null);
  const [, place] = route.value;
  const page = PAGES.some(([id]) => id === place) ? (place ?? '') : '';
  const show = (index: string): void => {
    indices.reload();
    go('data', index);
  };
  return (
    <>
      <div class="view-head">
        <h2>Data</h2>
        <nav class="switch" aria-label="Parts of the data view">
          {PAGES.map(([id, title]) => (
            <a
              key={id}
              class="button small"
              href={id === '' ? href('data') : href('data', id)}
              aria-current={id === page ? 'page' : undefined}
            >
              {title}
            </a>
          ))}
        </nav>
        <div class="row">
          <button type="button" onClick={() => setDialog('index')}>
            New index
          </button>
          <button type="button" class="primary" onClick={() => setDialog('upload')}>
            Upload a file
          </button>
        </div>
      </div>
      {page === '_templates' && <Templates />}
      {page === '_snapshots' && <Snapshots />}
      {page === '_states' && <States onReset={indices.reload} />}
      {page === '' && <Indices indices={indices} wanted={place ?? null} />}
      {dialog === 'index' && <NewIndex onClose={close} onDone={show} />}
      {dialog === 'upload' && (
        <Upload indices={(indices.data ?? []).map(({ index }) => index)} onClose={close} onDone={show} />
      )}
    </>
  );
}

interface IndicesProps {
  readonly indices: Resource<readonly IndexRow[]>;
  /** null: the first that there is. */
  readonly wanted: string | null;
}

function Indices({ indices, wanted }: IndicesProps) {
  const rows = indices.data ?? [];
  const first = rows.find(({ index }) => !index.startsWith('.')) ?? rows[0];
  const chosen = wanted ?? first?.index ?? null;
  const isClosed = rows.some(({ index, status }) => index === chosen && status === 'close');
  return (
    <div class="data">
      <section class="card" aria-label="Indices">
        <Loaded resource={indices}>{(all) => <IndexList rows={all} chosen={chosen} />}</Loaded>
      </section>
      <section class="card" aria-label="Index">
        {chosen === null ? (
          <Empty title="No index yet">Create one, or upload a file.</Empty>
        ) : (
          <IndexPanel key={chosen} index={chosen} isClosed={isClosed} onChange={indices.reload} />
        )}
      </section>
    </div>
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
        <p>Upload a file of JSON, NDJSON or CSV; the mapping is derived from its content.</p>
      </Empty>
    );
  }
  const named = rows.filter(({ index }) => index.includes(filter.toLowerCase()));
  const shown = sortedIndices(named, indexSort.value);
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
        <SortBar />
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

const ARROWS = { ascending: '↑', descending: '↓' } as const;

/** As the heads of a grid: ascending, descending, unsorted. */
function SortBar() {
  const sort = indexSort.value;
  return (
    <fieldset class="sort-bar">
      <legend class="hidden">Sort indices by</legend>
      {SORT_COLUMNS.map(({ title }, column) => {
        const isSorted = sort?.column === column;
        const order = sort?.isDescending ? 'descending' : 'ascending';
        return (
          <button
            key={title}
            type="button"
            class="quiet small"
            aria-pressed={isSorted}
            title="Sort: ascending, descending, unsorted"
            onClick={() => {
              indexSort.value = nextSort(sort, column);
            }}
          >
            {title}
            {isSorted && (
              <span>
                <span aria-hidden="true">{ARROWS[order]}</span>
                <span class="hidden">, {order}</span>
              </span>
            )}
          </button>
        );
      })}
    </fieldset>
  );
}
