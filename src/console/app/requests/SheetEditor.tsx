import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  clearSnippet,
  closeCompletion,
  hasNextSnippetField,
  nextSnippetField,
  prevSnippetField,
  snippet,
  snippetKeymap,
  startCompletion,
} from '@codemirror/autocomplete';
import { type Diagnostic, lintKeymap, setDiagnostics } from '@codemirror/lint';
import {
  type EditorState,
  type Extension,
  Prec,
  RangeSet,
  RangeSetBuilder,
  StateField,
} from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  gutter,
  type KeyBinding,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { takesLines } from '../../../documents/index.ts';
import { wordsOf } from '../lib/api.ts';
import { Editor } from '../ui/Editor.tsx';
import { fromCurl, toSheet } from './curl.ts';
import { folds } from './folds.ts';
import { formatJson } from './jsonFormat.ts';
import { bodiesAt, type Proposal, proposalsAt } from './proposals.ts';
import { refusedPlace } from './send.ts';
import { parseSheet, requestAt, requestsIn, type SheetRequest, withoutComments } from './sheet.ts';
import { sheetLanguage } from './sheetLanguage.ts';
import { type Asked, requestCatalog, runRequests, setSheet, sheet, sheetRun } from './state.ts';

/** The requests of the text, read once for each change. */
const requestsField = StateField.define<readonly SheetRequest[]>({
  create: (state) => parseSheet(state.doc.toString()),
  update: (requests, { docChanged, state }) => (docChanged ? parseSheet(state.doc.toString()) : requests),
});

/** The requests that a run would send. */
export function chosenRequests(state: EditorState): readonly SheetRequest[] {
  return requestsIn(state.field(requestsField), state.selection.main);
}

export function runChosen(view: EditorView): boolean {
  closeCompletion(view);
  const requests = chosenRequests(view.state);
  if (requests.length > 0) void runRequests(requests, view.state.doc.toString());
  return true;
}

class PlayMarker extends GutterMarker {
  override toDOM(): Node {
    const mark = document.createElement('span');
    mark.className = 'cm-play';
    mark.textContent = '▶';
    mark.title = 'Run this request';
    return mark;
  }
}

const play = new PlayMarker();

/** A press on the triangle of a line runs its request; the keyboard has Ctrl+Enter. */
const playGutter = gutter({
  class: 'cm-play-gutter',
  markers: ({ state }) => RangeSet.of(state.field(requestsField).map(({ from }) => play.range(from))),
  initialSpacer: () => play,
  domEventHandlers: {
    mousedown(view, { from }) {
      const request = view.state.field(requestsField).find((each) => each.from === from);
      if (!request) return false;
      view.dispatch({ selection: { anchor: request.from } });
      void runRequests([request], view.state.doc.toString());
      view.focus();
      return true;
    },
  },
});

const chosenLine = Decoration.line({ class: 'cm-chosen' });

/** The lines of the request at the cursor. */
const chosenLines = EditorView.decorations.compute([requestsField, 'selection'], (state): DecorationSet => {
  const lines = new RangeSetBuilder<Decoration>();
  const request = requestAt(state.field(requestsField), state.selection.main.head);
  if (!request) return lines.finish();
  const last = state.doc.lineAt(request.to).number;
  for (let line = state.doc.lineAt(request.from).number; line <= last; line++) {
    const { from } = state.doc.line(line);
    lines.add(from, from, chosenLine);
  }
  return lines.finish();
});

function complete(context: CompletionContext): CompletionResult | null {
  const { state, pos, explicit } = context;
  const found = proposalsAt(state.doc.toString(), pos, requestCatalog.value);
  if (!found || found.options.length === 0) return null;
  // A quote is no part of what is compared.
  const from = found.from + (state.sliceDoc(found.from, found.from + 1) === '"' ? 1 : 0);
  const isBegun = from < pos || /[/?&={,"\s]/.test(state.sliceDoc(from - 1, from));
  // In an empty line nobody has begun to write.
  if (!explicit && (!isBegun || state.doc.lineAt(pos).text.trim() === '')) return null;
  const options = found.options.map(completionOf);
  return { from: Math.min(from, pos), options, validFor: /^[\w.*-]*$/ };
}

/** Whole bodies stand before what one of them may begin with. */
function completeBody({ state, pos, explicit }: CompletionContext): CompletionResult | null {
  const found = bodiesAt(state.doc.toString(), pos, requestCatalog.value);
  if (!found || found.options.length === 0 || (!explicit && found.from === pos)) return null;
  const options = found.options.map((option, order) => ({
    ...completionOf(option, order),
    boost: 2 - order / 100,
    apply: (view: EditorView) => write(view, option.insert, found.from, found.to),
  }));
  return { from: found.from, to: pos, options, filter: false };
}

/** Those that match as well stand in the order of the tables. */
function completionOf(option: Proposal, order: number): Completion {
  const { label, detail, kind } = option;
  return {
    label,
    detail,
    type: kind === 'name' ? 'property' : 'keyword',
    boost: -order / 100,
    apply: (view, _completion, from, to) => accept(view, option, from, to),
  };
}

/** The rest of the word goes, and the quotes around it, where the proposal brings its own. */
function accept(view: EditorView, { insert }: Proposal, from: number, cursor: number): void {
  const { doc } = view.state;
  const isQuoted = insert.startsWith('"');
  const rest = (isQuoted ? /^[\w.-]*"?/ : /^[\w.-]*/).exec(doc.sliceString(cursor, cursor + 200))?.[0] ?? '';
  const isInQuotes = doc.sliceString(from - 1, from) === '"';
  const isGap = isInQuotes && rest.endsWith('"') && hasNextSnippetField(view.state);
  const word = /^"([^"|]*)"$/.exec(insert)?.[1];
  // In a gap the quotes stay, and the cursor between them: Tab goes on from there.
  if (isGap && word !== undefined) write(view, word, from, cursor + rest.length - 1);
  else write(view, insert, isQuoted && isInQuotes ? from - 1 : from, cursor + rest.length);
}

/** With texts or several gaps to fill in, Tab leads from one to the next, and then behind them. */
function write(view: EditorView, insert: string, from: number, to: number): void {
  const [first, ...others] = insert.split('|');
  const hasGaps = others.length > 1 || insert.includes('"|"');
  if (hasGaps) snippet(`${insert}|`.replaceAll('|', '${}'))(view, null, from, to);
  else {
    view.dispatch({
      changes: { from, to, insert: first + others.join('') },
      selection: { anchor: from + first.length },
      userEvent: 'input.complete',
    });
  }
  if (others.length > 0) startCompletion(view);
}

/** Whoever types the quotes, too, finds one pair: they are there already in a gap for a text. */
const quotesInGaps = EditorView.inputHandler.of((view, from, to, text) => {
  const { state } = view;
  if (text !== '"' || from !== to || !hasNextSnippetField(state) || state.sliceDoc(to, to + 1) !== '"')
    return false;
  if (state.sliceDoc(from - 1, from) !== '"') view.dispatch({ selection: { anchor: to + 1 } });
  return true;
});

/** At the next gap its values are offered at once. */
const gapKeys: readonly KeyBinding[] = [
  {
    key: 'Tab',
    run: (view) => nextSnippetField(view) && (startCompletion(view) || true),
    shift: prevSnippetField,
  },
  { key: 'Escape', run: clearSnippet },
];

/** Bodies of the chosen requests, members below one another. Lines of NDJSON stay. */
export function formatChosen(view: EditorView): boolean {
  const { state } = view;
  const changes = chosenRequests(state).flatMap(({ path, lineEnd, to }) => {
    const [from, body] = [lineEnd + 1, state.sliceDoc(lineEnd + 1, to)];
    const hasWords = body.includes('"""') || withoutComments(body) !== body;
    const formatted = body.trim() === '' || hasWords || takesLines(path) ? null : formatJson(body);
    return formatted === null ? [] : [{ from, to, insert: formatted }];
  });
  if (changes.length > 0) view.dispatch({ changes });
  return true;
}

/** A pasted command of curl becomes a request. */
const curlPaste = EditorView.domEventHandlers({
  paste(event, view) {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!/^\s*(?:\$\s+)?curl\s/.test(text)) return false;
    try {
      const { from, to } = view.state.selection.main;
      view.dispatch(view.state.replaceSelection(toSheet(fromCurl(text))));
      view.dispatch({ selection: { anchor: Math.min(from, to) } });
      event.preventDefault();
      return true;
    } catch {
      return false;
    }
  },
});

const theme = EditorView.theme({
  '.cm-gutters': { backgroundColor: 'transparent', border: '0', color: 'var(--accent)' },
  '.cm-lineNumbers': { color: 'var(--muted)', fontSize: '11.5px' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 0 0 8px', minWidth: '26px' },
  '@media (max-width: 560px)': { '.cm-gutter.cm-lineNumbers': { display: 'none !important' } },
  '.cm-play-gutter': { width: '22px' },
  '.cm-foldGutter': { width: '12px', color: 'var(--muted)' },
  '.cm-play': { cursor: 'pointer', padding: '0 4px 0 8px', fontSize: '10px', opacity: '0.65' },
  '.cm-play:hover': { opacity: '1' },
  '.cm-chosen': { backgroundColor: 'color-mix(in srgb, var(--accent-soft) 45%, transparent)' },
});

function extensionsOf(): Extension {
  return [
    Prec.highest(
      keymap.of([
        { key: 'Mod-Enter', run: runChosen },
        { key: 'Mod-i', run: formatChosen, preventDefault: true },
        ...lintKeymap,
      ]),
    ),
    requestsField,
    lineNumbers(),
    playGutter,
    folds,
    chosenLines,
    sheetLanguage,
    autocompletion({ override: [complete, completeBody], icons: false, maxRenderedOptions: 200 }),
    snippetKeymap.of(gapKeys),
    Prec.highest(quotesInGaps),
    curlPaste,
    theme,
  ];
}

export function SheetEditor({ onView }: { readonly onView: (view: EditorView | null) => void }) {
  const editor = useRef<EditorView | null>(null);
  const extensions = useMemo(extensionsOf, []);
  const run = sheetRun.value;
  useEffect(() => {
    if (editor.current) showRefusals(editor.current);
  }, [run]);
  return (
    <Editor
      label="Requests"
      value={sheet.value}
      onChange={setSheet}
      extensions={extensions}
      onView={(view) => {
        editor.current = view;
        if (view) showRefusals(view);
        onView(view);
      }}
    />
  );
}

/** Requests that were refused, at the place that the server names; not in a sheet that was changed since. */
function showRefusals(view: EditorView): void {
  const run = sheetRun.value;
  const isSame = run !== null && view.state.doc.toString() === run.sheet;
  const found = isSame ? run.asked.flatMap((asked) => diagnostic(asked, view.state) ?? []) : [];
  view.dispatch(setDiagnostics(view.state, found));
}

function diagnostic({ request, answer, error }: Asked, { doc }: EditorState): Diagnostic | null {
  const whole = { from: request.from, to: request.lineEnd, severity: 'error' as const };
  if (error) return { ...whole, message: wordsOf(error) };
  const refusal = answer && refusedPlace(answer);
  if (!refusal) return null;
  const line = refusal.line === null ? null : doc.lineAt(request.from).number + refusal.line;
  const isBelow = line !== null && line <= doc.lineAt(request.to).number;
  if (!isBelow || takesLines(request.path)) return { ...whole, message: refusal.message };
  const { from, to, text } = doc.line(line);
  const begin = Math.min(to, from + Math.max(0, (refusal.column ?? 1) - 1));
  const word = /^\s*(?:"[^"]*"|[\w.-]+|\S)/.exec(text.slice(begin - from))?.[0].length ?? 0;
  const place = word > 0 ? { from: begin, to: begin + word } : { from, to };
  return { ...place, severity: 'error', message: refusal.message };
}
