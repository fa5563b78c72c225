import { useEffect, useState } from 'preact/hooks';
import { elapsedMs } from '../lib/clock.ts';
import type { ServerState } from '../shell/server.ts';

const TICK_MS = 250;

/** The server's time, going on between two questions as its clock does; milliseconds since 1970. */
export function useTicking({ clock, answeredMs }: ServerState): number {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((old) => old + 1), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return clock.mode === 'frozen' ? clock.now : clock.now + (elapsedMs() - answeredMs);
}
