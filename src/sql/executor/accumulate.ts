import type { Pacer } from '../../common/index.ts';
import type { BoundAggregate } from '../binder/index.ts';
import { type Accumulator, Distinct } from '../functions/index.ts';
import type { Row, SqlValue } from '../values/index.ts';
import { bytesOf, type Holding } from './budget.ts';
import { type CompileOptions, compile, compileFilter, type RowFunction } from './evaluate.ts';
import { RowMap } from './rowMap.ts';
import { TwoPassVariance } from './twoPassVariance.ts';

/** Folds rows into groups in this process. */

interface Folder {
  readonly create: () => Accumulator;
  /** The value to add; undefined when the row does not count. */
  readonly value: (row: Row) => SqlValue | undefined;
}

interface Group {
  readonly keys: readonly SqlValue[];
  readonly accumulators: readonly Accumulator[];
}

export interface Grouping {
  add(row: Row): void;
  /** One row per group: keys, then results. Without GROUP BY always exactly one row. */
  rows(pacer: Pacer): Promise<SqlValue[][]>;
}

/** Estimated size of an accumulator, charged to the budget of the groups. */
const ACCUMULATOR_BYTES = 64;

export function grouping(
  groups: readonly RowFunction[],
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
  return {
    add(row) {
      const { accumulators } = groupOf(groups.map((group) => group(row)));
      folders.forEach(({ value }, i) => {
        const added = value(row);
        if (added === undefined) return;
        const accumulator = accumulators[i];
        const before = accumulator.kept ?? 0;
        accumulator.add(added);
        if ((accumulator.kept ?? 0) > before) holding.add(0, bytesOf([added]));
      });
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
    create: () => accumulatorOf(aggregate),
    value: (row) => (test === null || test(row) ? (value(row) ?? undefined) : undefined),
  };
}
