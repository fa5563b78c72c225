import { type CallNode, derive, type ExpressionNode, type SelectItemNode } from '../../../ast/index.ts';
import { SqlError } from '../../../errors.ts';
import { aggregationName, methodName } from '../translate/names.ts';
import { type JoinField, plainField } from './fields.ts';
import { type JoinTable, type JoinTables, resolveName } from './tables.ts';

export function selectsAll(items: readonly SelectItemNode[]): boolean {
  return items.some(({ expression }) => expression.kind === 'star' && expression.qualifier === null);
}

/** The columns of SELECT that a table has; an aggregate is a column of both. Throws SqlError for other expressions. */
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
        return name.startsWith(own) ? [{ name: name.slice(own.length), alias, emptyType: null }] : [];
      }
      case 'call':
        return [aggregateField(expression, alias, own, tables)];
      default:
        throw scriptFails();
    }
  });
}

const AGGREGATES: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  COUNT: 'long',
  SUM: 'double',
  AVG: 'double',
  MIN: 'double',
  MAX: 'double',
});

function aggregateField(call: CallNode, alias: string | null, own: string, tables: JoinTables): JoinField {
  const name = methodName(call);
  const emptyType = call.over === null ? AGGREGATES[name] : undefined;
  if (emptyType === undefined) throw scriptFails();
  const args = call.args.map((arg) => namedArgument(arg, own, tables));
  return { name, alias: alias ?? aggregationName(derive(call, { args })), emptyType };
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
