import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { SearchField } from './SearchField.tsx';
import { Empty } from './states.tsx';

interface RememberedProps<T> {
  readonly entries: readonly T[];
  /** What the filter looks in. */
  readonly textOf: (entry: T) => string;
  /** `request`. */
  readonly noun: string;
  readonly onForget: () => void;
  readonly children: (entry: T) => ComponentChildren;
}

/** What this browser remembers, to be filtered and forgotten. */
export function Remembered<T>({ entries, textOf, noun, onForget, children }: RememberedProps<T>) {
  const [filter, setFilter] = useState('');
  const wanted = filter.toLowerCase();
  const shown = entries.filter((entry) => textOf(entry).toLowerCase().includes(wanted));
  const label = `Filter ${noun}s`;
  return (
    <>
      <div class="row">
        <SearchField label={label} placeholder={label} value={filter} onChange={setFilter} class="grow" />
        <button type="button" class="small" onClick={onForget}>
          Forget all
        </button>
      </div>
      {shown.length === 0 && <Empty title={`No ${noun} holds this text`} />}
      <ul>{shown.map(children)}</ul>
    </>
  );
}
