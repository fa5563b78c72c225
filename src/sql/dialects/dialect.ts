import type { SearchClient } from '../../client/index.ts';
import type { Clock, JsonObject, Random, Soon, StopSignal } from '../../common/index.ts';
import type { Answer } from '../cursor/index.ts';
import type { SpillFolder } from '../executor/index.ts';
import type { Statement } from '../grammar/index.ts';
import type { SqlResult } from '../types.ts';
import type { UnreadRule } from './readGate.ts';

/**
 * The two engines of the original, as two implementations of one interface. How a statement finds its engine:
 *
 * 1. `parseStatement(sql)` (grammar/) reads the whole language of both. It throws SqlError for what is no SQL.
 * 2. `v2.refusal(statement)` is null when the original's V2 grammar takes it: then V2 answers, and its errors are final.
 *    Some names are only found unfit later: `execute` then throws a SqlError of type SyntaxCheckException, which also
 *    sends the statement on.
 *    Bodies with other keys than query, fetch_size and parameters, a fetch_size other than 0, and format=json go
 *    past V2 (the HTTP layer decides that).
 * 3. Else the legacy engine, in the same way.
 * 4. What neither takes, but Rockpool can do (`SELECT -age`, COALESCE, joins of three tables, CTEs): V2 executes it with
 *    a warning, unless `strict`; then the legacy engine's refusal is the answer.
 *
 * A result's row values are JSON values in the schema's types: integers as number (bigint past 2^53), float and
 * double as number, date and time types as text, object and nested as JSON.
 */
export interface PlannedDialect {
  /** Null if this engine of the original answers the statement, otherwise the reason why it does not. */
  refusal(statement: Statement): string | null;
  /** Throws SqlError. */
  execute(statement: Statement, request: DialectRequest): Promise<SqlResult>;
  /** The first page, the total of all rows, and a source of the remaining pages. Throws SqlError. */
  open(statement: Statement, request: PagedRequest): Soon<Answer>;
  /** How `execute` would answer; with `analyze` the statement is run and measured. Throws SqlError. */
  explain(statement: Statement, request: DialectRequest, analyze: boolean): Promise<PlanReport>;
}

export interface DialectRequest {
  /**
   * Maximum documents that operators above a scan see, and maximum groups (`plugins.query.size_limit`, 200).
   */
  readonly sizeLimit: number;
  /**
   * Maximum rows of a plain scan (filter, sort, columns) without LIMIT; `sizeLimit` if the answer is not
   * paged.
   */
  readonly resultLimit: number;
  /** The right answer where the original's is wrong (`rockpool.corrections`). */
  readonly corrections?: boolean;
  /** Ends the statement. */
  readonly signal?: StopSignal;
}

export interface PagedRequest extends Omit<DialectRequest, 'resultLimit'> {
  readonly pageSize: number;
  /** `plugins.sql.cursor.keep_alive`. */
  readonly keepAlive: string;
}

/** A statement's plans: a line for each operator, with its inputs below it. */
export interface PlanReport {
  readonly logical: string;
  readonly physical: string;
  /** The body of the first search of every scan, in the order of the physical plan. */
  readonly pushed: readonly JsonObject[];
}

export interface DialectDependencies {
  readonly client: SearchClient;
  readonly clock: Clock;
  /** Of RAND() without argument. */
  readonly random: Random;
  /** If false, searches only list documents and operators here do the rest. It must not change answers. */
  readonly pushDown?: boolean;
  /** Rows per batch. It must not change answers. */
  readonly batchRows?: number;
  /** Where statements spill rows that exceed their memory; without it they do not spill. */
  readonly spillFolder?: SpillFolder;
  /** What the dialect may leave unread of a statement. */
  readonly unread?: readonly UnreadRule[];
}
