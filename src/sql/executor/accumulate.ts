import type { Pacer } from '../../common/index.ts';
import type { BoundAggregate } from '../binder/index.ts';
import { type Accumulator, Distinct } from '../functions/index.ts';
import type { Row, SqlValue } from '../values/index.ts';
import { keyOf } from '../values/index.ts';
import { type CompileOptions, compile, compileFilter, type RowFunction } from './evaluate.ts';

/** Rows folded into groups, here. */

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
  /** One row for each group: keys, then results. Without GROUP BY always one. */
  rows(pacer: Pacer): Promise<SqlValue[][]>;
}

export function grouping(groups: readonly RowFunction[], folders: readonly Folder[]): Grouping {
  const byKey = new Map<string, Group>();
  const groupOf = (keys: readonly SqlValue[]): Group => {
    const key = keys.map(keyOf).join('\0');
    let group = byKey.get(key);
    if (group === undefined) {
      group = { keys, accumulators: folders.map(({ create }) => create()) };
      byKey.set(key, group);
    }
    return group;
  };
  if (groups.length === 0) groupOf([]);
  return {
    add(row) {
      const { accumulators } = groupOf(groups.map((group) => group(row)));
      folders.forEach(({ value }, i) => {
        const added = value(row);
        if (added !== undefined) accumulators[i].add(added);
      });
    },
    rows: (pacer) =>
      pacer.map([...byKey.values()], ({ keys, accumulators }) => [
        ...keys,
        ...accumulators.map((accumulator) => accumulator.result()),
      ]),
  };
}

function accumulatorOf(aggregate: BoundAggregate): Accumulator {
  const inner = aggregate.fn.create(aggregate.type, aggregate.parameters);
  return aggregate.distinct ? new Distinct(inner) : inner;
}

/** Where the original folds rows itself, one value is a sample without variance; its searches say NULL, as SQL does. */
class LoneSample implements Accumulator {
  readonly #inner: Accumulator;
  #count = 0;
  constructor(inner: Accumulator) {
    this.#inner = inner;
  }
  add(value: SqlValue): void {
    this.#count++;
    this.#inner.add(value);
  }
  result(): SqlValue {
    return this.#count === 1 ? 0 : this.#inner.result();
  }
}

/** Of rows of another operator, or of a window. */
export function operatorFolder(aggregate: BoundAggregate, options: CompileOptions): Folder {
  const folder = folderOf(aggregate, options);
  const isSample = aggregate.fn.extendedStat?.endsWith('sampling') === true;
  if (!isSample || options.context.corrections) return folder;
  return { ...folder, create: () => new LoneSample(folder.create()) };
}

/** `COUNT(*)` adds true for every row; NULLs never count. */
export function folderOf(aggregate: BoundAggregate, options: CompileOptions): Folder {
  const { argument, filter } = aggregate;
  const value = argument === null ? (): SqlValue => true : compile(argument, options);
  const test = filter === null ? null : compileFilter(filter, options);
  return {
    create: () => accumulatorOf(aggregate),
    value: (row) => (test === null || test(row) ? (value(row) ?? undefined) : undefined),
  };
}
