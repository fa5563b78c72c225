import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  prettyJson,
  stringifyJson,
} from '../../../../common/index.ts';
import { orgJson } from '../../../format/index.ts';
import { javaMapOrder } from '../../../values/index.ts';
import { bool } from '../translate/bool.ts';
import { ConditionWriter } from '../translate/conditions.ts';
import { FieldTable } from '../translate/fields.ts';
import { refuse } from '../translate/refuse.ts';
import { Scope } from '../translate/scope.ts';
import { ScriptWriter } from '../translate/script.ts';
import { loopConditions } from './nestedLoops.ts';
import { planJoin } from './plan.ts';
import { sideBody } from './scan.ts';
import type { JoinStatement } from './statement.ts';

const HASH_DESCRIPTION =
  'Hash Join algorithm builds hash table based on result of first query, ' +
  'and then probes hash table to find matched rows for each row returned by second query';
const LOOPS_DESCRIPTION =
  'Nested Loops run first query, and for each result run second query with additional conditions as following.';

/** A join as the original explains it: a plan object whose leaves are search bodies. */
export function explainJoin(statement: JoinStatement): string {
  const { algorithm, root } = planJoin(statement);
  if (algorithm === 'loops') return explainLoops(statement);
  const [first, second] = statement.sides.map((side) => sideBody(side));
  if (statement.hints.usesOldHashJoin) {
    return `HashJoin  first query:\n${prettyJson(first)}\n second query:\n${prettyJson(second)}`;
  }
  const plan = {
    'Physical Plan': root.explain('physical'),
    description: HASH_DESCRIPTION,
    'Logical Plan': root.explain('logical'),
  };
  return orgJson(inMapOrder(plan), 4);
}

function explainLoops({ on, sides }: JoinStatement): string {
  if (on === null) {
    const details = 'Cannot invoke "Where.clone()" because "this.connectedWhere" is null';
    throw refuse(details, 'NullPointerException');
  }
  const [first, second] = sides.map((side) => inMapOrder(sideBody(side)));
  const names = new ConditionWriter(new ScriptWriter(new Scope('', [], [], FieldTable.of([])), false));
  const conditions = bool({ filter: [names.tree(loopConditions(on))] });
  return stringifyJson({
    description: LOOPS_DESCRIPTION,
    conditions: inMapOrder(conditions),
    'first query': first,
    'second query': second,
  });
}

/** Members in the order in which org.json keeps them. */
function inMapOrder(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(inMapOrder);
  if (!isJsonObject(value)) return value;
  const names = javaMapOrder(Object.keys(value));
  const members: JsonObject = {};
  for (const name of names) members[name] = inMapOrder(value[name]);
  return members;
}
