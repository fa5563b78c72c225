import type { JsonObject } from '../../../../common/index.ts';
import {
  type CallNode,
  type CaseNode,
  derive,
  type ExpressionNode,
  type SelectItemNode,
} from '../../../ast/index.ts';
import { AnswerableRefusal, SqlError } from '../../../errors.ts';
import { script } from '../translate/bool.ts';
import { checkColumnLiteral } from '../translate/literals.ts';
import { metricType } from '../translate/metrics.ts';
import { aggregationName, expressionName, isAggregateWord, methodName } from '../translate/names.ts';
import { assignSource, isLegacyScript, returningSource, unnamedCase } from '../translate/painless.ts';
import { someNode } from '../translate/planned.ts';
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
  writer: ScriptWriter,
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
        return [callField(expression, alias, own, tables, writer)];
      case 'literal':
        checkColumnLiteral(expression);
        return [scriptField(expression, alias ?? writer.nextId('assign'), assignSource(expression, writer))];
      case 'case':
        return [caseField(expression, alias, writer)];
      default:
        return [scriptField(expression, alias, returningSource(expression, writer))];
    }
  });
}

function callField(
  call: CallNode,
  alias: string | null,
  own: string,
  tables: JoinTables,
  writer: ScriptWriter,
): JoinField {
  if (isLegacyScript(call.name)) return scriptField(call, alias, returningSource(call, writer));
  const name = methodName(call);
  const args = call.args.map((arg) => namedArgument(arg, own, tables));
  const emptyType = call.over === null && isAggregateWord(name) ? metricType(name) : undefined;
  const named = { name, alias: alias ?? aggregationName(derive(call, { args })), script: null };
  return { ...named, emptyType: emptyType ?? UNKNOWN };
}

/** The type of what the original has no column for. */
const UNKNOWN = 'unknown';

function scriptField(node: ExpressionNode, alias: string | null, source: string): JoinField {
  return {
    name: 'script',
    alias: alias ?? expressionName(node),
    emptyType: node.kind === 'case' ? 'text' : 'double',
    script: { node, source },
  };
}

/** CASE keeps the aliases of both tables. */
function caseField(node: CaseNode, alias: string | null, writer: ScriptWriter): JoinField {
  const { index, fields } = writer.scope;
  const source = returningSource(node, writer.within(new Scope(index, [], [], fields)));
  if (alias === null) throw unnamedCase();
  return scriptField(node, alias, source);
}

/** The scripts of the computed columns. */
export function scriptFields(selected: readonly JoinField[]): JsonObject {
  const fields: JsonObject = Object.create(null);
  for (const { alias, script: written } of selected) {
    if (written === null || alias === null) continue;
    fields[alias] = { script: script(written.source), ignore_failure: false };
  }
  return fields;
}

type Selecting = { readonly selected: readonly JoinField[] };

/** Throws SqlError for columns of functions that a join does not know. */
export function checkKnown({ selected }: Selecting): void {
  const unknown = selected.find(({ emptyType }) => emptyType === UNKNOWN);
  if (unknown === undefined) return;
  const details = `The following method is not supported in Schema: ${unknown.name}`;
  throw new SqlError('UnsupportedOperationException', details, { httpStatus: 200, bodyStatus: 500 });
}

/** Of documents that were found: a script of a field that is run on one of them fails. Throws AnswerableRefusal. */
export function checkScripts(
  { selected, table }: Selecting & { readonly table: JoinTable },
  found: readonly unknown[],
): void {
  if (found.length === 0) return;
  for (const { script } of selected) {
    const names = script === null ? [] : columnNames(script.node);
    if (script !== null && names.length > 0) throw scriptFails(script.node, names, table);
  }
}

/** A column as an aggregate of this table calls it: the table's own alias is left out. */
function namedArgument(arg: ExpressionNode, own: string, tables: JoinTables): ExpressionNode {
  if (arg.kind !== 'column') return arg;
  const name = resolveName(arg.parts.join('.'), tables);
  return { ...arg, parts: [name.startsWith(own) ? name.slice(own.length) : name] };
}

/** Both tables run a script, and one of them lacks a field of it: the other's, or its own by its full name. */
function scriptFails(
  script: ExpressionNode,
  written: readonly string[],
  { alias, fields }: JoinTable,
): SqlError {
  const isOwnNamed = script.kind !== 'case';
  const [first] = written;
  const names = written.map((name) =>
    isOwnNamed && name.startsWith(`${alias}.`) ? name.slice(alias.length + 1) : name,
  );
  const full = first.includes('.') ? first : `${alias}.${first}`;
  const missing = names.find((name) => fields.get(name) === undefined) ?? full;
  const details =
    `Shard[0]: ScriptException[runtime error]; nested: IllegalArgumentException[No field found for [${missing}] in mapping];` +
    '\n\nFor more details, please send request for Json format to see the raw response from OpenSearch engine.';
  const options = {
    httpStatus: 200,
    bodyStatus: 400,
    reason: 'Error occurred in OpenSearch engine: all shards failed',
  };
  return new AnswerableRefusal(new SqlError('SearchPhaseExecutionException', details, options));
}

function columnNames(node: ExpressionNode): string[] {
  const names: string[] = [];
  someNode(node, (part) => {
    if (part.kind === 'column') names.push(part.parts.join('.'));
    return false;
  });
  return names;
}
