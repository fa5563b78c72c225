import type { JsonObject } from '../../../common/index.ts';
import type { ExecutionContext } from '../../executor/index.ts';
import type { LogicalPlan, ScanPlan, SortKey } from '../../plan/logical.ts';
import { printBody } from '../legacy/translate/index.ts';
import { originalAggregations } from './explainAggregations.ts';
import { fieldName, originalQuery, type Searched } from './explainQuery.ts';
import { prefixText } from './explainText.ts';

/** Documents that one search answers with at most; for more the original scrolls. */
const RESULT_WINDOW = 10_000;

/** The request of the original for a scan and all that it takes over, the members of its body in their order. */
interface Request {
  from: number;
  size: number;
  query: JsonObject | null;
  sort: JsonObject[];
  aggregate: Extract<LogicalPlan, { kind: 'aggregate' }> | null;
  /** What sorts groups. */
  groupOrder: readonly SortKey[];
}

/** `fetched`: the fields that the answer is made of, where the original asks for these only. */
export function searchRequest(
  absorbed: LogicalPlan,
  fetched: readonly string[] | null,
  { sizeLimit, evaluation }: Pick<ExecutionContext, 'sizeLimit' | 'evaluation'>,
): string {
  const { scan, operators } = chain(absorbed);
  const searched: Searched = { columns: scan.columns, evaluation };
  const request: Request = {
    from: 0,
    size: sizeLimit,
    query: null,
    sort: [],
    aggregate: null,
    groupOrder: [],
  };
  for (const operator of operators) take(operator, request, searched);
  const { from, size, query, sort, aggregate, groupOrder } = request;
  const scrolls = aggregate === null && from + size > RESULT_WINDOW;
  const body: JsonObject = {
    from,
    size: aggregate !== null ? 0 : scrolls ? RESULT_WINDOW - from : size,
    timeout: '1m',
    ...(query && { query }),
    ...(fetched && { _source: { includes: [...fetched], excludes: [] } }),
    ...(sort.length > 0 && { sort }),
    ...(aggregate && { aggregations: originalAggregations(aggregate, groupOrder, searched) }),
  };
  const source = printBody(body, false);
  return scrolls
    ? `OpenSearchScrollRequest(indexName=${scan.index}, scrollId=null, sourceBuilder=${source})`
    : `OpenSearchQueryRequest(indexName=${scan.index}, sourceBuilder=${source}, searchDone=false)`;
}

/** A scan, and the operators above it from the lowest up. */
function chain(plan: LogicalPlan): { scan: ScanPlan; operators: LogicalPlan[] } {
  if (plan.kind === 'scan') return { scan: plan, operators: [] };
  if (!('input' in plan)) throw new TypeError(`${plan.kind} is over no scan`);
  const { scan, operators } = chain(plan.input);
  return { scan, operators: [...operators, plan] };
}

function take(operator: LogicalPlan, request: Request, searched: Searched): void {
  switch (operator.kind) {
    case 'filter':
      request.query = both(request.query, originalQuery(operator.condition, searched));
      if (request.sort.length === 0) request.sort = [{ _doc: { order: 'asc' } }];
      return;
    case 'sort':
      if (request.aggregate !== null) request.groupOrder = operator.keys;
      else request.sort = [...request.sort.filter(isOfField), ...operator.keys.map(sortEntry(searched))];
      return;
    case 'limit':
      request.from = operator.offset;
      request.size = operator.limit;
      return;
    case 'aggregate':
      request.aggregate = operator;
  }
}

/** What filters already gets the other, whatever kind of `bool` it is. */
function both(query: JsonObject | null, other: JsonObject): JsonObject {
  if (query === null) return other;
  const { bool } = query as { bool?: JsonObject };
  const { filter = [], ...clauses } = bool ?? { filter: [query], adjust_pure_negative: true, boost: 1 };
  return { bool: { filter: [filter, other].flat(), ...clauses } };
}

function isOfField(entry: JsonObject): boolean {
  return !('_doc' in entry);
}

function sortEntry({ columns }: Searched): (key: SortKey) => JsonObject {
  return ({ expression, descending, nullsFirst }) => {
    const name = expression.kind === 'reference' ? fieldName(expression, columns) : prefixText(expression);
    return { [name]: { order: descending ? 'desc' : 'asc', missing: nullsFirst ? '_first' : '_last' } };
  };
}
