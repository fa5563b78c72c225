import type { JsonObject } from '../../../../common/index.ts';
import type { ExpressionNode, OrderNode, SelectItemNode } from '../../../ast/index.ts';
import { functionByName } from '../../../functions/index.ts';
import { script } from './bool.ts';
import { druidClass } from './conditionForms.ts';
import { checkColumnLiteral, isConstant } from './literals.ts';
import { aggregationName } from './names.ts';
import { nestedCall } from './nestedConditions.ts';
import { returningSource, scriptOf } from './painless.ts';
import { refuse } from './refuse.ts';
import type { FieldRef } from './scope.ts';
import { ScriptWriter } from './script.ts';

/** ORDER BY as `sort`. A field that is named twice keeps its place and takes the last direction: the original's map. */
export function sortOf(
  orderBy: readonly OrderNode[],
  items: readonly SelectItemNode[],
  writer: ScriptWriter,
): JsonObject[] {
  const entries = new Map<string, JsonObject>();
  for (const order of orderBy) {
    const target = targetOf(order.expression, items);
    const [key, entry] = sortEntry(target, order.direction, writer);
    entries.set(key, entry);
  }
  return [...entries.values()];
}

/** Ordinals and aliases stand for their select items. */
export function targetOf(expression: ExpressionNode, items: readonly SelectItemNode[]): ExpressionNode {
  if (expression.kind === 'column' && expression.parts.length === 1) {
    return items.find((item) => item.alias === expression.parts[0])?.expression ?? expression;
  }
  return ordinalTarget(expression, items);
}

export function ordinalTarget(expression: ExpressionNode, items: readonly SelectItemNode[]): ExpressionNode {
  if (expression.kind === 'literal' && typeof expression.value === 'number') {
    const item = items[expression.value - 1];
    if (item === undefined) {
      throw refuse(
        `Invalid ordinal [${expression.value}] specified in ORDER BY clause`,
        'VerificationException',
      );
    }
    return item.expression;
  }
  return expression;
}

function sortEntry(
  expression: ExpressionNode,
  direction: 'asc' | 'desc',
  writer: ScriptWriter,
): readonly [string, JsonObject] {
  if (expression.kind === 'isNull' && (expression.what === 'null' || expression.what === 'missing')) {
    const [key, entry] = sortEntry(expression.operand, direction, writer);
    const missing = expression.negated ? '_first' : '_last';
    return [key, { [key]: { ...(entry[key] as JsonObject), missing } }];
  }
  const field = fieldOf(expression, writer);
  if (field === null) return scriptEntry(expression, direction, writer);
  const name = writer.scope.exact(field.name);
  const options: JsonObject = { order: direction };
  if (field.nestedPath !== null) options.nested = { path: field.nestedPath };
  return [name, { [name]: options }];
}

function fieldOf(expression: ExpressionNode, writer: ScriptWriter): FieldRef | null {
  if (expression.kind === 'column') return writer.scope.column(expression);
  if (expression.kind !== 'call') return null;
  if (expression.name.toLowerCase() === 'score') return { name: '_score', nestedPath: null };
  const nested = nestedCall(expression, writer.scope)?.field;
  if (nested) return nested;
  // The original sorts by a field of that name if it has no script for a function.
  const isScript = functionByName(expression.name)?.painless !== undefined;
  return isScript ? null : { name: aggregationName(expression), nestedPath: null };
}

function scriptEntry(
  expression: ExpressionNode,
  direction: 'asc' | 'desc',
  writer: ScriptWriter,
): readonly [string, JsonObject] {
  if (expression.kind === 'literal') checkColumnLiteral(expression);
  if (hasNoName(expression)) throw refuse(`unknown field name : ${druidClass(expression)}`);
  const type = scriptOf(expression, new ScriptWriter(writer.scope, writer.guarded)).type;
  const source = returningSource(expression, writer);
  const order = direction.toLowerCase();
  return [`_script ${source}`, { _script: { script: script(source), type, order } }];
}

/** Neither a field nor what the original has a script for. */
function hasNoName(expression: ExpressionNode): boolean {
  return expression.kind === 'in' || (expression.kind === 'negate' && !isConstant(expression));
}
