import type { Scope } from '../expressions.ts';
import type { Pick } from '../pick.ts';
import type { Cell } from '../tables.ts';

export type Rows = readonly (readonly Cell[])[];

/** What a part of the rows answers, and how the answers of the parts make up the whole one. */
export interface Shape {
  readonly items: string;
  readonly tail: string;
  readonly merge: (parts: Rows) => Rows;
}

export function shape(pick: Pick, scope: Scope): Shape {
  const columns = scope.map(({ name }) => name);
  const numbers = scope.filter(({ type }) => type !== 'text' && type !== 'bool').map(({ name }) => name);
  const column = pick.of(columns);
  const number = numbers.length === 0 ? '1' : pick.of(numbers);
  const figures = `COUNT(*) AS c0, COUNT(${column}) AS c1, SUM(${number}) AS c2, MIN(${number}) AS c3, MAX(${number}) AS c4`;
  return pick.of<Shape>([
    { items: `${column} AS c0, ${pick.of(columns)} AS c1`, tail: '', merge: (parts) => parts },
    { items: `DISTINCT ${column} AS c0`, tail: '', merge: unique },
    { items: figures, tail: '', merge: (parts) => [folded(parts)] },
    { items: `${figures}, ${column} AS c5`, tail: ` GROUP BY ${column}`, merge: foldedByKey },
  ]);
}

function unique(parts: Rows): Rows {
  return [...new Map(parts.map((row) => [JSON.stringify(row), row])).values()];
}

function foldedByKey(parts: Rows): Rows {
  const keys = new Set(parts.map((row) => row[5]));
  return [...keys].map((key) => [...folded(parts.filter((row) => row[5] === key)), key]);
}

/** Count, count, sum, least, greatest; what is NULL adds nothing. */
function folded(parts: Rows): readonly Cell[] {
  const values = (i: number): number[] => parts.flatMap((row) => (row[i] === null ? [] : [Number(row[i])]));
  const sum = (i: number): Cell => (values(i).length === 0 ? null : values(i).reduce((a, b) => a + b, 0));
  const best = (i: number, choose: (...all: number[]) => number): Cell =>
    values(i).length === 0 ? null : choose(...values(i));
  return [sum(0), sum(1), sum(2), best(3, Math.min), best(4, Math.max)];
}
