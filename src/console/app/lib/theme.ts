import { computed, effect, signal } from '@preact/signals';
import { recall, remember } from './storage.ts';

export type Theme = 'system' | 'light' | 'dark';

const darkSystem = matchMedia('(prefers-color-scheme: dark)');
const systemIsDark = signal(darkSystem.matches);
darkSystem.addEventListener('change', ({ matches }) => {
  systemIsDark.value = matches;
});

export const theme = signal<Theme>(recall<Theme>('theme', 'system'));

/** What is shown: pictures are drawn anew when it changes. */
export const isDark = computed(() =>
  theme.value === 'system' ? systemIsDark.value : theme.value === 'dark',
);

effect(() => {
  document.documentElement.dataset.theme = theme.value;
  remember('theme', theme.value);
});

const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };

export function nextTheme(): void {
  theme.value = NEXT[theme.value];
}

/** A colour of the style sheet, for pictures. */
export function colour(name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
