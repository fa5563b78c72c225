import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { attempt } from '../lib/messages.ts';

interface FileButtonProps {
  /** `.csv,text/csv` */
  readonly accept: string;
  /** What it throws is shown. */
  readonly onFile: (file: File) => Promise<void>;
  readonly children: ComponentChildren;
}

/** A button that asks for a file. */
export function FileButton({ accept, onFile, children }: FileButtonProps) {
  const field = useRef<HTMLInputElement>(null);
  const read = async (file: File | undefined): Promise<void> => {
    // The same file can be chosen again.
    if (field.current) field.current.value = '';
    if (file) await onFile(file);
  };
  return (
    <label class="button small file-button">
      {children}
      <input
        ref={field}
        type="file"
        class="hidden"
        accept={accept}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          void attempt(() => read(file));
        }}
      />
    </label>
  );
}
