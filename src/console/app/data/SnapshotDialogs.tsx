import { useState } from 'preact/hooks';
import { call } from '../lib/api.ts';
import { attempt } from '../lib/messages.ts';
import { Dialog } from '../ui/Dialog.tsx';

interface DialogProps {
  readonly snapshot: string;
  /** Of the snapshot, in its repository. */
  readonly path: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const SHOWN = 5;

/** What is restored gets names of its own: an index that is open cannot be written over. */
export function RestoreSnapshot({
  snapshot,
  path,
  indices,
  onClose,
  onDone,
}: DialogProps & { readonly indices: readonly string[] }) {
  const [prefix, setPrefix] = useState('restored-');
  const body = {
    indices: indices.join(','),
    include_global_state: false,
    rename_pattern: '(.+)',
    // In a replacement `$` and `\` mean something else.
    rename_replacement: `${prefix.replace(/[$\\]/g, '\\$&')}$1`,
  };
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const send = () => call('POST', `${path}/_restore?wait_for_completion=true`, body);
    if (!(await attempt(send, `${snapshot} is restored as ${prefix}…`))) return;
    onClose();
    onDone();
  };
  return (
    <Dialog title={`Restore ${snapshot}`} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        <label class="field">
          New names begin with
          <input
            value={prefix}
            required
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => setPrefix(event.currentTarget.value)}
          />
        </label>
        <ul class="mono restored">
          {indices.slice(0, SHOWN).map((index) => (
            <li key={index}>
              {index} → {prefix}
              {index}
            </li>
          ))}
          {indices.length > SHOWN && <li>and {indices.length - SHOWN} more</li>}
        </ul>
        <div class="row end">
          <button type="submit" class="primary">
            Restore
          </button>
        </div>
      </form>
    </Dialog>
  );
}

export function DeleteSnapshot({ snapshot, path, onClose, onDone }: DialogProps) {
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!(await attempt(() => call('DELETE', path), `Snapshot ${snapshot} is deleted`))) return;
    onClose();
    onDone();
  };
  return (
    <Dialog title={`Delete ${snapshot}`} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        <p>What it keeps cannot be restored any more. Indices stay as they are.</p>
        <div class="row end">
          <button type="submit" class="danger">
            Delete the snapshot
          </button>
        </div>
      </form>
    </Dialog>
  );
}
