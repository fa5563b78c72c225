import type { SearchClient } from '../../../../client/index.ts';
import { type JsonObject, OpenSearchError, stringifyJson } from '../../../../common/index.ts';
import type { DeleteNode, QueryNode, SelectNode, StatementNode } from '../../../ast/index.ts';
import { orgJson } from '../../../format/index.ts';
import { ConditionWriter } from './conditions.ts';
import { losesClauses, pushedDown } from './derived.ts';
import { checkGrammar } from './grammar.ts';
import { explainJoin } from './joinExplain.ts';
import { planJoin } from './joinPlan.ts';
import { isPlanned } from './planned.ts';
import { printBody } from './print.ts';
import { refuse } from './refuse.ts';
import { flattenFrom, scopeOf } from './scope.ts';
import { ScriptWriter } from './script.ts';
import { type SelectOptions, type TranslatedSelect, translateSelect } from './select.ts';
import { checkSides } from './sides.ts';
import { loadFields } from './tables.ts';

export interface ExplainOptions {
  /** The statement's text. */
  readonly sql: string;
  readonly filter: JsonObject | null;
  readonly pretty: boolean;
}

/** A statement as the legacy engine explains it: a search body for one index, a plan for joins, text for set operations. */
export async function explainStatement(
  statement: StatementNode,
  client: SearchClient,
  options: ExplainOptions,
): Promise<string> {
  checkGrammar(statement, options.sql);
  switch (statement.kind) {
    case 'select':
      return explainSelect(statement, client, options);
    case 'setOperation': {
      checkSides(statement);
      const bodies = await Promise.all(
        [statement.left, statement.right].map(async (query) =>
          printBody(await queryBody(query, client, options), true),
        ),
      );
      const operator = SET_OPERATORS[statement.operator];
      return `performing ${operator} on :\n left query:\n${bodies[0]}\n right query:\n${bodies[1]}`;
    }
    case 'delete':
      return printBody(await deleteBody(statement, client), options.pretty);
    case 'with':
      throw refuse('WITH has no query DSL form');
    case 'showTables':
    case 'describeTables':
      return `GetIndexRequest[indices=${statement.pattern ?? '*'}, features=[ALIASES, MAPPINGS, SETTINGS]]`;
  }
}

const SET_OPERATORS = {
  union: 'UNION',
  unionAll: 'UNION ALL',
  minus: 'MINUS',
  intersect: 'INTERSECT',
} as const;

async function explainSelect(
  select: SelectNode,
  client: SearchClient,
  options: ExplainOptions,
): Promise<string> {
  const join = isSingleIndex(select) ? null : await planJoin(select, client);
  if (join !== null) return orgJson(explainJoin(join), 4);
  return printBody(await queryBody(select, client, options), options.pretty);
}

function isSingleIndex(select: SelectNode): boolean {
  return select.from?.kind !== 'table' && select.from !== null && flattenFrom(select.from) !== null;
}

async function queryBody(
  query: QueryNode,
  client: SearchClient,
  options: ExplainOptions,
): Promise<JsonObject> {
  if (query.kind !== 'select') throw refuse('only supports union and union all');
  const { translate } = await openSelect(query, client);
  return (await runnable(translate, client, options)).body;
}

/**
 * The recorded form of a script fails on a document that has no value for a field it reads. An explained statement
 * must run, so statements with scripts are tried on the index, and guarded where they would fail.
 */
async function runnable(
  translate: (options: SelectOptions) => TranslatedSelect,
  client: SearchClient,
  { filter }: ExplainOptions,
): Promise<TranslatedSelect> {
  const recorded = translate({ filter, guarded: false });
  if (!hasScript(recorded.body)) return recorded;
  try {
    await client.search({ index: recorded.index, body: recorded.body });
    return recorded;
  } catch (error) {
    if (!(error instanceof OpenSearchError) || error.family === 'bug') throw error;
    return translate({ filter, guarded: true });
  }
}

export function hasScript(body: JsonObject): boolean {
  return stringifyJson(body).includes('"lang":"painless"');
}

/** A one-index SELECT with its mapping loaded, ready to be translated. */
export interface OpenedSelect {
  /** Whether the original's query planner reads its groups. */
  readonly isPlanned: boolean;
  /** Whether clauses around a sub-select are not read. */
  readonly losesClauses: boolean;
  readonly translate: (options: SelectOptions) => TranslatedSelect;
}

export async function openSelect(query: SelectNode, client: SearchClient): Promise<OpenedSelect> {
  const select = pushedDown(query);
  if (select.from === null) throw refuse('SELECT without FROM has no query DSL form');
  const from = flattenFrom(select.from);
  if (from === null) throw refuse('currently supports only 2 tables join');
  const index = [from.table, ...from.more].map(({ name }) => name).join(',');
  const scope = scopeOf(from, await loadFields(client, index));
  const translate = (options: SelectOptions): TranslatedSelect => translateSelect(select, scope, options);
  return { isPlanned: isPlanned(select, scope), losesClauses: losesClauses(query), translate };
}

/** The body of a DELETE: matching documents, a thousand at a time. */
export async function deleteBody({ table, where }: DeleteNode, client: SearchClient): Promise<JsonObject> {
  const scope = scopeOf({ table, more: [], nested: [] }, await loadFields(client, table.name));
  const query: JsonObject =
    where === null
      ? { match_all: { boost: 1 } }
      : new ConditionWriter(new ScriptWriter(scope, true)).where(where);
  return { size: 1000, query, _source: false };
}
