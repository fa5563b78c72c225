import { allOf, type Bound, type Column, conjuncts, referencedColumns } from '../binder/index.ts';
import { equality, joinCondition } from '../binder/joinCondition.ts';
import { type JoinPlan, type LogicalPlan, mapInputs, outputColumns } from './logical.ts';

/**
 * Conditions over joins where all that they speak of has come together, down to the scans, whose searches may take them
 * over; and inner joins in an order in which something connects them: of `FROM a, b, c WHERE a.x = c.x AND b.y = c.y` no
 * product of a and b is made. Rows come in another order then; columns are found by what they are, not by place.
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

/** The kept side of an outer join has no rows in the answer that fail its own conditions. */
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

/** What inner joins bring together, and all that they test. */
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

/** Takes the first part, and all that equalities connect with it. */
function connected(waiting: Part[], region: Region): Part {
  let [group] = waiting.splice(0, 1);
  for (let next = partner(group, waiting, region); next !== null; next = partner(group, waiting, region))
    group = together(group, next, region);
  return group;
}

/** Takes the first part that an equality connects with the group. */
function partner(group: Part, waiting: Part[], { equalities, conditions }: Region): Part | null {
  const i = waiting.findIndex(
    ({ columns }) =>
      equalities.some((pair) => oriented(pair, group.columns, columns) !== null) ||
      conditions.some((condition) => equality(condition, group.columns, columns) !== null),
  );
  return i === -1 ? null : waiting.splice(i, 1)[0];
}

/** A join of two parts that tests all that can be tested now. */
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

/** Removes what fits from the list, and returns it. */
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
