import type { ClientHit, SearchClient } from '../../../../client/index.ts';
import type { JsonObject, JsonValue, Pacer } from '../../../../common/index.ts';
import { isJsonObject } from '../../../../common/index.ts';
import type { Budget } from '../../../executor/index.ts';

/** A row of two documents; no right one: an outer join found none. */
export interface JoinRow {
  readonly left: ClientHit;
  readonly right: ClientHit | null;
}

/** A row without its documents, which other operators hold. */
export const ROW_BYTES = 48;

export interface JoinRun {
  readonly client: SearchClient;
  /** Yields to other requests, and ends the statement if its client has disconnected. */
  readonly pacer: Pacer;
  readonly warnings: Set<string>;
  /** The index of each search that was begun. */
  readonly searched: string[];
  /** What the operators hold in memory. */
  readonly budget: Budget;
}

/** A step of a join's plan: the tree of them is what is run, and what is explained. */
export interface Operator<Row> {
  /** Its part of the plan's text, with what is below it. */
  explain(plan: 'logical' | 'physical'): JsonObject;
  /** Rows, many at a time. `filter`: a further condition on the documents. */
  run(run: JoinRun, filter?: JsonObject): AsyncGenerator<readonly Row[]>;
}

/** The inputs of an operator as members of one object; two of one name are a list. */
export function explainInputs(inputs: readonly JsonObject[]): JsonObject {
  const members: JsonObject = {};
  for (const input of inputs) {
    for (const [name, value] of Object.entries(input)) {
      members[name] = Object.hasOwn(members, name) ? [members[name], value] : value;
    }
  }
  return members;
}

/** A dotted name in a document, where objects may be nested or their names hold dots. */
export function pathValue(value: JsonValue, path: string): JsonValue {
  if (!isJsonObject(value)) return value;
  if (Object.hasOwn(value, path)) return value[path];
  const dot = path.indexOf('.');
  if (dot < 0) return null;
  const first = path.slice(0, dot);
  return pathValue(Object.hasOwn(value, first) ? value[first] : null, path.slice(dot + 1));
}
