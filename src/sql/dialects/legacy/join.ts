import type { ClientHit, SearchClient } from '../../../client/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../common/index.ts';
import type { SchemaColumn } from '../../types.ts';
import { jdbcDate } from './dates.ts';
import { valueAt } from './hitRows.ts';
import { allHits } from './search.ts';
import { type JoinCondition, type JoinPlan, sideBody } from './translate/index.ts';

export interface JoinedRows {
  readonly schema: readonly SchemaColumn[];
  readonly rows: readonly (readonly JsonValue[])[];
  readonly isCut: boolean;
}

type Source = JsonObject;

/** Joins two indices in memory, up to the plan's limit. Equal conditions find their partners by a hash table. */
export async function executeJoin(plan: JoinPlan, client: SearchClient): Promise<JoinedRows> {
  const schema = plan.columns.map((column) => joinColumn(plan, column));
  const rows: JsonValue[][] = [];
  const partners = new Partners(plan);
  for await (const hits of allHits(client, plan.right.index, sideBody(plan, 'right', true))) {
    for (const hit of hits) partners.add(sourceOf(hit));
  }
  for await (const hits of allHits(client, plan.left.index, sideBody(plan, 'left', true))) {
    for (const hit of hits) {
      for (const [left, right] of partners.pairs(sourceOf(hit))) {
        if (rows.length >= plan.limit) return { schema, rows, isCut: true };
        rows.push(joinRow(plan, schema, left, right));
      }
    }
  }
  return { schema, rows, isCut: false };
}

function sourceOf(hit: ClientHit): Source {
  return hit._source ?? {};
}

function joinColumn(plan: JoinPlan, { side, field, alias }: JoinPlan['columns'][number]): SchemaColumn {
  const { alias: table, scope } = plan[side];
  const type = scope.fields.get(field)?.type ?? 'object';
  const name = `${table}.${field}`;
  return alias === null ? { name, type } : { name, alias, type };
}

function joinRow(
  plan: JoinPlan,
  schema: readonly SchemaColumn[],
  left: Source,
  right: Source | null,
): JsonValue[] {
  return plan.columns.map(({ side, field }, i) => {
    const source = side === 'left' ? left : right;
    const value = source === null ? null : valueAt(source, field);
    return schema[i].type === 'date' ? jdbcDate(value) : value;
  });
}

/** The right side's documents, found by the values that the join compares. */
class Partners {
  readonly #plan: JoinPlan;
  readonly #equal: readonly JoinCondition[];
  readonly #others: readonly JoinCondition[];
  readonly #byKey = new Map<string, Source[]>();

  constructor(plan: JoinPlan) {
    this.#plan = plan;
    this.#equal = plan.on.filter(({ operator }) => operator === '=');
    this.#others = plan.on.filter(({ operator }) => operator !== '=');
  }

  add(source: Source): void {
    const key = joinKey(this.#equal.map(({ right }) => valueAt(source, right)));
    if (key === null) return;
    const list = this.#byKey.get(key);
    if (list === undefined) this.#byKey.set(key, [source]);
    else list.push(source);
  }

  *pairs(left: Source): Generator<readonly [Source, Source | null]> {
    const key = joinKey(this.#equal.map((condition) => valueAt(left, condition.left)));
    const candidates = key === null ? [] : (this.#byKey.get(key) ?? []);
    let found = false;
    for (const right of candidates) {
      if (!this.#others.every((condition) => holds(condition, left, right))) continue;
      found = true;
      yield [left, right];
    }
    if (!found && this.#plan.type === 'left') yield [left, null];
  }
}

/** Null when a value is missing: it has no partner. */
function joinKey(values: readonly JsonValue[]): string | null {
  if (values.some((value) => value === null || Array.isArray(value) || isJsonObject(value))) return null;
  return JSON.stringify(values.map(String));
}

function holds({ left, operator, right }: JoinCondition, leftSource: Source, rightSource: Source): boolean {
  const [a, b] = [valueAt(leftSource, left), valueAt(rightSource, right)];
  if (a === null || b === null) return false;
  switch (operator) {
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
    case '=':
    case '<=>':
      return a === b;
    default:
      return a !== b;
  }
}
