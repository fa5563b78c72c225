import '../common.ts';
import type { EditorView } from '@codemirror/view';
import { useEffect, useRef, useState } from 'preact/hooks';
import { attempt } from '../lib/messages.ts';
import { leave, route } from '../lib/route.ts';
import { recall, remember } from '../lib/storage.ts';
import { Tabs } from '../ui/Tabs.tsx';
import { refreshCatalog } from './catalog.ts';
import { DslPanel } from './DslPanel.tsx';
import { EditorBar } from './EditorBar.tsx';
import { HistoryPanel } from './HistoryPanel.tsx';
import { IndicesPanel } from './IndicesPanel.tsx';
import { PlanPanel } from './PlanPanel.tsx';
import { ResultPane } from './ResultPane.tsx';
import { closeRun, run } from './run.ts';
import { SqlEditor } from './SqlEditor.tsx';
import { linked } from './share.ts';
import { TimingsPanel } from './TimingsPanel.tsx';
import { chooseTab, closeTab, language, openTab, tabId, tabs, titleOf } from './tabs.ts';

/** Statements in tabs, their rows, and beside them what they become. */
export function Workbench() {
  const view = useRef<EditorView | null>(null);
  const [panel, setPanel] = useState(() => recall<string>('panel', ''));
  useEffect(() => {
    void attempt(refreshCatalog);
  }, []);
  // A link's statement is put into a tab, not run: it may delete.
  const given = linked(route.value);
  useEffect(() => {
    if (!given) return;
    openTab(given.text, given.language);
    leave('sql');
  }, [given?.text, given?.language]);
  const choose = (id: string): void => {
    setPanel(id);
    remember('panel', id);
  };
  const insert = (text: string): void => {
    view.current?.dispatch(view.current.state.replaceSelection(text));
    view.current?.focus();
  };
  const content = () => (
    <div class="workbench-main">
      <section class="card" aria-label="Statement">
        <SqlEditor
          onView={(made) => {
            view.current = made;
          }}
        />
        <EditorBar view={view} />
      </section>
      <ResultPane />
    </div>
  );
  const panels = [
    { id: 'indices', title: 'Indices', content: () => <IndicesPanel onInsert={insert} /> },
    { id: 'dsl', title: 'DSL', content: () => <DslPanel /> },
    { id: 'plan', title: 'Plan', content: () => <PlanPanel /> },
    { id: 'timings', title: 'Timings', content: () => <TimingsPanel /> },
    { id: 'history', title: 'History', content: () => <HistoryPanel /> },
  ];
  return (
    <div class="workbench">
      <h2 class="hidden">SQL workbench</h2>
      <Tabs
        label="Statements"
        tabs={tabs.value.map((tab) => ({ id: String(tab.id), title: titleOf(tab), content }))}
        chosen={String(tabId.value)}
        onChoose={(id) => chooseTab(Number(id))}
        more={<TabButtons />}
      />
      <section class="card workbench-side" aria-label="What the statement becomes">
        <Tabs
          label="About the statement"
          tabs={panels}
          // Until somebody chooses: what there is, then what became of it.
          chosen={panel || (run.value === null ? 'indices' : 'dsl')}
          onChoose={choose}
        />
      </section>
    </div>
  );
}

function TabButtons() {
  const close = (): void => {
    closeRun();
    closeTab();
  };
  return (
    <>
      <button
        type="button"
        class="quiet small"
        aria-label="New tab"
        onClick={() => openTab('', language.value)}
      >
        +
      </button>
      {tabs.value.length > 1 && (
        <button type="button" class="quiet small" aria-label="Close this tab" onClick={close}>
          ✕
        </button>
      )}
    </>
  );
}
