import { useEffect, useRef, useState } from 'preact/hooks';
import { go, route } from './lib/route.ts';
import { Shortcuts } from './shell/Shortcuts.tsx';
import { watchServer } from './shell/server.ts';
import { TopBar } from './shell/TopBar.tsx';
import { ViewPlace } from './shell/ViewPlace.tsx';
import { viewOf, views } from './views.tsx';

function isTyping(target: EventTarget | null): boolean {
  const element = target instanceof Element ? target : null;
  return element?.closest('input, textarea, select, .editor, dialog') != null;
}

export function App() {
  const [helpShown, setHelpShown] = useState(false);
  const main = useRef<HTMLElement>(null);
  const view = viewOf(route.value[0]);
  const isFirst = useRef(true);
  useEffect(watchServer, []);
  // Another view is announced by moving the focus there.
  useEffect(() => {
    document.title = `${view.title} · Rockpool`;
    if (!isFirst.current) main.current?.focus();
    isFirst.current = false;
  }, [view.id]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
      const chosen = digit === undefined ? undefined : views[Number(digit) - 1];
      if (event.altKey && !event.ctrlKey && !event.metaKey && chosen) {
        event.preventDefault();
        go(chosen.id);
      } else if (event.key === '?' && !isTyping(event.target)) setHelpShown(true);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <TopBar current={view.id} onHelp={() => setHelpShown(true)} />
      <main id="content" ref={main} tabIndex={-1} aria-label={view.title}>
        <ViewPlace key={view.id} view={view} />
      </main>
      {helpShown && <Shortcuts onClose={() => setHelpShown(false)} />}
    </>
  );
}
