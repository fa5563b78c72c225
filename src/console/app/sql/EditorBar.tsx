import type { EditorView } from '@codemirror/view';
import { languages } from '../../../statement/index.ts';
import { attempt } from '../lib/messages.ts';
import { useOpening } from '../ui/Dialog.tsx';
import { run, runStatement, stopStatement } from './run.ts';
import { SaveDialog } from './SavedQueries.tsx';
import { chosenStatement } from './SqlEditor.tsx';
import { linkTo } from './share.ts';
import { draft, language, setLanguage } from './tabs.ts';

interface EditorBarProps {
  readonly view: { readonly current: EditorView | null };
}

/** What can be done with the statement. */
export function EditorBar({ view }: EditorBarProps) {
  const [saving, openSaving] = useOpening<null>();
  const isEmpty = draft.value.trim() === '';
  return (
    <div class="editor-bar">
      <LanguageSwitch />
      <span class="card-note keys grow">
        <kbd>Ctrl</kbd> <kbd>Space</kbd> completes
      </span>
      <button type="button" class="small" disabled={isEmpty} onClick={() => openSaving(null)}>
        Save
      </button>
      <button type="button" class="small" disabled={isEmpty} onClick={() => void copyLink()}>
        Copy link
      </button>
      {run.value?.state === 'running' ? (
        <button type="button" onClick={stopStatement}>
          Stop
        </button>
      ) : (
        <button
          type="button"
          class="primary"
          disabled={isEmpty}
          onClick={() => void runStatement(chosenStatement(view.current))}
        >
          Run <kbd>Ctrl ↵</kbd>
        </button>
      )}
      {saving && <SaveDialog key={saving.key} onClose={saving.close} />}
    </div>
  );
}

async function copyLink(): Promise<void> {
  const link = location.origin + location.pathname + linkTo(draft.value, language.value);
  await attempt(() => navigator.clipboard.writeText(link), 'Copied the link');
}

/** What is written in the editor; each language keeps its draft. */
function LanguageSwitch() {
  return (
    <fieldset class="switch">
      <legend class="hidden">Language</legend>
      {Object.values(languages).map(({ name, title }) => (
        <button
          type="button"
          class="small"
          key={name}
          aria-pressed={language.value === name}
          onClick={() => setLanguage(name)}
        >
          {title}
        </button>
      ))}
    </fieldset>
  );
}
