import { exitCodes } from './exitCodes.ts';

/** Runs work that the first Ctrl-C asks to end, by the signal; a second one ends the process. */
export async function withInterrupt<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const heard = (): void => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted.code);
    controller.abort();
  };
  process.on('SIGINT', heard);
  try {
    return await work(controller.signal);
  } finally {
    process.off('SIGINT', heard);
  }
}
