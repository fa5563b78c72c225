import { compileScript } from './compile.ts';
import { Getters } from './getters.ts';
import type { ScriptSource } from './source.ts';

/** Positions of words in a document, as filters of intervals see them. */
export interface ScriptInterval {
  readonly start: number;
  readonly end: number;
  readonly gaps: number;
}

/** Compiles the script of a filter of intervals. Throws script_exception. */
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
