import { allOf, type Bound, type Column, conjuncts, referencedColumns } from '../binder/index.ts';
import { equality, joinCondition } from '../binder/joinCondition.ts';
import { type JoinPlan, type LogicalPlan, mapInputs, outputColumns } from './logical.ts';

/**
 * Moves conditions to the lowest join at which all their columns are available, down to the scans, whose
 * searches may absorb them; and reorders inner joins so that each is connected by a condition: for `FROM a,
 * b, c WHERE a.x = c.x AND b.y = c.y` the product of a and b is never built. This changes the order of the
 * rows; columns are found by identity, not by position.
 */
export function placeConditions(plan: LogicalPlan): LogicalPlan {
  let source = plan;
  const conditions: Bound[] = [];
  for (; source.kind === 'filter'; source = source.input) conditions.unshift(...conjuncts(source.condition));
  if (source.kind !== 'join') return mapInputs(plan, placeConditions);
  switch (source.type) {
    case 'inner':
    case 'cross':
      return joined(source, conditions);
    case 'left':
    case 'right':
      return beside(source, source.type, conditions);
    case 'full':
      return filtered(mapInputs(source, placeConditions), conditions);
  }
}

/**
 * For the preserved side of an outer join: conditions on that side alone are applied before the join, all
 * others stay above it.
 */
function beside(join: JoinPlan, side: 'left' | 'right', conditions: readonly Bound[]): LogicalPlan {
  const columns = new Set(outputColumns(join[side]));
  const isOwn = (condition: Bound): boolean => speaksOf(condition, columns);
  const kept = { ...join, [side]: filtered(join[side], conditions.filter(isOwn)) };
  return filtered(
    mapInputs(kept, placeConditions),
    conditions.filter((condition) => !isOwn(condition)),
  );
}

type Equality = readonly [Bound, Bound];

/** A group of inner joins: their inputs and all their conditions. */
interface Region {
  readonly leaves: LogicalPlan[];
  readonly equalities: Equality[];
  readonly conditions: Bound[];
}

interface Part {
  readonly plan: LogicalPlan;
  readonly columns: ReadonlySet<Column>;
}

function joined(join: JoinPlan, conditions: readonly Bound[]): LogicalPlan {
  const region: Region = { leaves: [], equalities: [], conditions: [] };
  gather(join, region);
  region.conditions.push(...conditions);
  if (!region.equalities.flat().every((side) => region.leaves.some((leaf) => isOver(side, leaf))))
    return filtered(mapInputs(join, placeConditions), conditions);
  const waiting = region.leaves.map((leaf): Part => {
    const columns = new Set(outputColumns(leaf));
    const own = take(region.conditions, (condition) => speaksOf(condition, columns));
    return { plan: placeConditions(filtered(leaf, own)), columns };
  });
  const groups: Part[] = [];
  while (waiting.length > 0) groups.push(connected(waiting, region));
  const { plan } = groups.reduce((left, right) => together(left, right, region));
  return filtered(plan, region.conditions);
}

function gather(plan: LogicalPlan, region: Region): void {
  if (plan.kind !== 'join' || (plan.type !== 'inner' && plan.type !== 'cross')) {
    region.leaves.push(plan);
    return;
  }
  gather(plan.left, region);
  gather(plan.right, region);
  region.equalities.push(...plan.equal);
  if (plan.condition !== null) region.conditions.push(...conjuncts(plan.condition));
}

/** Takes the first part and everything connected to it by equalities. */
function connected(waiting: Part[], region: Region): Part {
  let [group] = waiting.splice(0, 1);
  for (let next = partner(group, waiting, region); next !== null; next = partner(group, waiting, region))
    group = together(group, next, region);
  return group;
}

/** Takes the first part that an equality connects to the group. */
function partner(group: Part, waiting: Part[], { equalities, conditions }: Region): Part | null {
  const i = waiting.findIndex(
    ({ columns }) =>
      equalities.some((pair) => oriented(pair, group.columns, columns) !== null) ||
      conditions.some((condition) => equality(condition, group.columns, columns) !== null),
  );
  return i === -1 ? null : waiting.splice(i, 1)[0];
}

/** Joins two parts and applies every condition that can be tested at this point. */
function together(left: Part, right: Part, { equalities, conditions }: Region): Part {
  const columns = new Set([...left.columns, ...right.columns]);
  const pairs = take(equalities, (pair) => oriented(pair, left.columns, right.columns) !== null);
  const own = take(conditions, (condition) => speaksOf(condition, columns));
  const { equal, condition } = joinCondition(allOf(own), left.columns, right.columns);
  const plan: JoinPlan = {
    kind: 'join',
    type: pairs.length + own.length === 0 ? 'cross' : 'inner',
    left: left.plan,
    right: right.plan,
    equal: [...pairs.flatMap((pair) => [oriented(pair, left.columns, right.columns) ?? pair]), ...equal],
    condition,
  };
  return { plan, columns };
}

function oriented([a, b]: Equality, left: ReadonlySet<Column>, right: ReadonlySet<Column>): Equality | null {
  if (speaksOf(a, left) && speaksOf(b, right)) return [a, b];
  return speaksOf(a, right) && speaksOf(b, left) ? [b, a] : null;
}

function isOver(bound: Bound, plan: LogicalPlan): boolean {
  return speaksOf(bound, new Set(outputColumns(plan)));
}

function speaksOf(bound: Bound, columns: ReadonlySet<Column>): boolean {
  const referenced = referencedColumns(bound);
  return referenced.size > 0 && [...referenced].every((column) => columns.has(column));
}

/** Removes the matching items from the list and returns them. */
function take<T>(list: T[], fits: (item: T) => boolean): T[] {
  const taken = list.filter(fits);
  const left = list.filter((item) => !taken.includes(item));
  list.splice(0, list.length, ...left);
  return taken;
}

function filtered(input: LogicalPlan, conditions: readonly Bound[]): LogicalPlan {
  const condition = allOf(conditions);
  return condition === null ? input : { kind: 'filter', input, condition };
}
