import { Dialog } from '../ui/Dialog.tsx';
import { views } from '../views.tsx';

const ROWS: readonly (readonly [keys: readonly string[], what: string])[] = [
  ...views.map(({ title }, i) => [['Alt', String(i + 1)], `Go to ${title}`] as const),
  [['Ctrl', 'Enter'], 'Run the statement or the request, or what is selected of it; run the DSL'],
  [['Ctrl', 'Space'], 'Complete tables, columns, functions; paths, parameters, bodies of requests'],
  [['Ctrl', 'I'], 'Format the bodies of the chosen requests'],
  [['Ctrl', 'Shift', '['], 'Fold the body at the cursor; with ] it opens again'],
  [['Alt', '↑'], 'The statement before, from the history'],
  [['Alt', '↓'], 'The statement after'],
  [['Tab'], 'From field to field, and to the next gap of what was completed; it leaves the editor, too'],
  [['← ↑ ↓ →'], 'From cell to cell in a table, from tab to tab, from graph to graph'],
  [['Enter'], 'Open the cell or the document'],
  [['Ctrl', 'C'], 'Copy the cell'],
  [['Esc'], 'Close the dialog, end the completion'],
  [['?'], 'This list'],
];

export function Shortcuts({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl class="shortcuts">
        {ROWS.map(([keys, what]) => (
          <>
            <dt key={what}>
              {keys.map((key) => (
                <>
                  <kbd key={key}>{key}</kbd>{' '}
                </>
              ))}
            </dt>
            <dd>{what}</dd>
          </>
        ))}
      </dl>
      <p class="muted small">On a Mac, Ctrl is ⌘ and Alt is ⌥.</p>
    </Dialog>
  );
}
