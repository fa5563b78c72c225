import './common.ts';
import { render } from 'preact';
import { App } from './App.tsx';
import { route } from './lib/route.ts';
import { loadView, preloadView, viewOf } from './views.tsx';

/** The console's entry. It talks HTTP to the server that it came from, and to nobody else. */
const first = viewOf(route.value[0]);
preloadView(first);
// The view's script is under way while the frame is drawn; if it cannot be fetched, the frame says so.
loadView(first).catch(() => undefined);
render(<App />, document.getElementById('app') as HTMLElement);
