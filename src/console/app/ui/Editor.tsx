import { Annotation, EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { editorBasics } from './editorTheme.ts';
import { plainInsert } from './plainInsert.ts';

interface EditorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange?: (value: string) => void;
  readonly extensions?: Extension;
  readonly onView?: (view: EditorView | null) => void;
}

/** Marks a change that came from `value`, not from the keyboard. */
const given = Annotation.define<boolean>();

/**
 * CodeMirror in a shadow root: there it brings its styles as adopted sheets, which the page's policy lets in; in the
 * document it would want inline styles.
 */
export function Editor({ label, value, onChange, extensions = [], onView }: EditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const changed = useRef(onChange);
  changed.current = onChange;
  // Made once; later values are set below.
  useEffect(() => {
    const place = host.current as HTMLDivElement;
    const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' });
    const listener = EditorView.updateListener.of((update) => {
      if (!update.docChanged || update.transactions.some((each) => each.annotation(given))) return;
      changed.current?.(update.state.doc.toString());
    });
    const attributes = EditorView.contentAttributes.of({ 'aria-label': label });
    const state = EditorState.create({
      doc: value,
      extensions: [extensions, plainInsert, editorBasics, attributes, listener],
    });
    const made = new EditorView({ state, root, parent: root });
    view.current = made;
    onView?.(made);
    return () => {
      onView?.(null);
      made.destroy();
      view.current = null;
    };
  }, []);
  // With the rendering, not after it: a key that is pressed in between would be lost.
  useLayoutEffect(() => {
    const current = view.current;
    if (!current || current.state.doc.toString() === value) return;
    const changes = { from: 0, to: current.state.doc.length, insert: value };
    current.dispatch({ changes, selection: { anchor: value.length }, annotations: given.of(true) });
  }, [value]);
  return <div class="editor" ref={host} />;
}
