import { Presets, SingleBar } from 'cli-progress';

/** A bar on standard error; nothing where that is no terminal. Call it once a step done. */
export function progressBar(label: string, total: number): { step(): void; stop(): void } {
  const bar = new SingleBar(
    { format: `  ${label} [{bar}] {value}/{total}`, hideCursor: true, stream: process.stderr },
    Presets.legacy,
  );
  bar.start(total, 0);
  return { step: () => bar.increment(), stop: () => bar.stop() };
}
