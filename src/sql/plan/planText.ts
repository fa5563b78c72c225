import { unreachable } from '../../common/index.ts';
import { aggregateText, boundText, type Column } from '../binder/index.ts';
import type {
  AggregatePlan,
  ApplyPlan,
  JoinPlan,
  LogicalPlan,
  NamingPlan,
  ProjectPlan,
  SortKey,
  WindowBound,
  WindowCall,
  WindowPlan,
} from './logical.ts';
import type { AggregateScan, HashAggregate, IndexScan, PhysicalPlan } from './physical.ts';

/**
 * A plan as text: one line per operator, with its inputs indented below it. `note` is appended to the line.
 */
export function planText<P extends LogicalPlan | PhysicalPlan>(
  plan: P,
  note: (plan: P) => string = () => '',
  depth = 0,
): string {
  const line = `${'  '.repeat(depth)}${operatorText(plan)}${note(plan)}`;
  return [line, ...inputsOf(plan).map((input) => planText(input as P, note, depth + 1))].join('\n');
}

export function inputsOf(plan: PhysicalPlan): readonly PhysicalPlan[];
export function inputsOf(plan: LogicalPlan | PhysicalPlan): readonly (LogicalPlan | PhysicalPlan)[];
export function inputsOf(plan: LogicalPlan | PhysicalPlan): readonly (LogicalPlan | PhysicalPlan)[] {
  switch (plan.kind) {
    case 'scan':
    case 'values':
    case 'common':
    case 'indexScan':
    case 'aggregateScan':
      return [];
    case 'join':
    case 'set':
      return [plan.left, plan.right];
    case 'apply':
      return [plan.input, plan.query];
    case 'with':
      return [...plan.tables.map(({ query }) => query), plan.input];
    default:
      return [plan.input];
  }
}

function operatorText(plan: LogicalPlan | PhysicalPlan): string {
  switch (plan.kind) {
    case 'scan':
      return `Scan ${plan.index} ${columnList(plan.columns)}`;
    case 'indexScan':
      return indexScanText(plan);
    case 'aggregateScan':
      return aggregateScanText(plan);
    case 'values':
      return `Values (${plan.rows.length})`;
    case 'filter':
      return `Filter ${boundText(plan.condition)}`;
    case 'aggregate':
      return groupingText('Aggregate', plan.groups, plan.aggregates);
    case 'hashAggregate':
      return groupingText('HashAggregate', plan.groups, plan.aggregates);
    case 'sort':
      return `Sort ${keysText(plan.keys)}`;
    case 'limit':
      return `Limit ${rangeText(plan.limit, plan.offset)}`;
    case 'window':
      return windowText(plan);
    case 'unnest':
      return `Unnest ${plan.path} ${columnList(plan.members)}`;
    case 'project':
      return `Project ${plan.items.map(itemText).join(', ')}`;
    case 'extend':
      return `Extend ${plan.items.map(({ expression, column }) => `${column.name} = ${boundText(expression)}`).join(', ')}`;
    case 'dedup':
      return `Dedup ${plan.count} ${plan.keys.map(boundText).join(', ')}`;
    case 'rareTop':
      return `${plan.which === 'top' ? 'Top' : 'Rare'} ${plan.count} ${columnList(plan.fields)} by ${columnList(plan.groups)}`;
    case 'naming':
      return namingText(plan);
    case 'join':
      return joinText(plan);
    case 'set':
      return `Set ${plan.operator === 'unionAll' ? 'union all' : plan.operator}`;
    case 'with':
      return `With ${plan.tables.map(({ name }) => name).join(', ')}`;
    case 'common':
      return `Common ${plan.name} [${plan.columns.map(({ name }) => name).join(', ')}]`;
    case 'apply':
      return applyText(plan);
    default:
      throw unreachable(plan);
  }
}

function namingText({ command, items }: Pick<NamingPlan, 'command' | 'items'>): string {
  return `${command} ${items.map(({ name }) => name).join(', ')}`;
}

function columnList(columns: readonly { readonly column: Column }[]): string {
  return `[${columns.map(({ column }) => column.name).join(', ')}]`;
}

/** What the search does, and what remains to be done with its hits. */
function indexScanText({ selection, sort, offset, limit }: IndexScan): string {
  const done = [
    ...(selection.query === null ? [] : ['filter']),
    ...(sort.length === 0 ? [] : ['sort']),
    ...(limit === null || selection.residual !== null ? [] : ['limit']),
  ];
  const left = [
    ...(selection.residual === null ? [] : [`filter ${boundText(selection.residual)}`]),
    ...(limit === null || selection.residual === null ? [] : [`limit ${rangeText(limit, offset)}`]),
  ];
  return `IndexScan ${selection.index} ${columnList(selection.columns)}${workText(done, left)}`;
}

function rangeText(limit: number, offset: number): string {
  return offset > 0 ? `${limit} offset ${offset}` : String(limit);
}

function aggregateScanText({ selection, strategy, groups, metrics }: AggregateScan): string {
  const filter = selection.query === null ? [] : ['filter'];
  const residual = selection.residual === null ? [] : [`filter ${boundText(selection.residual)}`];
  const title = groupingText(`AggregateScan ${selection.index}`, groups, metrics);
  switch (strategy.kind) {
    case 'buckets':
      return `${title}${workText([...filter, 'group'], residual)}`;
    case 'fold': {
      const finer = strategy.sources.map(({ path, histogram }) =>
        histogram === null ? path : `${path} by ${Object.values(histogram.parameters).join()}`,
      );
      return `${title}${workText([...filter, `buckets of ${finer.join(', ')}`], [...residual, 'fold'])}`;
    }
    case 'rows':
      return `${title}${workText(filter, [...residual, 'group'])}`;
  }
}

function workText(inSearch: readonly string[], here: readonly string[]): string {
  const parts = [
    ...(inSearch.length === 0 ? [] : [`in the search: ${inSearch.join(', ')}`]),
    ...(here.length === 0 ? [] : [`here: ${here.join(', ')}`]),
  ];
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`;
}

type Groups = AggregatePlan['groups'] | HashAggregate['groups'];

function groupingText(title: string, groups: Groups, aggregates: AggregatePlan['aggregates']): string {
  const by =
    groups.length === 0 ? '' : ` by ${groups.map(({ expression }) => boundText(expression)).join(', ')}`;
  const made = aggregates.map(({ aggregate }) => aggregateText(aggregate)).join(', ');
  return `${title}${by}${made === '' ? '' : `: ${made}`}`;
}

function keysText(keys: readonly SortKey[]): string {
  return keys
    .map(({ expression, descending, nullsFirst }) => {
      const nulls = nullsFirst === descending ? ` nulls ${nullsFirst ? 'first' : 'last'}` : '';
      return `${boundText(expression)}${descending ? ' desc' : ''}${nulls}`;
    })
    .join(', ');
}

function windowText({ compute, partitionBy, orderBy, frame }: Omit<WindowPlan, 'input'>): string {
  const call = 'args' in compute ? windowCallText(compute) : aggregateText(compute);
  const partition = partitionBy.length === 0 ? '' : ` partition by ${partitionBy.map(boundText).join(', ')}`;
  const order = orderBy.length === 0 ? '' : ` order by ${keysText(orderBy)}`;
  const isDefault = frame.unit === 'range' && frame.start.kind === 'unboundedPreceding';
  const rows = `${frame.unit} from ${frameBoundText(frame.start)} to ${frameBoundText(frame.end)}`;
  return `Window ${call}${partition}${order}${isDefault ? '' : ` ${rows}`}`;
}

function windowCallText({ fn, args }: WindowCall): string {
  return `${fn.names[0].toUpperCase()}(${args.map(boundText).join(', ')})`;
}

function frameBoundText(bound: WindowBound): string {
  const words = bound.kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return 'offset' in bound ? `${bound.offset} ${words}` : words;
}

function itemText({ expression, column }: ProjectPlan['items'][number]): string {
  const text = boundText(expression);
  return text === column.name ? text : `${text} as ${column.name}`;
}

function joinText({ type, equal, condition }: Pick<JoinPlan, 'type' | 'equal' | 'condition'>): string {
  const parts = [
    ...equal.map(([left, right]) => `${boundText(left)} = ${boundText(right)}`),
    ...(condition === null ? [] : [boundText(condition)]),
  ];
  return `Join ${type}${parts.length === 0 ? '' : ` on ${parts.join(' and ')}`}`;
}

function applyText({ test, parameters }: Pick<ApplyPlan, 'test' | 'parameters'>): string {
  const names = parameters.map(({ column, value }) => `${column.name} = ${boundText(value)}`);
  return `Subquery ${testText(test)}${names.length === 0 ? '' : ` with ${names.join(', ')}`}`;
}

function testText(test: ApplyPlan['test']): string {
  if (test.kind === 'in') return `${boundText(test.operand)} in`;
  return test.kind === 'any' ? `any ${boundText(test.condition)}` : test.kind;
}
