import { useEffect, useRef, useState } from 'preact/hooks';

/** Something that is asked for: it is on its way, there, or refused. What was there stays while it is asked again. */
export interface Resource<T> {
  readonly data: T | null;
  readonly error: unknown;
  reload(): void;
}

type Load<T> = (signal: AbortSignal) => Promise<T>;

interface AskOptions {
  /** Asks again so often, while the page is visible. */
  readonly everyMs?: number;
  /** Asks again when it changes. */
  readonly version?: number;
}

/** Asks at once and whenever `key` changes: then it is something else, and what was there goes. */
export function useResource<T>(
  load: Load<T>,
  key: string,
  { everyMs, version }: AskOptions = {},
): Resource<T> {
  const [state, setState] = useState<{ readonly data: T | null; readonly error: unknown; key: string }>({
    data: null,
    error: null,
    key,
  });
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  // A new round asks again.
  useEffect(() => {
    const controller = new AbortController();
    const ask = async (): Promise<void> => {
      try {
        const data = await latest.current(controller.signal);
        if (!controller.signal.aborted) setState({ data, error: null, key });
      } catch (error) {
        if (!controller.signal.aborted) {
          setState((old) => ({ data: old.key === key ? old.data : null, error, key }));
        }
      }
    };
    const stop = everyMs === undefined ? void ask() : repeat(ask, everyMs);
    return () => {
      stop?.();
      controller.abort();
    };
  }, [key, round, everyMs, version]);
  const data = state.key === key ? state.data : null;
  return { data, error: state.key === key ? state.error : null, reload: () => setRound((old) => old + 1) };
}

/** Calls `work` at once and again and again, never twice at once, not while nobody looks. The result ends that. */
export function repeat(work: () => Promise<void>, everyMs: number): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let ended = false;
  const wait = (): void => {
    if (!ended) timer = setTimeout(() => (document.visibilityState === 'visible' ? run() : wait()), everyMs);
  };
  const run = (): Promise<void> => work().then(wait);
  void run();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

/** Follows `value`, at most once in `everyMs`. */
export function useThrottled<T>(value: T, everyMs: number): T {
  const [taken, setTaken] = useState(value);
  const latest = useRef(value);
  latest.current = value;
  useEffect(() => {
    const timer = setInterval(() => setTaken(latest.current), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return taken;
}

/** Follows `value`, when it has not changed for so long. */
export function useSettled<T>(value: T, afterMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}
