import type { JsonObject } from '../../../../common/index.ts';
import {
  type CallNode,
  derive,
  type ExpressionNode,
  type SelectItemNode,
  type SelectNode,
  type StarNode,
} from '../../../ast/index.ts';
import { script } from './bool.ts';
import { noField } from './conditionForms.ts';
import { checkColumnLiteral } from './literals.ts';
import { expressionName } from './names.ts';
import { nestedCall } from './nestedConditions.ts';
import { assignSource, isLegacyScript, returningSource, unnamedCase } from './painless.ts';
import { isStar, someNode } from './planned.ts';
import type { Scope } from './scope.ts';
import type { ScriptWriter } from './script.ts';

/** Where a column of a search's hits comes from. */
export type HitColumn =
  /** `isPlain`: the whole source is asked for; objects are columns too, where it is the only item. */
  | { readonly kind: 'all'; readonly isPlain: boolean }
  | {
      readonly kind: 'source';
      readonly field: string;
      readonly alias: string | null;
      readonly written: string;
    }
  | { readonly kind: 'nested'; readonly field: string; readonly path: string; readonly alias: string | null }
  /** `shown` is its name in the answer; if that is not the name of its script, the column is empty. */
  | {
      readonly kind: 'script';
      readonly name: string;
      readonly shown: string;
      readonly expression: ExpressionNode;
    };

/** SELECT without aggregates: `_source.includes`, script fields, and what the columns are read from. */
export interface Projection {
  readonly columns: readonly HitColumn[];
  readonly includes: readonly string[];
  readonly scriptFields: JsonObject;
  /** Functions whose columns the original silently omits. */
  readonly dropped: readonly string[];
}

export function projectItems(
  { items: given, where }: SelectNode,
  writer: ScriptWriter,
  renamed: ReadonlyMap<string, string> = new Map(),
): Projection {
  const written = given.map(withoutParentheses);
  // The search of a star by itself asks for whole documents, and for nothing that is computed.
  const isWhole = written.some(({ expression }) => expression.kind === 'star' && isPlain(expression, where));
  const items = withNestedStars(written, writer.scope);
  const columns: HitColumn[] = [];
  const dropped: string[] = [];
  const scriptFields: JsonObject = Object.create(null);
  for (const item of items) {
    const column = columnOf(item, writer, dropped, where);
    if (column === null) continue;
    if (column.kind !== 'script') {
      columns.push(column);
      continue;
    }
    columns.push({ ...column, shown: renamed.get(column.name) ?? column.name });
    if (!isWhole) scriptFields[column.name] = scriptField(item.expression, writer);
    if (item.expression.kind === 'case' && item.alias === null) throw unnamedCase();
  }
  const includes = columns.flatMap(includedName);
  return { columns, includes, scriptFields, dropped };
}

function withoutParentheses(item: SelectItemNode): SelectItemNode {
  const { expression } = item;
  if (expression.kind === 'star' || !isStar(expression)) return item;
  return { ...item, expression: { kind: 'star', qualifier: null, span: expression.span } };
}

/** A star by itself stands for the nested tables, too. */
function withNestedStars(items: readonly SelectItemNode[], scope: Scope): readonly SelectItemNode[] {
  const [{ expression }, ...others] = items;
  if (expression.kind !== 'star' || expression.qualifier !== null || others.length > 0) return items;
  const stars = scope.nestedTables.map(({ alias }) => derive(expression, { qualifier: alias }));
  return [...items, ...stars.map((star) => ({ ...items[0], expression: star }))];
}

/** A CAST is asked of the source too, by its name. */
function includedName(column: HitColumn): string[] {
  if (column.kind === 'source') return [column.field];
  if (column.kind === 'all') return column.isPlain ? [] : ['*'];
  return column.kind === 'script' && column.expression.kind === 'cast' ? [column.name] : [];
}

function columnOf(
  item: SelectItemNode,
  writer: ScriptWriter,
  dropped: string[],
  where: ExpressionNode | null,
): HitColumn | null {
  const { expression, alias } = item;
  const { scope } = writer;
  switch (expression.kind) {
    case 'star': {
      if (expression.qualifier === null || scope.isQualifier(expression.qualifier)) {
        return { kind: 'all', isPlain: isPlain(expression, where) };
      }
      const { name: path, nestedPath } = scope.name(expression.qualifier);
      if (nestedPath !== null) return { kind: 'nested', field: `${path}.*`, path, alias: null };
      return { kind: 'source', field: `${path}.*`, alias: null, written: `${path}.*` };
    }
    case 'column': {
      const { name: field, nestedPath } = scope.column(expression);
      if (nestedPath !== null) return { kind: 'nested', field, path: nestedPath, alias };
      return { kind: 'source', field, alias, written: field };
    }
    case 'call':
      return callColumn(expression, alias, writer, dropped);
    case 'literal':
      checkColumnLiteral(expression);
      return scriptColumn(alias ?? writer.nextId('assign'), expression);
    case 'negate':
      throw noField(expression);
    default:
      return scriptColumn(alias ?? expressionName(expression), expression);
  }
}

/** The original adds the table's name to the star of a statement with EXISTS, and a name makes it a pattern. */
function isPlain({ qualifier }: StarNode, where: ExpressionNode | null): boolean {
  const hasExists = where !== null && someNode(where, ({ kind }) => kind === 'exists');
  return !hasExists && qualifier === null;
}

function callColumn(
  call: CallNode,
  alias: string | null,
  writer: ScriptWriter,
  dropped: string[],
): HitColumn | null {
  const nested = nestedCall(call, writer.scope);
  if (nested?.field) return { kind: 'nested', field: nested.field.name, path: nested.path, alias };
  if (isLegacyScript(call.name)) return scriptColumn(alias ?? expressionName(call), call);
  dropped.push(call.name);
  return null;
}

function scriptColumn(name: string, expression: ExpressionNode): HitColumn {
  return { kind: 'script', name, shown: name, expression };
}

function scriptField(expression: ExpressionNode, writer: ScriptWriter): JsonObject {
  const source =
    expression.kind === 'literal' ? assignSource(expression, writer) : returningSource(expression, writer);
  return { script: script(source), ignore_failure: false };
}
