import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  columnsOf,
  countAbove,
  firstOf,
  groupBy,
  joinedBy,
  richest,
} from '../../../benchmarks/floors/columns.ts';
import { sectionOf, timesOf } from '../../../benchmarks/lines/line.ts';
import { measureLines } from '../../../benchmarks/lines.ts';
import { writeMarkdown } from '../../../benchmarks/support/markdown.ts';
import { latencies, rates } from '../../../benchmarks/support/measure.ts';
import { people } from '../../../benchmarks/support/people.ts';
import type { Figure, Section } from '../../../benchmarks/support/report.ts';

const TINY = {
  docs: 400,
  vectors: 300,
  queries: 10,
  effort: { warmups: 1, runs: 10, budgetMs: 10 },
  seconds: 0.01,
};

describe('the benchmark of lines', () => {
  it('has a figure for every line, and an echo for what is asked over HTTP', async () => {
    const sections: Section[] = [];
    const figures: Figure[] = [];
    await measureLines(
      {
        section: (section) => void sections.push(section),
        figure: (figure) => void figures.push(figure),
        url: null,
        beside: null,
      },
      TINY,
    );
    const rows = sections.flatMap(({ rows }) => rows);
    expect(rows.map(([name]) => name)).toMatchInlineSnapshot(`
      [
        "bulk and refresh",
        "the same, index with the defaults",
        "SQL point lookup",
        "SQL filter, LIMIT 50",
        "SQL COUNT of a range",
        "SQL GROUP BY, 10 groups",
        "SQL GROUP BY, the same",
        "SQL GROUP BY, 500 groups",
        "SQL ORDER BY, LIMIT 20",
        "SQL GROUP BY YEAR",
        "SQL join, LIMIT 50",
        "SQL MATCH of two words",
        "DSL match of two words",
        "DSL terms and avg",
        "DSL terms and avg, the same",
        "DSL monthly histogram",
        "DSL bool",
        "writes, index with the defaults",
        "GET by id",
        "SQL point lookup",
        "search, one client",
        "warmup",
        "build: bulk, refresh, merge",
        "search, 8 clients",
      ]
    `);
    expect(rows.filter(([, ours]) => !(Number(ours) > 0))).toEqual([]);
    const echoes = sections.filter(({ columns }) => columns.includes('echo'));
    expect(echoes.map(({ heading }) => heading)).toMatchInlineSnapshot(`
      [
        "Documents into an index",
        "Questions",
        "8 clients",
        "Vectors: how long",
        "Vectors: how many",
      ]
    `);
    expect(figures).toMatchObject([{ question: 'recall@10', measured: 1 }]);
  });
});

describe('floors', () => {
  const all = [...people(3000)];
  const columns = columnsOf(all.length);
  const above = (least: number) => all.filter(({ balance }) => balance > least);

  it('loop over what the documents hold', () => {
    expect(countAbove(columns, 5000)).toBe(above(5000).length);
    const { counts, sums, oldest } = groupBy(columns, 'genre', 900);
    const third = above(900).filter(({ genre }) => genre === 'genre-3');
    expect(counts[3]).toBe(third.length);
    expect(sums[3]).toBeCloseTo(third.reduce((sum, { balance }) => sum + balance, 0));
    expect(oldest[3]).toBe(Math.max(...third.map(({ age }) => age)));
    const filtered = all.filter(({ genre, age }) => genre === 'genre-7' && age > 50);
    expect(firstOf(columns, 7, 50, 20)).toEqual(filtered.slice(0, 20).map(({ id }) => id));
    const ranked = all.filter(({ age, id }) => age > 20 && id !== 5).sort((a, b) => b.balance - a.balance);
    expect([...richest(columns, 20, 5, 20)]).toEqual(ranked.slice(0, 20).map(({ id }) => id));
  });

  it.each([
    ['year', 4, 10],
    ['month', 7, 120],
  ] as const)('count those who joined in each %s', (unit, length, units) => {
    const expected = new Map<string, number>();
    for (const { joined } of above(100)) {
      const key = joined.slice(0, length);
      expected.set(key, (expected.get(key) ?? 0) + 1);
    }
    const found = [...joinedBy(columns, unit, 100)].slice(0, units);
    const named = [...expected].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);
    expect(found.filter((count) => count > 0)).toEqual(named);
  });
});

describe('measuring', () => {
  it('gives each call another number, whoever else takes turns', async () => {
    const asked: Record<string, number[]> = { a: [], b: [] };
    const call = (name: string) => (i: number) => void asked[name].push(i);
    await latencies({ a: call('a'), b: call('b') }, { warmups: 3, runs: 20, budgetMs: 1000 });
    expect(asked.a).toEqual(Array.from({ length: 23 }, (_, i) => i));
    expect(asked.b).toEqual(asked.a);
    asked.a.length = 0;
    const { a } = await rates({ a: call('a') }, 2, 0.005);
    expect(asked.a).toEqual(asked.a.map((_, i) => i));
    expect(a?.perSecond).toBeGreaterThan(0);
  });

  it('compares costs: of a rate the inverse, of a floor without HTTP with the echo', () => {
    const ms = { name: 'x', unit: 'ms', values: { ours: 6, echo: 1, duckDb: 2, graphOverHttp: 3 } } as const;
    expect((['echo', 'duckDb', 'graphOverHttp'] as const).map((floor) => timesOf(ms, floor))).toEqual([
      6, 2, 2,
    ]);
    const perSecond = { name: 'y', unit: '/s', values: { ours: 100, beside: 50, graph: 400 } } as const;
    expect(timesOf(perSecond, 'beside')).toBe(0.5);
    expect(timesOf(perSecond, 'graph')).toBe(4);
    const { columns, rows } = sectionOf('', '', [ms]);
    expect(columns).toEqual([
      '',
      'p50 ms',
      'echo',
      '×',
      'DuckDB',
      '× with echo',
      'bare graph over HTTP',
      '×',
    ]);
    expect(rows).toEqual([['x', 6, 1, 6, 2, 2, 3, 2]]);
  });

  it('writes between its marks, and leaves what stands around them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'rockpool-speed-'));
    const page = join(folder, 'speed.md');
    writeFileSync(page, 'Before.\n\n<!-- a: measured -->\nold\n<!-- a: end -->\n\nAfter.\n');
    const section = { heading: 'H', text: 'T.', columns: ['', 'ms'], rows: [['x', 1.2345]], charts: [] };
    const result = { measuredOn: 'Here.', figures: [], sections: [section] };
    for (const name of ['a', 'b']) writeMarkdown(folder, name, result);
    const written = (name: string): string =>
      `<!-- ${name}: measured -->\n*Here.*\n\n### H\n\nT.\n\n|  | ms |\n| --- | ---: |\n| x | 1.23 |\n\n<!-- ${name}: end -->`;
    expect(readFileSync(page, 'utf8')).toBe(`Before.\n\n${written('a')}\n\nAfter.\n\n${written('b')}\n`);
    rmSync(folder, { recursive: true });
  });
});
