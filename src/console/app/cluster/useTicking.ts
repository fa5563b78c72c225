import { useEffect, useState } from 'preact/hooks';
import { server } from '../shell/server.ts';

const TICK_MS = 250;

/** The server's time, going on between two questions as its clock does; milliseconds since 1970. */
export function useTicking(): number {
  const clock = server.value?.clock;
  const [asked, setAsked] = useState(() => performance.now());
  const [, setTick] = useState(0);
  // A new answer starts it anew.
  useEffect(() => {
    setAsked(performance.now());
    const timer = setInterval(() => setTick((old) => old + 1), TICK_MS);
    return () => clearInterval(timer);
  }, [clock]);
  if (!clock) return 0;
  return clock.mode === 'frozen' ? clock.now : clock.now + (performance.now() - asked);
}
