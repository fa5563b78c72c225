import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

export interface Tab {
  readonly id: string;
  readonly title: string;
  readonly content: () => ComponentChildren;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
  /** Behind the tabs: what makes and ends them. */
  readonly more?: ComponentChildren;
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** Tabs by the book: one tab stop, arrows move, the panel follows. */
export function Tabs({ label, tabs, chosen, onChoose, more }: TabsProps) {
  const id = useId();
  const current = tabs.find((tab) => tab.id === chosen) ?? tabs[0];
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (list.current) showChosen(list.current);
  }, [current.id]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const next = tabs[step(tabs.indexOf(current), tabs.length)];
    onChoose(next.id);
    document.getElementById(`${id}-${next.id}`)?.focus();
  };
  return (
    <div class="tabs">
      <div class="tab-bar">
        <div class="tab-list" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
          {tabs.map((tab) => (
            <button
              type="button"
              role="tab"
              key={tab.id}
              id={`${id}-${tab.id}`}
              aria-selected={tab === current}
              aria-controls={`${id}-panel`}
              tabIndex={tab === current ? 0 : -1}
              onClick={() => onChoose(tab.id)}
            >
              {tab.title}
            </button>
          ))}
        </div>
        {more}
      </div>
      <div class="tab-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current.id}`}>
        {current.content()}
      </div>
    </div>
  );
}

/** Where there are more tabs than fit. The page itself does not scroll for it. */
function showChosen(list: HTMLElement): void {
  const tab = list.querySelector<HTMLElement>('[aria-selected="true"]');
  if (!tab) return;
  const [edge, own] = [list.getBoundingClientRect(), tab.getBoundingClientRect()];
  if (own.left < edge.left) list.scrollLeft -= edge.left - own.left;
  else if (own.right > edge.right) list.scrollLeft += own.right - edge.right;
}
