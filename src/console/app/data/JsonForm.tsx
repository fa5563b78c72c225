import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { say } from '../lib/messages.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { JsonEditor } from '../ui/JsonEditor.tsx';
import { Failure } from '../ui/states.tsx';

export interface JsonFormProps {
  readonly title: string;
  /** Of the editor. */
  readonly label: string;
  readonly start: string;
  readonly button: string;
  readonly onClose: () => void;
  /** Throws what the server refuses. */
  readonly send: (text: string) => Promise<unknown>;
  readonly done: string;
  readonly note?: string;
  /** Fields above the editor. */
  readonly children?: ComponentChildren;
  readonly canSend?: boolean;
}

/** A dialog around a JSON body; it closes when the server has taken it. */
export function JsonForm(props: JsonFormProps) {
  const { title, label, start, button, onClose, send, done, note, children, canSend = true } = props;
  const [text, setText] = useState(start);
  const [error, setError] = useState<unknown>(null);
  // A refusal is said here, where it can be mended: the bar at the top is behind the dialog.
  const submit = async (): Promise<void> => {
    if (!canSend) return;
    try {
      await send(text);
      say(done);
      onClose();
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {children}
        <div class="framed">
          <JsonEditor label={label} value={text} onChange={setText} onRun={() => void submit()} />
        </div>
        {error !== null && <Failure error={error} />}
        <div class="row end">
          {note !== undefined && <span class="card-note grow">{note}</span>}
          <button type="submit" class="primary" disabled={!canSend}>
            {button} <kbd>Ctrl ↵</kbd>
          </button>
        </div>
      </form>
    </Dialog>
  );
}
