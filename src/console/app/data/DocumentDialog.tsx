import { useState } from 'preact/hooks';
import { call, segment } from '../lib/api.ts';
import { useResource } from '../lib/hooks.ts';
import { printJson } from '../lib/json.ts';
import { attempt } from '../lib/messages.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { JsonEditor } from '../ui/JsonEditor.tsx';
import { Loaded } from '../ui/states.tsx';

interface DialogProps {
  readonly index: string;
  readonly id: string;
  readonly onClose: () => void;
  readonly onChange: () => void;
}

interface Stored {
  readonly _version: number;
  readonly _seq_no: number;
  readonly _primary_term: number;
  readonly _source: unknown;
}

/** One document as JSON, to read, to change, to delete. A change by somebody else meanwhile is refused. */
export function DocumentDialog({ index, id, onClose, onChange }: DialogProps) {
  const path = `/${segment(index)}/_doc/${segment(id)}`;
  const stored = useResource((signal) => call<Stored>('GET', path, undefined, { signal }), path);
  return (
    <Dialog title={`${index} / ${id}`} onClose={onClose}>
      <Loaded resource={stored} lines={8}>
        {(document) => <Form document={document} path={path} id={id} onClose={onClose} onChange={onChange} />}
      </Loaded>
    </Dialog>
  );
}

interface FormProps extends Pick<DialogProps, 'id' | 'onClose' | 'onChange'> {
  readonly document: Stored;
  readonly path: string;
}

function Form({ document, path, id, onClose, onChange }: FormProps) {
  const [text, setText] = useState(() => printJson(document._source, 2));
  const version = `if_seq_no=${document._seq_no}&if_primary_term=${document._primary_term}&refresh=true`;
  const finish = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    if (!(await attempt(work, done))) return;
    onChange();
    onClose();
  };
  const save = (): Promise<void> =>
    finish(() => call('PUT', `${path}?${version}`, text), `Document ${id} saved`);
  const remove = (): Promise<void> =>
    finish(() => call('DELETE', `${path}?${version}`), `Document ${id} deleted`);
  return (
    <div class="stack">
      <div class="framed">
        <JsonEditor label="Document" value={text} onChange={setText} onRun={() => void save()} />
      </div>
      <div class="row end">
        <span class="card-note grow">version {document._version}</span>
        <button type="button" class="danger" onClick={() => void remove()}>
          Delete
        </button>
        <button type="button" class="primary" onClick={() => void save()}>
          Save <kbd>Ctrl ↵</kbd>
        </button>
      </div>
    </div>
  );
}
