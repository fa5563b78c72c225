import type { SearchClient } from '../../../client/index.ts';
import { type JsonObject, OpenSearchError, plainNumbers, stringifyJson } from '../../../common/index.ts';
import {
  derive,
  type QueryNode,
  type SelectNode,
  type SetOperationNode,
  type StatementNode,
} from '../../ast/index.ts';
import type { Statement } from '../../grammar/index.ts';
import { ReadGate } from '../readGate.ts';
import { explainJoin, openJoin } from './join/index.ts';
import {
  checkGrammar,
  checkSides,
  deleteBody,
  hasScript,
  openSelect,
  printBody,
  refuse,
  type SelectOptions,
  type TranslatedSelect,
} from './translate/index.ts';
import { traps } from './traps.ts';
import { unreadByLegacy } from './unread.ts';

export interface ExplainOptions {
  /** The statement's text. */
  readonly sql: string;
  readonly filter: JsonObject | null;
  readonly pretty: boolean;
}

/** What a search leaves to the operators after it is in no explanation of the original's. */
const gate = new ReadGate([
  ...unreadByLegacy,
  {
    name: 'what comes after the search',
    example: 'SELECT SUM(b.id) OVER (ORDER BY b.id) FROM staff a JOIN staff b ON a.age = b.age',
    covers: () => true,
    warning: traps.unexplained,
  },
]);

/** `explainStatement`, with warnings of the parts that the explanation does not show. */
export async function explainWhole(
  { tree, template }: Statement,
  client: SearchClient,
  options: ExplainOptions,
): Promise<{ readonly body: string; readonly warnings: readonly string[] }> {
  const reading = gate.open(tree, template.tree);
  const body = await explainStatement(reading.tree, client, options);
  return { body, warnings: reading.end() };
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
        [statement.left, lastQuery(statement)].map(async (query) =>
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

/** ORDER BY and LIMIT of a set operation are read as those of its last query. */
function lastQuery({ right, orderBy, limit, offset }: SetOperationNode): QueryNode {
  if (right.kind !== 'select' || (orderBy.length === 0 && limit === null)) return right;
  return derive(right, { orderBy, limit, offset });
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
  const join = await openJoin(select, client);
  if (join !== null) return explainJoin(join);
  return printBody(await queryBody(select, client, options), options.pretty);
}

async function queryBody(
  query: QueryNode,
  client: SearchClient,
  options: ExplainOptions,
): Promise<JsonObject> {
  if (query.kind !== 'select') throw refuse('only supports union and union all');
  const { translate, checkSubSelectGroups } = await openSelect(query, client);
  checkSubSelectGroups(false);
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
  const recorded = translate({ filter, guarded: false, prints: true });
  if (!hasScript(recorded.body)) return recorded;
  try {
    await client.search({ index: recorded.index, body: plainNumbers(recorded.body) as JsonObject });
    return recorded;
  } catch (error) {
    if (!(error instanceof OpenSearchError) || error.family === 'bug') throw error;
    const isScript = stringifyJson(error.toJson()).includes('"script_exception"');
    return isScript ? translate({ filter, guarded: true, prints: true }) : recorded;
  }
}
