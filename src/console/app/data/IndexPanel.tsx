import { useState } from 'preact/hooks';
import { call, segment } from '../lib/api.ts';
import { attempt } from '../lib/messages.ts';
import { go, route } from '../lib/route.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { Aliases } from './Aliases.tsx';
import { CloneIndex } from './CloneIndex.tsx';
import { Documents } from './Documents.tsx';
import { Mapping, Segments } from './IndexFacts.tsx';
import { IndexSettings } from './IndexSettings.tsx';

interface IndexPanelProps {
  readonly index: string;
  readonly isClosed: boolean;
  readonly onChange: () => void;
}

export function IndexPanel({ index, isClosed, onChange }: IndexPanelProps) {
  const tabs = [
    { id: 'documents', title: 'Documents', content: () => <Documents index={index} /> },
    { id: 'mapping', title: 'Mapping', content: () => <Mapping index={index} /> },
    { id: 'settings', title: 'Settings', content: () => <IndexSettings index={index} /> },
    { id: 'aliases', title: 'Aliases', content: () => <Aliases index={index} /> },
    { id: 'segments', title: 'Segments', content: () => <Segments index={index} /> },
  ];
  return (
    <>
      <header>
        <h3 class="mono">{index}</h3>
        <Actions index={index} isClosed={isClosed} onChange={onChange} />
      </header>
      <Tabs
        label={`About ${index}`}
        tabs={tabs}
        chosen={route.value[2] ?? 'documents'}
        onChoose={(tab) => go('data', index, tab)}
      />
    </>
  );
}

/** What can be done with the index as a whole. */
function Actions({ index, isClosed, onChange }: IndexPanelProps) {
  const [dialog, setDialog] = useState<'delete' | 'clone' | null>(null);
  const act = async (operation: string, done: string): Promise<void> => {
    if (await attempt(() => call('POST', `/${segment(index)}/${operation}`), done)) onChange();
  };
  const close = (): void => setDialog(null);
  const buttons: readonly (readonly [title: string, onClick: () => void])[] = [
    ['Refresh', () => void act('_refresh', `${index} refreshed`)],
    ['Merge', () => void act('_forcemerge?max_num_segments=1', `${index} merged`)],
    isClosed
      ? ['Open', () => void act('_open', `${index} is open`)]
      : ['Close', () => void act('_close', `${index} is closed`)],
    ['Clone', () => setDialog('clone')],
  ];
  return (
    <div class="row">
      {buttons.map(([title, onClick]) => (
        <button key={title} type="button" class="small" onClick={onClick}>
          {title}
        </button>
      ))}
      <button type="button" class="small danger" onClick={() => setDialog('delete')}>
        Delete
      </button>
      {dialog === 'clone' && (
        <CloneIndex
          index={index}
          onClose={close}
          onDone={(target) => {
            onChange();
            go('data', target);
          }}
        />
      )}
      {dialog === 'delete' && (
        <DeleteIndex
          index={index}
          onClose={close}
          onDone={() => {
            onChange();
            go('data');
          }}
        />
      )}
    </div>
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
        <p>All its documents are deleted. This cannot be undone.</p>
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
