import { elapsedMs } from './clock.ts';

/** How long the page may be busy at a time. */
const TURN_MS = 8;

/** Long work in turns, between which the page goes on. Rejects with what the work throws, and with AbortError. */
export function inTurns<T>(work: Iterator<unknown, T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const turn = (): void => {
      if (signal.aborted) {
        reject(new DOMException('given up', 'AbortError'));
        return;
      }
      try {
        const end = elapsedMs() + TURN_MS;
        let step = work.next();
        while (!step.done && elapsedMs() < end) step = work.next();
        if (step.done) resolve(step.value);
        else setTimeout(turn);
      } catch (error) {
        reject(error);
      }
    };
    turn();
  });
}
