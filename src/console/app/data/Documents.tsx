import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { call, segment } from '../lib/api.ts';
import { count } from '../lib/format.ts';
import { useResource } from '../lib/hooks.ts';
import { useOpening } from '../ui/Dialog.tsx';
import { Grid } from '../ui/Grid.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { DocumentDialog } from './DocumentDialog.tsx';
import { NewDocument } from './NewDocument.tsx';

const PAGE_ROWS = 50;
/** The engine's own window for `from` + `size`. */
const WINDOW = 10_000;

interface Hits {
  readonly hits: {
    readonly total: { readonly value: number };
    readonly hits: readonly { readonly _id: string; readonly _source?: Readonly<Record<string, unknown>> }[];
  };
}

function search(index: string, text: string, page: number, signal: AbortSignal): Promise<Hits> {
  const query = text.trim() === '' ? { match_all: {} } : { query_string: { query: text } };
  const body = { from: page * PAGE_ROWS, size: PAGE_ROWS, track_total_hits: true, query };
  return call<Hits>('POST', `/${segment(index)}/_search`, body, { signal });
}

/** The documents of an index, all or those that a query finds. */
export function Documents({ index }: { readonly index: string }) {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState({ text: '', page: 0 });
  const [opened, open] = useOpening<string>();
  // Another page is another version of the same: the one before stays, and with it the focus, until it is there.
  const found = useResource(
    (signal) => search(index, asked.text, asked.page, signal),
    `${index} ${asked.text}`,
    { version: asked.page },
  );
  const [isNew, setIsNew] = useState(false);
  const submit = (event: Event): void => {
    event.preventDefault();
    setAsked({ text, page: 0 });
  };
  return (
    <>
      <form class="search-bar" onSubmit={submit}>
        <SearchField
          label="Query"
          placeholder="Lucene query, such as title:alien AND imdb:>8"
          value={text}
          onChange={setText}
          class="grow mono"
        />
        <button type="submit">Search</button>
        <button type="button" onClick={() => setIsNew(true)}>
          New document
        </button>
      </form>
      <Loaded resource={found} lines={10}>
        {(hits) => (
          <Page hits={hits} page={asked.page} onPage={(page) => setAsked({ ...asked, page })} onOpen={open} />
        )}
      </Loaded>
      {isNew && <NewDocument index={index} onClose={() => setIsNew(false)} onDone={found.reload} />}
      {opened && (
        <DocumentDialog
          key={opened.key}
          index={index}
          id={opened.of}
          onClose={opened.close}
          onChange={found.reload}
        />
      )}
    </>
  );
}

interface PageProps {
  readonly hits: Hits;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly onOpen: (id: string) => void;
}

function Page({ hits: { hits: found }, page, onPage, onOpen }: PageProps) {
  const { hits, total } = found;
  if (hits.length === 0) return <Empty title="No documents">No document matches the query.</Empty>;
  const names = [...new Set(hits.flatMap(({ _source }) => Object.keys(_source ?? {})))];
  const columns = ['_id', ...names].map((name) => ({ name }));
  const rows = hits.map(({ _id, _source }) => [_id, ...names.map((name) => _source?.[name])]);
  const first = page * PAGE_ROWS;
  const last = first + hits.length;
  return (
    <>
      <Grid
        label="Documents; Enter opens one"
        columns={columns}
        rows={rows}
        offset={first}
        onOpen={(row) => onOpen(hits[row]._id)}
      />
      <div class="pager">
        <span class="summary" role="status">
          {count(first + 1)}–{count(last)} of {count(total.value)} · double click or Enter opens a document
        </span>
        <PageButton isPossible={page > 0} onClick={() => onPage(page - 1)}>
          Previous
        </PageButton>
        <PageButton isPossible={last < Math.min(total.value, WINDOW)} onClick={() => onPage(page + 1)}>
          Next
        </PageButton>
      </div>
    </>
  );
}

interface ButtonProps {
  readonly isPossible: boolean;
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}

/** A disabled button would lose the focus when the last page is reached: this one keeps it and does nothing. */
function PageButton({ isPossible, onClick, children }: ButtonProps) {
  return (
    <button type="button" class="small" aria-disabled={!isPossible} onClick={() => isPossible && onClick()}>
      {children}
    </button>
  );
}
