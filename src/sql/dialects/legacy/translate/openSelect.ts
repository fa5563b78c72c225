import type { SearchClient } from '../../../../client/index.ts';
import { type JsonObject, stringifyJson } from '../../../../common/index.ts';
import { type DeleteNode, type ExpressionNode, type SelectNode, unwatched } from '../../../ast/index.ts';
import { indexNotFound, SqlError } from '../../../errors.ts';
import { unaliased } from './columnNodes.ts';
import { ConditionWriter } from './conditions.ts';
import { checkSubSelectGroups, pushedDown } from './derived.ts';
import { checkGroups, misreadings } from './misreadings.ts';
import { isPlanned, someNode } from './planned.ts';
import { refuse } from './refuse.ts';
import { flattenFrom, scopeOf } from './scope.ts';
import { ScriptWriter } from './script.ts';
import { type SelectOptions, type TranslatedSelect, translateSelect } from './select.ts';
import { checkOperators, loadFields } from './tables.ts';

export function hasScript(body: JsonObject): boolean {
  return stringifyJson(body).includes('"lang":"painless"');
}

/** A one-index SELECT with its mapping loaded, ready to be translated. */
export interface OpenedSelect {
  /** Whether the original's query planner handles its groups. */
  readonly isPlanned: boolean;
  /** Throws SqlError as the original's planner does if FROM is a sub-select and there are groups. */
  readonly checkSubSelectGroups: (runs: boolean) => void;
  /** Throws AnswerableRefusal for groups on which the original fails. */
  readonly checkGroups: () => void;
  /** The statement that is executed: the sub-select if FROM is one. */
  readonly select: SelectNode;
  /** Warnings about what the original silently drops or interprets differently. */
  readonly traps: readonly string[];
  readonly translate: (options: SelectOptions) => TranslatedSelect;
}

export async function openSelect(query: SelectNode, client: SearchClient): Promise<OpenedSelect> {
  const { select: pushed, renamed, written, traps: lost } = pushedDown(query);
  if (pushed.from === null) throw refuse('SELECT without FROM has no query DSL form');
  const from = flattenFrom(pushed.from);
  if (from === null) throw refuse('currently supports only 2 tables join');
  const names = [from.table, ...from.more].map(({ name }) => name);
  await checkOperators(names, client);
  await checkSubqueries(pushed.where, client);
  const index = names.join(',');
  const scope = scopeOf(from, await loadFields(client, index));
  const select = unaliased(pushed, scope);
  const hasGroups = isPlanned(written ?? [select], scope);
  const takesPlan = hasGroups && written === null;
  const found = [...lost, ...misreadings(select, scope)];
  const translate = ({ planned, ...options }: SelectOptions): TranslatedSelect =>
    translateSelect(select, scope, { ...options, renamed, planned: takesPlan && planned === true });
  return {
    isPlanned: takesPlan,
    checkSubSelectGroups: (runs) => {
      if (hasGroups && written !== null) checkSubSelectGroups(unwatched(query), runs);
    },
    checkGroups: () => checkGroups(select, scope, takesPlan),
    select: pushed,
    traps: found,
    translate,
  };
}

/** The original looks for the indices of sub-selects before it refuses them. Throws SqlError. */
async function checkSubqueries(where: ExpressionNode | null, client: SearchClient): Promise<void> {
  const tables: string[] = [];
  if (where === null) return;
  someNode(unwatched(where), (node) => {
    const query = node.kind === 'subquery' || node.kind === 'in' ? node.query : null;
    if (query?.kind === 'select' && query.from?.kind === 'table') tables.push(query.from.name);
    return false;
  });
  for (const table of tables) await loadFields(client, table);
}

/** The body of a DELETE: matching documents, a thousand at a time. */
export async function deleteBody({ table, where }: DeleteNode, client: SearchClient): Promise<JsonObject> {
  const fields = await loadFields(client, table.name).catch((error: unknown) => {
    // Nothing is looked for before the search, whose answer has begun.
    const isMissing = error instanceof SqlError && error.type === 'IndexNotFoundException';
    throw isMissing ? indexNotFound(table.name, 200) : error;
  });
  const scope = scopeOf({ table, more: [], nested: [] }, fields);
  if (where !== null && someNode(where, (node) => node.kind === 'in' && node.list === null)) {
    const details = 'Cannot read the array length because "values" is null';
    throw new SqlError('NullPointerException', details, { httpStatus: 200, bodyStatus: 500 });
  }
  const query: JsonObject =
    where === null
      ? { match_all: { boost: 1 } }
      : new ConditionWriter(new ScriptWriter(scope, true)).where(where);
  return { size: 1000, query, _source: false };
}
