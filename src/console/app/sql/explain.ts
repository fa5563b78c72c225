import { type LanguageName, languages } from '../../../statement/index.ts';
import { ApiError, call } from '../lib/api.ts';
import { printJson } from '../lib/json.ts';
import { type Operator, planTree, scannedTables } from './planTree.ts';

const EXPLAIN = `${languages.sql.path}/_explain`;

/** A statement as search DSL. */
export interface Explanation {
  readonly text: string;
  /** Whether `_search` takes it as it is. */
  readonly isSearch: boolean;
  /** What a text is that is no search. */
  readonly note: string;
}

const SEARCHES = 'This statement takes more than one search. Plan shows each of them.';
const OPERATORS = 'What the search does of the pipeline, and what is left.';

export async function explain(
  sql: string,
  language: LanguageName,
  signal: AbortSignal,
): Promise<Explanation> {
  const { path, hasPlan } = languages[language];
  const answer = await call<unknown>('POST', `${path}/_explain`, { query: sql }, { signal });
  if (!hasPlan) return { text: printJson(answer, 2), isSearch: false, note: OPERATORS };
  if (typeof answer === 'string') return { text: answer, isSearch: false, note: SEARCHES };
  const isSearch = !Object.hasOwn(answer as object, 'Physical Plan');
  return { text: printJson(answer, 2), isSearch, note: SEARCHES };
}

export interface Plan {
  readonly logical: readonly Operator[];
  readonly physical: readonly Operator[];
  /** The bodies of its searches, and of which index. */
  readonly searches: readonly { readonly index: string; readonly body: string }[];
}

interface PlanAnswer {
  readonly logical: string;
  readonly physical: string;
  readonly pushed: unknown;
}

/** With `analyze` the statement is run, and every operator measured. */
export async function plan(sql: string, analyze: boolean, signal: AbortSignal): Promise<Plan> {
  const path = `${EXPLAIN}?format=plan${analyze ? '&analyze=true' : ''}`;
  const answer = await call<PlanAnswer>('POST', path, { query: sql }, { signal });
  const tables = scannedTables(answer.physical);
  const bodies = Array.isArray(answer.pushed) ? answer.pushed : [answer.pushed];
  const searches = bodies.flatMap((body, i) =>
    tables[i] === undefined ? [] : [{ index: tables[i], body: printJson(body, 2) }],
  );
  return { logical: planTree(answer.logical), physical: planTree(answer.physical), searches };
}

/** Runs a search body that a person may have changed. Throws ApiError, also for what is no JSON. */
export async function runSearch(index: string, body: string): Promise<unknown> {
  try {
    JSON.parse(body);
  } catch (error) {
    throw new ApiError(400, 'parse_exception', 'The DSL is no JSON', String(error));
  }
  return call('POST', `/${encodeURIComponent(index)}/_search`, body);
}
