import { render } from 'preact';
import { App } from './App.tsx';

/** The console's entry. It talks HTTP to the server that it came from, and to nobody else. */
render(<App />, document.getElementById('app') as HTMLElement);
