import type { JsonObject } from '../../../../common/index.ts';
import { type CallNode, derive, type ExpressionNode, type SelectItemNode } from '../../../ast/index.ts';
import { SqlError } from '../../../errors.ts';
import { script } from '../translate/bool.ts';
import { metricType } from '../translate/metrics.ts';
import { aggregationName, expressionName, isAggregateWord, methodName } from '../translate/names.ts';
import { isLegacyScript, returningSource } from '../translate/painless.ts';
import { Scope } from '../translate/scope.ts';
import type { ScriptWriter } from '../translate/script.ts';
import { type JoinField, plainField } from './fields.ts';
import { type JoinTable, type JoinTables, resolveName } from './tables.ts';

export function selectsAll(items: readonly SelectItemNode[]): boolean {
  return items.some(({ expression }) => expression.kind === 'star' && expression.qualifier === null);
}

/** The columns of SELECT that a table has; an aggregate is a column of both. Others are scripts of both. */
export function selectedFields(
  items: readonly SelectItemNode[],
  table: JoinTable,
  tables: JoinTables,
): JoinField[] {
  const own = `${table.alias}.`;
  return items.flatMap(({ expression, alias }) => {
    switch (expression.kind) {
      case 'star': {
        if (expression.qualifier === null) return [];
        return resolveName(`${expression.qualifier}.*`, tables) === `${own}*` ? [plainField('*')] : [];
      }
      case 'column': {
        const name = resolveName(expression.parts.join('.'), tables);
        return name.startsWith(own) ? [{ ...plainField(name.slice(own.length)), alias }] : [];
      }
      case 'call':
        return [callField(expression, alias, own, tables)];
      default:
        return [scriptField(expression, alias)];
    }
  });
}

function callField(call: CallNode, alias: string | null, own: string, tables: JoinTables): JoinField {
  if (isLegacyScript(call.name)) return scriptField(call, alias);
  const name = methodName(call);
  const args = call.args.map((arg) => namedArgument(arg, own, tables));
  const emptyType = call.over === null && isAggregateWord(name) ? metricType(name) : undefined;
  const named = { name, alias: alias ?? aggregationName(derive(call, { args })), script: null };
  return { ...named, emptyType: emptyType ?? UNKNOWN };
}

/** The type of what the original has no column for. */
const UNKNOWN = 'unknown';

function scriptField(expression: ExpressionNode, alias: string | null): JoinField {
  return {
    name: 'script',
    alias: alias ?? expressionName(expression),
    emptyType: 'double',
    script: expression,
  };
}

/** The scripts of the computed columns. Variables are numbered through both tables. */
export function scriptFields(selected: readonly JoinField[], writer: ScriptWriter): JsonObject {
  const { scope } = writer;
  const fields: JsonObject = Object.create(null);
  for (const { alias, script: node } of selected) {
    if (node === null || alias === null) continue;
    // CASE keeps the aliases of both tables.
    const own = node.kind === 'case' ? writer.within(new Scope(scope.index, [], [], scope.fields)) : writer;
    fields[alias] = { script: script(returningSource(node, own)), ignore_failure: false };
  }
  return fields;
}

type Selected = { readonly selected: readonly JoinField[] };

/** Throws SqlError for columns of functions that a join does not know. */
export function checkKnown({ selected }: Selected): void {
  if (selected.some(({ emptyType }) => emptyType === UNKNOWN)) throw scriptFails();
}

/** Of documents that were found: a script that is run on one of them fails. Throws SqlError. */
export function checkScripts({ selected }: Selected, found: readonly unknown[]): void {
  if (found.length > 0 && selected.some(({ script }) => script !== null)) throw scriptFails();
}

/** A column as an aggregate of this table calls it: the table's own alias is left out. */
function namedArgument(arg: ExpressionNode, own: string, tables: JoinTables): ExpressionNode {
  if (arg.kind !== 'column') return arg;
  const name = resolveName(arg.parts.join('.'), tables);
  return { ...arg, parts: [name.startsWith(own) ? name.slice(own.length) : name] };
}

/** A script of both tables, where one of them has not its fields. */
function scriptFails(): SqlError {
  const details =
    'Shard[0]: ScriptException[runtime error]; nested: IllegalStateException[a field of the other table]\n\n' +
    'For more details, please send request for Json format to see the raw response from OpenSearch engine.';
  const reason = 'Error occurred in OpenSearch engine: all shards failed';
  return new SqlError('SearchPhaseExecutionException', details, { reason });
}
