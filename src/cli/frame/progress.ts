import { Presets, SingleBar } from 'cli-progress';
import { duration } from '../../figures/index.ts';
import type { Screen } from './terminal.ts';

export interface Progress {
  /** `done` in the unit of `total`; `words` say how fast. */
  update(done: number, words?: string): void;
  /** When the total turns out to be another. */
  setTotal(total: number): void;
  /** The bar goes away. */
  stop(): void;
}

const QUIET: Progress = { update: () => undefined, setTotal: () => undefined, stop: () => undefined };

/** A bar with the time left on standard error; nothing where that is no terminal. */
export function startProgress(screen: Screen, label: string, total: number): Progress {
  if (!screen.isTTY) return QUIET;
  const bar = new SingleBar(
    {
      format: (_options, { progress, eta }, { words }) => {
        const filled = Math.round(Math.min(1, progress) * 30);
        const left = Number.isFinite(eta) && eta > 0 ? `, ${duration(eta * 1000)} left` : '';
        const percent = String(Math.floor(progress * 100)).padStart(3);
        return `${label} ${'█'.repeat(filled)}${'░'.repeat(30 - filled)} ${percent} %  ${words ?? ''}${left}`;
      },
      hideCursor: true,
      clearOnComplete: true,
      stream: screen,
      etaBuffer: 50,
    },
    Presets.shades_classic,
  );
  bar.start(total, 0, { words: '' });
  return {
    update: (done, words = '') => bar.update(done, { words }),
    setTotal: (changed) => bar.setTotal(changed),
    stop: () => bar.stop(),
  };
}
