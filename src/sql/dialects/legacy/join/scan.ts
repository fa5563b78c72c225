import type { ClientHit, ClientScanRequest } from '../../../../client/index.ts';
import type { JsonObject } from '../../../../common/index.ts';
import type { ExpressionNode } from '../../../ast/index.ts';
import { allHits } from '../search.ts';
import { bool } from '../translate/bool.ts';
import { ConditionWriter } from '../translate/conditions.ts';
import { ScriptWriter } from '../translate/script.ts';
import { DEFAULT_LIMIT } from '../translate/select.ts';
import { sortOf } from '../translate/sort.ts';
import type { WhereTree } from '../translate/where.ts';
import { type NameOf, whereText } from './conditionText.ts';
import { type FieldsByAlias, projectText } from './fields.ts';
import type { JoinRun, Operator } from './operator.ts';
import { checkScripts } from './selected.ts';
import { sourceParts } from './sourceParts.ts';
import type { JoinSide } from './statement.ts';

export interface ScanOptions {
  readonly pageSize: number;
  /** What the plan above asks of the table. */
  readonly columns: FieldsByAlias;
  /** The rows are sorted above, all of them: then the order in which they come does not show. */
  readonly isSortedAbove: boolean;
  /** The first documents may be enough. */
  readonly looksFirst: boolean;
}

/** All documents of one table that its part of WHERE allows. */
export function scan(side: JoinSide, options: ScanOptions): Operator<ClientHit> {
  const { alias, index } = side.table;
  const { pageSize, columns, isSortedAbove, looksFirst } = options;
  return {
    explain(plan) {
      if (plan === 'logical') return { Group: logicalScan(side, columns) };
      return { [`Scroll [ ${index} as ${alias}, pageSize=${pageSize} ]`]: { request: sideBody(side) } };
    },
    async *run({ client, pacer, searched }: JoinRun, filter) {
      searched.push(index);
      const { sort, query = null, ...body } = sideBody(side, side.where, filter);
      const pages =
        isSortedAbove || sort === undefined
          ? client.scan(scanRequest(side, query as JsonObject | null, looksFirst), documentReader(side))
          : allHits(client, index, inOrder({ ...body, ...(query !== null && { query }), sort }));
      for await (const hits of pages) {
        await pacer.pause();
        checkScripts(side, hits);
        yield hits;
      }
    },
  };
}

/** Documents that a cluster sends at once where the first may be enough. */
const FIRST_LOOK = 1000;

function scanRequest(side: JoinSide, query: JsonObject | null, looksFirst: boolean): ClientScanRequest {
  return {
    index: side.table.index,
    query,
    includes: includesOf(side),
    order: 'doc',
    ...(looksFirst && { pageSize: FIRST_LOOK }),
  };
}

/** What is kept of a document: the fields that the join reads; all of it where their names are patterns. */
function documentReader(side: JoinSide): (document: ClientHit) => ClientHit {
  const includes = includesOf(side);
  const isWhole = includes === null || includes.some((name) => name.includes('*'));
  const part = isWhole ? null : sourceParts(includes);
  return ({ _index, _id, _source = {} }) => {
    return { _index, _id, _score: null, _source: part === null ? _source : part(_source) };
  };
}

/** The fields that are fetched; null: all. */
function includesOf({ fetched, selectsAll }: JoinSide): string[] | null {
  if (fetched.length === 0 || selectsAll) return null;
  return fetched.filter(({ emptyType }) => emptyType === null).map(({ name }) => name);
}

function logicalScan(side: JoinSide, columns: FieldsByAlias): JsonObject {
  const { table, where, scope } = side;
  const name = whereNames(side);
  const leaf: JsonObject = { TableScan: { tableAlias: table.alias, tableName: scope.index } };
  const filtered: JsonObject =
    where === null ? leaf : { [`Filter [ conditions=[${whereText(where, name)}] ]`]: leaf };
  return { [projectText(columns)]: filtered };
}

/** How conditions of one table call their fields: `=`, IN and IS read the keyword of a text. */
function whereNames({ scope }: JoinSide): NameOf {
  return (node, condition) => {
    if (node.kind !== 'column') return node.kind;
    const { name } = scope.column(node);
    return isExact(condition) ? scope.exact(name) : name;
  };
}

function isExact(condition: ExpressionNode): boolean {
  const { kind } = condition;
  return kind === 'in' || kind === 'isNull' || (kind === 'comparison' && condition.operator === '=');
}

/** The search of one side: fields, conditions, order. `filter`: a further condition. */
export function sideBody(
  side: JoinSide,
  where: WhereTree | null = side.where,
  filter?: JsonObject,
): JsonObject {
  const { scope, orderBy, scripts } = side;
  const writer = new ScriptWriter(scope, true);
  const conditions = where === null ? [] : [new ConditionWriter(writer).tree(where)];
  const clauses = {
    ...(conditions.length > 0 && { filter: conditions }),
    ...(filter !== undefined && { must: [filter] }),
  };
  const includes = includesOf(side);
  const sort = sortOf(orderBy, [], writer);
  return {
    from: 0,
    size: DEFAULT_LIMIT,
    ...(Object.keys(clauses).length > 0 && { query: bool(clauses) }),
    ...(includes !== null && { _source: { includes, excludes: [] } }),
    ...(Object.keys(scripts).length > 0 && { script_fields: scripts }),
    ...(sort.length > 0 && { sort }),
  };
}

/** Documents come in the order of the index, where no other is asked for. */
export function inOrder(body: JsonObject): JsonObject {
  const sort = Array.isArray(body.sort) ? body.sort : [];
  return { ...body, sort: [...sort, { _doc: { order: 'asc' } }] };
}
