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
import { errorSpan, languages } from '../../../statement/index.ts';
import { ApiError, wordsOf } from '../lib/api.ts';
import { Editor } from '../ui/Editor.tsx';
import { catalog } from './catalog.ts';
import { proposals } from './completion.ts';
import { past } from './history.ts';
import { run, runStatement } from './run.ts';
import { draft, language, putBack, setDraft, tabId } from './tabs.ts';

/** The grammar's own words, as soon as the server has told them. */
const words = new Compartment();

function wordsOfLanguage(): Extension {
  const { keywords, ppl } = catalog.value;
  const own = language.value === 'ppl' ? ppl.keywords : keywords;
  const dialect = SQLDialect.define({
    keywords: own.join(' ').toLowerCase(),
    doubleQuotedStrings: true,
    identifierQuotes: '`',
    operatorChars: '*+-%<>!=/|',
  });
  return [sqlLanguage({ dialect }), placeholder(languages[language.value].outline)];
}

function complete(context: CompletionContext): CompletionResult | null {
  const { from, options } = proposals(
    context.state.doc.toString(),
    context.pos,
    catalog.value,
    language.value,
  );
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
  putBack(next.sql, next.language ?? 'sql');
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
  const { title } = languages[language.value];
  const extensions = useMemo(
    () => [keys(), words.of(wordsOfLanguage()), autocompletion({ override: [complete], icons: false })],
    [title],
  );
  const { keywords, ppl } = catalog.value;
  useEffect(() => {
    editor.current?.dispatch({ effects: words.reconfigure(wordsOfLanguage()) });
  }, [keywords, ppl]);
  const current = run.value;
  useEffect(() => {
    if (editor.current) showDiagnostics(editor.current);
  }, [current]);
  return (
    // Each language of each tab has an editor of its own, with what can be undone in it.
    <Editor
      key={`${tabId.value} ${title}`}
      label={`${title} statement`}
      value={draft.value}
      onChange={setDraft}
      extensions={extensions}
      onView={(view) => {
        editor.current = view;
        if (view) showDiagnostics(view);
        onView(view);
      }}
    />
  );
}

function showDiagnostics(view: EditorView): void {
  view.dispatch(setDiagnostics(view.state, diagnostics(view)));
}

/** The place of the last run's error, when the statement still stands there. */
function diagnostics({ state }: EditorView): readonly Diagnostic[] {
  const current = run.value;
  if (current?.state !== 'failed' || current.language !== language.value) return [];
  const message = wordsOf(current.error);
  const start = state.doc.toString().indexOf(current.sql);
  const place = current.error instanceof ApiError ? current.error.place : null;
  const span = errorSpan(current.sql, message, place);
  if (start === -1 || !span) return [];
  return [{ from: start + span.from, to: start + span.to, severity: 'error', message }];
}
