import { useState } from 'preact/hooks';
import { call, segment } from '../lib/api.ts';
import { attempt } from '../lib/messages.ts';
import { go, route } from '../lib/route.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { Documents } from './Documents.tsx';
import { IndexSettings, Mapping, Segments } from './IndexFacts.tsx';

interface IndexPanelProps {
  readonly index: string;
  readonly onChange: () => void;
}

export function IndexPanel({ index, onChange }: IndexPanelProps) {
  const [isDeleting, setIsDeleting] = useState(false);
  const tabs = [
    { id: 'documents', title: 'Documents', content: () => <Documents index={index} /> },
    { id: 'mapping', title: 'Mapping', content: () => <Mapping index={index} /> },
    { id: 'settings', title: 'Settings', content: () => <IndexSettings index={index} /> },
    { id: 'segments', title: 'Segments', content: () => <Segments index={index} /> },
  ];
  const act = async (operation: string, done: string): Promise<void> => {
    if (await attempt(() => call('POST', `/${segment(index)}/${operation}`), done)) onChange();
  };
  return (
    <>
      <header>
        <h3 class="mono">{index}</h3>
        <div class="row">
          <button type="button" class="small" onClick={() => void act('_refresh', `${index} refreshed`)}>
            Refresh
          </button>
          <button
            type="button"
            class="small"
            onClick={() => void act('_forcemerge?max_num_segments=1', `${index} merged`)}
          >
            Merge
          </button>
          <button type="button" class="small danger" onClick={() => setIsDeleting(true)}>
            Delete
          </button>
        </div>
      </header>
      <Tabs
        label={`About ${index}`}
        tabs={tabs}
        chosen={route.value[2] ?? 'documents'}
        onChoose={(tab) => go('data', index, tab)}
      />
      {isDeleting && (
        <DeleteIndex
          index={index}
          onClose={() => setIsDeleting(false)}
          onDone={() => {
            onChange();
            go('data');
          }}
        />
      )}
    </>
  );
}

interface DeleteProps {
  readonly index: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function DeleteIndex({ index, onClose, onDone }: DeleteProps) {
  const [typed, setTyped] = useState('');
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (await attempt(() => call('DELETE', `/${segment(index)}`), `${index} is deleted`)) onDone();
  };
  return (
    <Dialog title={`Delete ${index}`} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        <p>All its documents go, and cannot be had back.</p>
        <label class="field">
          Type its name
          <input value={typed} autocomplete="off" onInput={(event) => setTyped(event.currentTarget.value)} />
        </label>
        <div class="row end">
          <button type="submit" class="danger" disabled={typed !== index}>
            Delete the index
          </button>
        </div>
      </form>
    </Dialog>
  );
}
