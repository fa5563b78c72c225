import { unreachable } from '../../../common/index.ts';
import type {
  CommandNode,
  DedupNode,
  EvalNode,
  FieldsNode,
  HeadNode,
  RareTopNode,
  RenameNode,
  SortNode,
  WhereNode,
} from '../../ast/index.ts';
import { SqlError } from '../../errors.ts';
import type { Clash, LogicalPlan, NamedItem } from '../../plan/logical.ts';
import { type Bound, type Column, literalOf, referenceTo } from '../bound.ts';
import { boundText } from '../boundText.ts';
import { Layout, type Place } from './layout.ts';
import { columnOfRow, type PipelineContext, parsedText, type Stage } from './stage.ts';
import { bindStats } from './statsCommand.ts';
import { TypeEnvironment } from './typeEnvironment.ts';

/** Applies each command to the rows before it. All functions throw SqlError with the original's messages. */
export function bindCommand(node: CommandNode, stage: Stage, context: PipelineContext): Stage {
  switch (node.kind) {
    case 'where':
      return where(node, stage, context);
    case 'fields':
      return node.excludes ? remove(node, stage, context) : fields(node, stage, context);
    case 'rename':
      return rename(node, stage, context);
    case 'stats':
      return bindStats(node, stage, context);
    case 'dedup':
      return dedup(node, stage, context);
    case 'sort':
      return sort(node, stage, context);
    case 'eval':
      return evaluate(node, stage, context);
    case 'head':
      return head(node, stage);
    case 'rareTop':
      return rareTop(node, stage, context);
    case 'parse':
      throw new SqlError('IllegalStateException', 'parse makes no rows');
    case 'machineLearning':
      throw new SqlError('UnsupportedOperationException', `unsupported command: ${node.command}`);
    default:
      throw unreachable(node);
  }
}

function where({ condition }: WhereNode, stage: Stage, context: PipelineContext): Stage {
  const bound = stage.lifted(stage.bind(condition, context));
  return stage.with({ kind: 'filter', input: stage.plan, condition: bound });
}

function sort({ keys }: SortNode, stage: Stage, context: PipelineContext): Stage {
  const bound = keys.map(({ field, descending }) => {
    const expression = stage.lifted(stage.bind(field, context));
    return { expression, descending, nullsFirst: !descending };
  });
  return stage.with({ kind: 'sort', input: stage.plan, keys: bound });
}

function head({ size, from }: HeadNode, stage: Stage): Stage {
  return stage.with({ kind: 'limit', input: stage.plan, limit: size, offset: from });
}

function dedup(node: DedupNode, stage: Stage, context: PipelineContext): Stage {
  const keys = node.fields.map((field) => stage.bind(field, context));
  const { count, keepsEmpty, consecutive } = node;
  return stage.with({ kind: 'dedup', input: stage.plan, keys, count, keepsEmpty, consecutive });
}

function evaluate({ assignments }: EvalNode, stage: Stage, context: PipelineContext): Stage {
  const items: { expression: Bound; column: Column }[] = [];
  let reached = stage;
  for (const { name, expression: node } of assignments) {
    const expression = reached.bind(node, context);
    const column = context.columns.make(name, expression.type);
    items.push({ expression, column });
    reached.environment.define(name, expression.type);
    reached = reached.with(stage.plan, reached.layout.with(name, column));
  }
  const plan: LogicalPlan = { kind: 'extend', input: stage.plan, items };
  return reached.with(plan);
}

/** A selected field, by name, together with other columns of the same name. */
export function selected(node: FieldsNode, stage: Stage, context: PipelineContext): readonly NamedItem[] {
  const read = fetched(node, stage, context);
  return node.fields.map((field) => {
    const expression = read(columnOfRow(stage.lifted(stage.bind(field, context))));
    const name = field.parts.join('.');
    const isColumn = expression.kind === 'reference';
    const column = isColumn ? expression.column : context.columns.make(name, expression.type);
    return { name, expression, column };
  });
}

/**
 * Directly above a search the original fetches only the selected fields, so columns parsed from other text
 * fields are missing. If only parsed columns are selected, it fetches everything.
 */
function fetched({ fields }: FieldsNode, stage: Stage, context: PipelineContext): (bound: Bound) => Bound {
  const names = fields.filter((field) => stage.bind(field, context).kind === 'reference');
  const paths = names.map(({ parts }) => parts.join('.'));
  if (context.evaluation.corrections || paths.length === 0 || !isSearch(stage.plan)) return (bound) => bound;
  return (bound) => {
    const source = bound.kind === 'call' ? parsedText(bound) : null;
    const isRead = source === null || paths.some((path) => `${source}.`.startsWith(`${path}.`));
    return isRead ? bound : literalOf(undefined, 'keyword');
  };
}

/** Whether a search can do everything in the plan. */
function isSearch(plan: LogicalPlan): boolean {
  if (plan.kind === 'scan') return true;
  return (plan.kind === 'filter' || plan.kind === 'sort' || plan.kind === 'limit') && isSearch(plan.input);
}

export function clashesOf(items: readonly NamedItem[]): readonly Clash[] {
  return items.flatMap(({ name, column }, i) => {
    const first = items.findIndex((item) => item.name === name);
    return first === i ? [] : [{ name, columns: [items[first].column, column] as const, always: true }];
  });
}

function fields(node: FieldsNode, stage: Stage, context: PipelineContext): Stage {
  const items = selected(node, stage, context);
  const environment = new TypeEnvironment(stage.environment);
  const places = new Map<string, Place>();
  for (const { name, expression, column } of items) {
    environment.define(name, expression.type);
    places.set(name, stage.layout.place(name) ?? { column, path: null });
  }
  const made = items.filter(({ expression }) => expression.kind !== 'reference');
  for (const { name, column } of made) places.set(name, { column, path: null });
  const clashes = clashesOf(items);
  const plan: LogicalPlan = { kind: 'naming', command: 'fields', input: stage.plan, items, clashes };
  return stage.with(plan, stage.layout.only(places), environment);
}

function remove(node: FieldsNode, stage: Stage, context: PipelineContext): Stage {
  const items = node.fields.map((field) => {
    const expression = stage.bind(field, context);
    const name = field.parts.join('.');
    const column =
      expression.kind === 'reference' ? expression.column : context.columns.make(name, expression.type);
    return { name, expression, column };
  });
  const names = items.map(({ name }) => name);
  for (const name of names) stage.environment.remove(name);
  const plan: LogicalPlan = { kind: 'naming', command: 'remove', input: stage.plan, items, clashes: [] };
  return stage.with(plan, stage.layout.without(names));
}

/**
 * Renames a top-level member. Anything else, such as a field inside an object or a parsed column, has no value
 * afterwards, under either name.
 */
function rename({ pairs }: RenameNode, stage: Stage, context: PipelineContext): Stage {
  const { environment } = stage;
  const items: NamedItem[] = [];
  const clashes: Clash[] = [];
  let { layout } = stage;
  for (const { from, to } of pairs) {
    const origin = stage.bind(from, context);
    const name = from.parts.join('.');
    const column = context.columns.make(to, origin.type);
    // Anything but a reference keeps its old name as well.
    if (origin.kind === 'reference') environment.remove(name);
    environment.define(to, origin.type);
    const place = origin.kind === 'reference' ? stage.layout.member(name) : null;
    const other = stage.layout.member(to);
    if (place !== null && other !== null && to !== name) {
      clashes.push({ name: to, columns: [other.column, place.column], always: false });
    }
    items.push({
      name: to,
      expression: referenceTo(place?.column ?? context.columns.make(name, origin.type)),
      column,
    });
    layout = place === null ? layout : layout.without([name]).with(to, column);
  }
  const plan: LogicalPlan = { kind: 'naming', command: 'rename', input: stage.plan, items, clashes };
  return stage.with(plan, layout);
}

function rareTop(node: RareTopNode, stage: Stage, context: PipelineContext): Stage {
  const counted = (field: RareTopNode['fields'][number]): { expression: Bound; column: Column } => {
    const expression = stage.bind(field, context);
    const name = expression.kind === 'reference' ? field.parts.join('.') : boundText(expression);
    return { expression, column: context.columns.make(name, expression.type) };
  };
  const groups = node.by.map(counted);
  const counts = node.fields.map(counted);
  const environment = new TypeEnvironment(stage.environment);
  const columns = [...groups, ...counts].map(({ column }) => column);
  for (const { name, type } of columns) environment.define(name, type);
  const { which, count } = node;
  const plan: LogicalPlan = { kind: 'rareTop', input: stage.plan, which, count, groups, fields: counts };
  return stage.with(plan, Layout.ofColumns(columns), environment);
}
