import type { EditorView } from '@codemirror/view';
import { useEffect, useRef, useState } from 'preact/hooks';
import { languages } from '../../../statement/index.ts';
import { attempt } from '../lib/messages.ts';
import { recall, remember } from '../lib/storage.ts';
import { Tabs } from '../ui/Tabs.tsx';
import { refreshCatalog } from './catalog.ts';
import { DslPanel } from './DslPanel.tsx';
import { HistoryPanel } from './HistoryPanel.tsx';
import { PlanPanel } from './PlanPanel.tsx';
import { ResultPane } from './ResultPane.tsx';
import { draft, language, run, runStatement, setLanguage, stopStatement } from './run.ts';
import { chosenStatement, SqlEditor } from './SqlEditor.tsx';
import { TimingsPanel } from './TimingsPanel.tsx';

const PANELS = [
  { id: 'dsl', title: 'DSL', content: () => <DslPanel /> },
  { id: 'plan', title: 'Plan', content: () => <PlanPanel /> },
  { id: 'timings', title: 'Timings', content: () => <TimingsPanel /> },
  { id: 'history', title: 'History', content: () => <HistoryPanel /> },
] as const;

/** A statement, its rows, and beside it what it becomes. */
export function Workbench() {
  const view = useRef<EditorView | null>(null);
  const [panel, setPanel] = useState(() => recall<string>('panel', 'dsl'));
  useEffect(() => {
    void attempt(refreshCatalog);
  }, []);
  const isRunning = run.value?.state === 'running';
  const choose = (id: string): void => {
    setPanel(id);
    remember('panel', id);
  };
  return (
    <div class="workbench">
      <h2 class="hidden">SQL workbench</h2>
      <div class="workbench-main">
        <section class="card" aria-label="Statement">
          <SqlEditor
            onView={(made) => {
              view.current = made;
            }}
          />
          <div class="editor-bar">
            <LanguageSwitch />
            <span class="card-note keys grow">
              <kbd>Ctrl</kbd> <kbd>Space</kbd> completes
            </span>
            {isRunning ? (
              <button type="button" onClick={stopStatement}>
                Stop
              </button>
            ) : (
              <button
                type="button"
                class="primary"
                disabled={draft.value.trim() === ''}
                onClick={() => void runStatement(chosenStatement(view.current))}
              >
                Run <kbd>Ctrl ↵</kbd>
              </button>
            )}
          </div>
        </section>
        <ResultPane />
      </div>
      <section class="card workbench-side" aria-label="What the statement becomes">
        <Tabs label="About the statement" tabs={PANELS} chosen={panel} onChoose={choose} />
      </section>
    </div>
  );
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
