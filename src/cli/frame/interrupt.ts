import { exitCodes } from './exitCodes.ts';

/** The first Ctrl-C asks the work to end, a second one ends the process. `release` gives the key back. */
export function onInterrupt(): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const heard = (): void => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted.code);
    controller.abort();
  };
  process.on('SIGINT', heard);
  return { signal: controller.signal, release: () => void process.off('SIGINT', heard) };
}
