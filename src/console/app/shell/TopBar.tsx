import { counted } from '../lib/format.ts';
import { href } from '../lib/route.ts';
import { nextTheme, theme } from '../lib/theme.ts';
import { views } from '../views.tsx';
import { Messages } from './Messages.tsx';
import { isOffline, server } from './server.ts';

interface TopBarProps {
  readonly current: string;
  readonly onHelp: () => void;
}

export function TopBar({ current, onHelp }: TopBarProps) {
  return (
    <>
      <header class="top">
        <div class="brand">
          <Mark />
          <h1>Rockpool</h1>
        </div>
        <nav aria-label="Views">
          {views.map(({ id, title }) => (
            <a key={id} href={href(id)} aria-current={id === current ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
        <Messages />
        <div class="top-end">
          <About />
          <button type="button" class="quiet" onClick={nextTheme} aria-label={`Theme: ${theme.value}`}>
            <ThemeIcon />
          </button>
          <button type="button" class="quiet" onClick={onHelp} aria-label="Keyboard shortcuts">
            ?
          </button>
        </div>
      </header>
      {isOffline.value && (
        <p class="offline" role="alert">
          The server does not answer. The console keeps trying.
        </p>
      )}
    </>
  );
}

const HEALTH_TONES = { green: 'good', yellow: 'warn', red: 'bad' } as const;

function About() {
  const state = server.value;
  if (!state) return null;
  const { clock, faults } = state;
  return (
    <>
      {clock.mode !== 'real' && (
        <a class="badge warn" href={href('cluster', 'clock')}>
          clock {clock.mode}
        </a>
      )}
      {faults > 0 && (
        <a class="badge bad" href={href('cluster', 'faults')}>
          {counted(faults, 'fault')}
        </a>
      )}
      <span class="about">
        {counted(state.nodes, 'node')}{' '}
        <span class={`badge ${HEALTH_TONES[state.status]}`}>{state.status}</span> OpenSearch {state.version}
      </span>
    </>
  );
}

function Mark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="6" fill="#0b7a75" />
      <path
        d="M4.5 10.5c2.5 0 2.5-2 5-2s2.5 2 5 2 2.5-2 5-2M4.5 15.5c2.5 0 2.5-2 5-2s2.5 2 5 2 2.5-2 5-2"
        fill="none"
        stroke="#fff"
        stroke-width="2"
        stroke-linecap="round"
      />
    </svg>
  );
}

/** Half a disc for the system's choice, else a sun or a moon. */
const THEME_PATHS = {
  system: 'M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18',
  light:
    'M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5',
  dark: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
} as const;

function ThemeIcon() {
  return (
    <svg viewBox="0 0 24 24" width="17" height="17" aria-hidden="true">
      <path
        d={THEME_PATHS[theme.value]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.8"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
      {theme.value === 'system' && <path d="M12 3a9 9 0 0 1 0 18z" fill="currentColor" />}
    </svg>
  );
}
