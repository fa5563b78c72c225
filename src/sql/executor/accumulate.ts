import type { Pacer } from '../../common/index.ts';
import type { Bound, BoundAggregate, Column } from '../binder/index.ts';
import { SqlError } from '../errors.ts';
import { type Accumulator, Distinct } from '../functions/index.ts';
import type { Row, SqlValue } from '../values/index.ts';
import { bytesOf, type Holding } from './budget.ts';
import { type CompileOptions, compile, compileFilter, type RowFunction } from './evaluate.ts';
import { RowMap } from './rowMap.ts';
import { TwoPassVariance } from './twoPassVariance.ts';

/** Folds rows into groups in this process. */

interface Folder {
  /** The column whose values are added as they are; null when the argument is computed. */
  readonly column: Column | null;
  readonly create: () => Accumulator;
  /** The value to add; undefined when the row does not count. */
  readonly value: (row: Row) => SqlValue | undefined;
}

interface Group {
  readonly keys: readonly SqlValue[];
  readonly accumulators: readonly Accumulator[];
}

/** Every value of the columns of a document that have several. */
type Several = ReadonlyMap<Column, readonly SqlValue[]>;

export interface Grouping {
  /** A document with several values belongs to the group of each, and each of them is aggregated. */
  add(row: Row, several?: Several | null): void;
  /** One row per group: keys, then results. Without GROUP BY always exactly one row. */
  rows(pacer: Pacer): Promise<SqlValue[][]>;
}

/** Estimated size of an accumulator, charged to the budget of the groups. */
const ACCUMULATOR_BYTES = 64;

/** A grouping expression. */
export interface GroupKey {
  readonly of: RowFunction;
  /** The column whose values are keys as they are; null when keys are computed. */
  readonly column: Column | null;
}

export function groupKey(expression: Bound, options: CompileOptions): GroupKey {
  return { of: compile(expression, options), column: columnOf(expression) };
}

function columnOf(expression: Bound | null): Column | null {
  return expression?.kind === 'reference' ? expression.column : null;
}

/** The most groups that one document may belong to: they are made in one go, while other requests wait. */
const MAX_GROUPS_OF_DOCUMENT = 100_000;

function checkChoices(lists: readonly (readonly SqlValue[])[]): void {
  const count = lists.reduce((product, list) => product * list.length, 1);
  if (count <= MAX_GROUPS_OF_DOCUMENT) return;
  throw new SqlError(
    'IllegalStateException',
    `a document has so many values that it belongs to ${count} groups, more than ${MAX_GROUPS_OF_DOCUMENT}`,
  );
}

/** Every choice of one value from each list, one at a time. */
function* combinations(lists: readonly (readonly SqlValue[])[], at = 0): Generator<readonly SqlValue[]> {
  if (at === lists.length) {
    yield [];
    return;
  }
  for (const value of lists[at]) {
    for (const rest of combinations(lists, at + 1)) yield [value, ...rest];
  }
}

export function grouping(
  groups: readonly GroupKey[],
  folders: readonly Folder[],
  holding: Holding,
): Grouping {
  const byKey = new RowMap<Group>();
  const all: Group[] = [];
  const groupOf = (keys: readonly SqlValue[]): Group => {
    const known = byKey.get(keys);
    if (known !== undefined) return known;
    const group = { keys, accumulators: folders.map(({ create }) => create()) };
    byKey.set(keys, group);
    all.push(group);
    holding.add(1, bytesOf(keys) + folders.length * ACCUMULATOR_BYTES);
    return group;
  };
  if (groups.length === 0) groupOf([]);
  const addTo = (accumulator: Accumulator, added: SqlValue): void => {
    const before = accumulator.kept ?? 0;
    accumulator.add(added);
    if ((accumulator.kept ?? 0) > before) holding.add(0, bytesOf([added]));
  };
  const addValues = ({ accumulators }: Group, row: Row, several: Several | null): void => {
    folders.forEach(({ value, column }, i) => {
      const added = value(row);
      if (added === undefined) return;
      const all = (column && several?.get(column)) ?? [added];
      for (const one of all) addTo(accumulators[i], one);
    });
  };
  return {
    add(row, several = null) {
      const keys = groups.map(({ of }) => of(row));
      if (several === null) {
        addValues(groupOf(keys), row, null);
        return;
      }
      const choices = groups.map(({ column }, i) => (column && several.get(column)) ?? [keys[i]]);
      checkChoices(choices);
      for (const each of combinations(choices)) addValues(groupOf(each), row, several);
    },
    rows: async (pacer) =>
      pacer.map(all, ({ keys, accumulators }) => [
        ...keys,
        ...accumulators.map((accumulator) => accumulator.result()),
      ]),
  };
}

function accumulatorOf(aggregate: BoundAggregate): Accumulator {
  const inner = aggregate.fn.create(aggregate.type, aggregate.parameters);
  return aggregate.distinct ? new Distinct(inner) : inner;
}

/**
 * A folder over the rows of another operator or of a window: the original computes variances differently
 * there.
 */
export function operatorFolder(aggregate: BoundAggregate, options: CompileOptions): Folder {
  const folder = folderOf(aggregate, options);
  const { extendedStat } = aggregate.fn;
  if (extendedStat === undefined || aggregate.distinct || options.context.corrections) return folder;
  return { ...folder, create: () => new TwoPassVariance(extendedStat) };
}

/** `COUNT(*)` adds true for every row; NULLs are never counted. */
export function folderOf(aggregate: BoundAggregate, options: CompileOptions): Folder {
  const { argument, filter } = aggregate;
  const value = argument === null ? (): SqlValue => true : compile(argument, options);
  const test = filter === null ? null : compileFilter(filter, options);
  return {
    column: columnOf(argument),
    create: () => accumulatorOf(aggregate),
    value: (row) => (test === null || test(row) ? (value(row) ?? undefined) : undefined),
  };
}
