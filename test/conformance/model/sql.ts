import fc from 'fast-check';
import { numbers, searchTargets } from './arbitraries.ts';
import { compare, counts, search } from './brute.ts';
import { isUnusable, type Model } from './model.ts';
import type { Real } from './real.ts';
import { same } from './same.ts';
import { type Row, row } from './step.ts';

interface SqlAnswer {
  readonly total: number;
  readonly datarows: readonly (readonly (string | number | null)[])[];
}

interface Statement {
  readonly target: string;
  readonly least: number;
  readonly descending: boolean;
}

/** A statement has columns where there is an index. */
const canRead = (model: Readonly<Model>, { target }: Statement): boolean => {
  const indices = model.readable(target);
  return !isUnusable(indices) && indices.length > 0;
};

const nullFirst = (a: string | null, b: string | null): number =>
  a === null || b === null ? Number(b === null) - Number(a === null) : compare(a, b);

async function ask(real: Real, query: string): Promise<SqlAnswer> {
  const { status, body } = await real.ask<SqlAnswer>('POST', '/_plugins/_sql', { query });
  same({ status, body }, { status: 200, body });
  return body;
}

async function runSelect(model: Model, real: Real, { target, least, descending }: Statement): Promise<void> {
  const indices = model.readable(target);
  if (isUnusable(indices)) return;
  const sign = descending ? -1 : 1;
  const rows = search(indices, { range: { n: { gte: least } } })
    .map(({ document: { source } }) => [Number(source.n), source.k ?? null] as const)
    .sort((a, b) => sign * (a[0] - b[0]) || nullFirst(a[1], b[1]));
  const order = descending ? 'DESC' : 'ASC';
  const statement = `SELECT n, k FROM \`${target}\` WHERE n >= ${least} ORDER BY n ${order}, k`;
  same((await ask(real, statement)).datarows, rows);
}

async function runGroups(model: Model, real: Real, { target }: Statement): Promise<void> {
  const indices = model.readable(target);
  if (isUnusable(indices)) return;
  const groups = counts(search(indices, { match_all: {} }).map(({ document }) => document.source.k ?? null));
  const rows = [...groups].sort((a, b) => nullFirst(a[0], b[0]));
  const statement = `SELECT k, COUNT(*) FROM \`${target}\` GROUP BY k ORDER BY k`;
  same((await ask(real, statement)).datarows, rows);
}

const statements = fc.record({ target: searchTargets, least: numbers, descending: fc.boolean() });

export const sql: readonly Row[] = [
  row({ name: 'select', weight: 2, arbitrary: statements, check: canRead, run: runSelect }),
  row({ name: 'groups', weight: 2, arbitrary: statements, check: canRead, run: runGroups }),
];
