import { compileScript } from './compile.ts';
import { Getters } from './getters.ts';
import type { ScriptSource } from './source.ts';

/** An interval as seen by scripts of interval filters. */
export interface ScriptInterval {
  readonly start: number;
  readonly end: number;
  readonly gaps: number;
}

/** Compiles the script of an interval filter. Throws script_exception. */
export function compileIntervalPredicate(source: ScriptSource): (interval: ScriptInterval) => boolean {
  const script = compileScript(source, 'interval');
  return ({ start, end, gaps }) => {
    const interval = new Getters('org.opensearch.index.query.IntervalFilterScript.Interval', {
      start,
      end,
      gaps,
    });
    return script.bind({ interval, now: () => 0 })() === true;
  };
}
