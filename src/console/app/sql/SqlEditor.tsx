import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeCompletion,
} from '@codemirror/autocomplete';
import { SQLDialect, sql as sqlLanguage } from '@codemirror/lang-sql';
import { type Diagnostic, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { Compartment, type Extension, Prec } from '@codemirror/state';
import { type EditorView, keymap, placeholder } from '@codemirror/view';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { errorSpan } from '../../../statement/index.ts';
import { ApiError, wordsOf } from '../lib/api.ts';
import { Editor } from '../ui/Editor.tsx';
import { catalog } from './catalog.ts';
import { proposals } from './completion.ts';
import { past } from './history.ts';
import { draft, run, runStatement, setDraft } from './run.ts';

/** The grammar's own words, as soon as the server has told them. */
const language = new Compartment();

function languageOf(keywords: readonly string[]): Extension {
  const dialect = SQLDialect.define({
    keywords: keywords.join(' ').toLowerCase(),
    doubleQuotedStrings: true,
    identifierQuotes: '`',
    operatorChars: '*+-%<>!=/',
  });
  return sqlLanguage({ dialect });
}

function complete(context: CompletionContext): CompletionResult | null {
  const { from, options } = proposals(context.state.doc.toString(), context.pos, catalog.value);
  const afterDot = context.state.sliceDoc(from - 1, from) === '.';
  if (!context.explicit && from === context.pos && !afterDot) return null;
  return { from, options: [...options], validFor: /^[\w.$-]*$/ };
}

/** The selection, or all of it. */
export function chosenStatement(view: EditorView | null): string {
  const range = view?.state.selection.main;
  return view && range && !range.empty ? view.state.sliceDoc(range.from, range.to) : draft.value;
}

/** −1: the statement before, 1: the one after; from the draft at the front. */
function stepPast(view: EditorView, step: 1 | -1): boolean {
  const at = past.value.findIndex(({ sql }) => sql === view.state.doc.toString());
  const next = past.value[at - step];
  if (!next) return false;
  setDraft(next.sql);
  return true;
}

function keys(): Extension {
  const runIt = (view: EditorView): boolean => {
    closeCompletion(view);
    void runStatement(chosenStatement(view));
    return true;
  };
  return Prec.highest(
    keymap.of([
      { key: 'Mod-Enter', run: runIt },
      { key: 'Alt-ArrowUp', run: (view) => stepPast(view, -1) },
      { key: 'Alt-ArrowDown', run: (view) => stepPast(view, 1) },
      ...lintKeymap,
    ]),
  );
}

export function SqlEditor({ onView }: { readonly onView: (view: EditorView | null) => void }) {
  const editor = useRef<EditorView | null>(null);
  const extensions = useMemo(
    () => [
      keys(),
      language.of(languageOf(catalog.value.keywords)),
      autocompletion({ override: [complete], icons: false }),
      placeholder('SELECT … FROM …'),
    ],
    [],
  );
  const { keywords } = catalog.value;
  useEffect(() => {
    editor.current?.dispatch({ effects: language.reconfigure(languageOf(keywords)) });
  }, [keywords]);
  const current = run.value;
  useEffect(() => {
    if (editor.current)
      editor.current.dispatch(setDiagnostics(editor.current.state, diagnostics(editor.current)));
  }, [current]);
  return (
    <Editor
      label="SQL statement"
      value={draft.value}
      onChange={setDraft}
      extensions={extensions}
      onView={(view) => {
        editor.current = view;
        onView(view);
      }}
    />
  );
}

/** The place of the last run's error, when the statement still stands there. */
function diagnostics({ state }: EditorView): readonly Diagnostic[] {
  const current = run.value;
  if (current?.state !== 'failed') return [];
  const message = wordsOf(current.error);
  const start = state.doc.toString().indexOf(current.sql);
  const place = current.error instanceof ApiError ? current.error.place : null;
  const span = errorSpan(current.sql, message, place);
  if (start === -1 || !span) return [];
  return [{ from: start + span.from, to: start + span.to, severity: 'error', message }];
}
