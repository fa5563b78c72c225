import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** The browser's own modal dialog: Escape closes it, focus stays in it and comes back. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the next key: until it is modal, the focus is on the button behind it.
  useLayoutEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    dialog?.showModal();
    // Not the button that closes it: whoever types at once writes into the first field.
    dialog?.querySelector<HTMLElement>('.dialog-body :is(input, textarea, select)')?.focus();
    return () => {
      // The browser gives the focus back when it closes a dialog, not when one is taken away.
      if (dialog?.open && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog ref={ref} aria-labelledby={id} onClose={onClose}>
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" class="quiet" aria-label="Close" onClick={() => ref.current?.close()}>
          ✕
        </button>
      </header>
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}

/** One showing of a dialog: what it shows, the key that sets it apart from the one before, and its end. */
export interface Opening<T> {
  readonly of: T;
  readonly key: number;
  readonly close: () => void;
}

/**
 * What a dialog shows, and how to open it. The browser tells late that a dialog has closed: the next may be
 * open by then, is another one, and stays.
 */
export function useOpening<T>(): [Opening<T> | null, (of: T) => void] {
  const [shown, setShown] = useState<Opening<T> | null>(null);
  const last = useRef(0);
  const open = (of: T): void => {
    const close = (): void => setShown((now) => (now === opening ? null : now));
    const opening: Opening<T> = { of, key: ++last.current, close };
    setShown(opening);
  };
  return [shown, open];
}
