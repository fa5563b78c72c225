import type { EditorView } from '@codemirror/view';
import { download } from '../lib/download.ts';
import { say } from '../lib/messages.ts';
import { FileButton } from '../ui/FileButton.tsx';
import { sheet } from './state.ts';

/** Every key reads the whole sheet. */
const MOST_BYTES = 1_000_000;

interface SheetFileProps {
  readonly view: { readonly current: EditorView | null };
}

/** The sheet as a file, and a file as the sheet. */
export function SheetFile({ view }: SheetFileProps) {
  const open = async (file: File): Promise<void> => {
    const text = await readSheet(file);
    if (!view.current) return;
    replaceSheet(view.current, text);
    say(`${file.name} is open; Ctrl+Z brings back what was here`);
  };
  return (
    <>
      <FileButton accept=".http,.rest,.txt,.es,text/plain" onFile={open}>
        <span>
          Open<span class="hidden"> sheet</span>
        </span>
      </FileButton>
      <button
        type="button"
        class="small"
        disabled={sheet.value.trim() === ''}
        onClick={() => download('requests.http', 'text/plain', sheet.value)}
      >
        <span>
          Save<span class="hidden"> sheet</span>
        </span>
      </button>
    </>
  );
}

/** Throws Error, in words, for what no sheet can be. */
async function readSheet(file: File): Promise<string> {
  if (file.size > MOST_BYTES) throw new Error(`${file.name} is larger than 1 MB`);
  const text = await file.text();
  if (text.includes('\0')) throw new Error(`${file.name} is not a text file`);
  return text;
}

/** With the editor's own undo. */
function replaceSheet(view: EditorView, insert: string): void {
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert },
    selection: { anchor: 0 },
    scrollIntoView: true,
    userEvent: 'input.open',
  });
  view.focus();
}
