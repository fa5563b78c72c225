import { useEffect, useRef, useState } from 'preact/hooks';
import { isAbort } from './api.ts';

/** Something that is asked for: it is on its way, there, or refused. What was there stays while it is asked again. */
export interface Resource<T> {
  readonly data: T | null;
  readonly error: unknown;
  reload(): void;
}

type Load<T> = (signal: AbortSignal) => Promise<T>;

/** Asks at once and whenever `key` changes; every `everyMs`, too, while the page is visible. */
export function useResource<T>(load: Load<T>, key: string, everyMs: number | null = null): Resource<T> {
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
        if (!isAbort(error) && !controller.signal.aborted) {
          setState((old) => ({ data: old.key === key ? old.data : null, error, key }));
        }
      }
    };
    void ask();
    const stop = everyMs === null ? () => undefined : repeat(ask, everyMs);
    return () => {
      stop();
      controller.abort();
    };
  }, [key, round, everyMs]);
  const data = state.key === key ? state.data : null;
  return { data, error: state.key === key ? state.error : null, reload: () => setRound((old) => old + 1) };
}

/** Calls `work` again and again, never twice at once, not while nobody looks. The result ends that. */
export function repeat(work: () => Promise<void>, everyMs: number): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let ended = false;
  const next = (): void => {
    timer = setTimeout(async () => {
      if (document.visibilityState === 'visible') await work();
      if (!ended) next();
    }, everyMs);
  };
  next();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
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
