import { json } from '@codemirror/lang-json';
import { Prec } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { useMemo, useRef } from 'preact/hooks';
import { Editor } from './Editor.tsx';
import { folding, foldVectors } from './foldedVectors.ts';

interface JsonEditorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Ctrl+Enter. */
  readonly onRun: () => void;
}

export function JsonEditor({ label, value, onChange, onRun }: JsonEditorProps) {
  const run = useRef(onRun);
  run.current = onRun;
  const extensions = useMemo(() => {
    const binding = {
      key: 'Mod-Enter',
      run: () => {
        run.current();
        return true;
      },
    };
    return [Prec.highest(keymap.of([binding])), json(), folding];
  }, []);
  return (
    <Editor
      label={label}
      value={value}
      onChange={onChange}
      extensions={extensions}
      onView={(view) => view && foldVectors(view)}
    />
  );
}
