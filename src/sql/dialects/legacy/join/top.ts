import type { Operator } from './operator.ts';

/** The first rows of an input; no further rows are requested. */
export function top<Row>(input: Operator<Row>, count: number): Operator<Row> {
  return {
    explain: (plan) => ({ [`Top [ count=${count} ]`]: input.explain(plan) }),
    async *run(run, filter) {
      let left = count;
      if (left <= 0) return;
      for await (const rows of input.run(run, filter)) {
        yield rows.length > left ? rows.slice(0, left) : rows;
        left -= rows.length;
        if (left <= 0) return;
      }
    },
  };
}
