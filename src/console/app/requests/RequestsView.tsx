import '../common.ts';
import type { EditorView } from '@codemirror/view';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { attempt } from '../lib/messages.ts';
import { useOpening } from '../ui/Dialog.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { AnswerPane } from './AnswerPane.tsx';
import { CurlDialog } from './CurlDialog.tsx';
import { toCurl } from './curl.ts';
import { SentPanel } from './SentPanel.tsx';
import { chosenRequests, formatChosen, runChosen, SheetEditor } from './SheetEditor.tsx';
import { SheetFile } from './SheetFile.tsx';
import { parseSheet } from './sheet.ts';
import { plainRequest, refreshRequestCatalog, sheet, sheetRun, stopRequests } from './state.ts';

/** A sheet of requests, and what the server answers. */
export function RequestsView() {
  const view = useRef<EditorView | null>(null);
  const [panel, setPanel] = useState('answer');
  const [curl, openCurl] = useOpening<null>();
  const [imported, setImported] = useState<string | null>(null);
  const run = sheetRun.value;
  useEffect(() => {
    void attempt(refreshRequestCatalog);
  }, []);
  // A new run is looked at, whatever was open.
  useEffect(() => {
    if (run?.isRunning) setPanel('answer');
  }, [run]);
  const insert = (text: string): void => {
    if (view.current) insertBelow(view.current, text);
  };
  // The dialog gives the focus back when it goes; what it brings comes after that, before a key can be pressed.
  useLayoutEffect(() => {
    if (curl !== null || imported === null) return;
    insert(imported);
    setImported(null);
  }, [curl, imported]);
  const panels = [
    { id: 'answer', title: 'Answer', content: () => <AnswerPane /> },
    { id: 'history', title: 'History', content: () => <SentPanel onInsert={insert} /> },
  ];
  return (
    <div class="requests">
      <h2 class="hidden">Requests</h2>
      <section class="card requests-sheet" aria-label="Sheet">
        <SheetEditor
          onView={(made) => {
            view.current = made;
          }}
        />
        <SheetBar view={view} onImport={() => openCurl(null)} />
      </section>
      <section class="card requests-answer" aria-label="Answers">
        <Tabs label="Answers and history" tabs={panels} chosen={panel} onChoose={setPanel} />
      </section>
      {curl && <CurlDialog key={curl.key} onInsert={setImported} onClose={curl.close} />}
    </div>
  );
}

interface SheetBarProps {
  readonly view: { readonly current: EditorView | null };
  readonly onImport: () => void;
}

/** What can be done with the sheet. */
function SheetBar({ view, onImport }: SheetBarProps) {
  const onEditor = (work: (made: EditorView) => unknown) => (): void => {
    if (view.current) work(view.current);
  };
  return (
    <div class="editor-bar">
      <button type="button" class="small" onClick={onEditor(formatChosen)} title="Ctrl+I">
        Format
      </button>
      <button type="button" class="small" onClick={onEditor((made) => void copyAsCurl(made))}>
        Copy as curl
      </button>
      <button type="button" class="small" onClick={onImport}>
        Import curl
      </button>
      <SheetFile view={view} />
      {sheetRun.value?.isRunning ? (
        <button type="button" class="push" onClick={stopRequests}>
          Stop
        </button>
      ) : (
        <button
          type="button"
          class="primary push"
          disabled={parseSheet(sheet.value).length === 0}
          onClick={onEditor(runChosen)}
        >
          Run <kbd>Ctrl ↵</kbd>
        </button>
      )}
    </div>
  );
}

/** Behind what is there, with the cursor in it. */
function insertBelow(view: EditorView, text: string): void {
  const { doc } = view.state;
  const end = doc.toString().trimEnd().length;
  const insert = `${end === 0 ? '' : '\n\n'}${text.trimEnd()}\n`;
  const anchor = end + (end === 0 ? 0 : 2);
  view.dispatch({
    changes: { from: end, to: doc.length, insert },
    selection: { anchor },
    scrollIntoView: true,
  });
  view.focus();
}

async function copyAsCurl(view: EditorView): Promise<void> {
  const text = view.state.doc.toString();
  const requests = chosenRequests(view.state).map((request) =>
    toCurl(location.origin, plainRequest(request, text)),
  );
  if (requests.length === 0) return;
  await attempt(() => navigator.clipboard.writeText(`${requests.join('\n\n')}\n`), 'Copied as curl');
}
