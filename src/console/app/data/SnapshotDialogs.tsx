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

/** What is restored gets names of its own: an index that is open cannot be written over. */
export function RestoreSnapshot({
  snapshot,
  path,
  indices,
  onClose,
  onDone,
}: DialogProps & { readonly indices: readonly string[] }) {
  const [prefix, setPrefix] = useState('restored-');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = indices.filter((index) => !left.has(index));
  const toggle = (index: string): void => {
    const next = new Set(left);
    if (!next.delete(index)) next.add(index);
    setLeft(next);
  };
  const body = {
    indices: chosen.join(','),
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
        <fieldset class="restored">
          <legend>Indices</legend>
          {indices.map((index) => (
            <label key={index} class="row">
              <input type="checkbox" checked={!left.has(index)} onChange={() => toggle(index)} />
              <span class="mono">
                {index} → {prefix}
                {index}
              </span>
            </label>
          ))}
        </fieldset>
        <div class="row end">
          <button type="submit" class="primary" disabled={chosen.length === 0}>
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
