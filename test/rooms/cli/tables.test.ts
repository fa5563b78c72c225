import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { panel } from '../../../src/cli/stats/panel.ts';
import { fittedTable } from '../../../src/cli/text/table.ts';
import { widthOf } from '../../../src/cli/text/width.ts';
import { runCli } from '../../support/cli.ts';

const plain = (_look: string, text: string): string => text;
const widest = (lines: readonly string[]): number =>
  lines.reduce((most, line) => Math.max(most, widthOf(line)), 0);

describe('every table fits the terminal', () => {
  it('whatever its cells are', () => {
    const cell = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.integer(),
      fc.constant(null),
      fc.constant('七人の侍'),
    );
    const table = fc.integer({ min: 1, max: 15 }).chain((width) =>
      fc.record({
        names: fc.array(fc.string({ minLength: 1, maxLength: 40 }), { minLength: width, maxLength: width }),
        rows: fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 5 }),
        columns: fc.integer({ min: 20, max: 200 }),
      }),
    );
    fc.assert(
      fc.property(table, ({ names, rows, columns }) => {
        const lines = fittedTable(
          names.map((name) => ({ name })),
          rows,
          { columns, style: plain },
        );
        expect(widest(lines)).toBeLessThanOrEqual(columns);
      }),
    );
  });

  it('that of the commands of the shell', async () => {
    const { out } = await runCli(['sql', '\\?']);
    expect(out).toContain('\\watch [SECONDS [TIMES]]');
    expect(widest(out.split('\n'))).toBeLessThanOrEqual(80);
  });

  it.each([200, 80, 60, 30])('that of the graphs in %i columns', (columns) => {
    const graph = { index: 'a-long-name-of-an-index', shard: 0, segment: '_0', field: 'embedding' };
    const graphs = [{ ...graph, vectors: 1_000_000, kb: 700_000, state: 'in_memory' }];
    const nodes = [{ name: 'node-1', limit_kb: 1_000_000, used_kb: 700_000 }];
    const totals = { hits: 1_234_567, misses: 89_012, evictions: 34_567, loads: 89_012 };
    const sample = { timeMs: 0, graphs: { nodes, graphs }, totals, isBreakerTripped: false };
    const lines = panel(sample, { ...sample, timeMs: -1000 }, { columns, rows: 40, style: plain });
    expect(widest(lines)).toBeLessThanOrEqual(columns);
    expect(lines.join(' ')).toContain('miss ratio');
  });
});
