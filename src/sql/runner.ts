import type { SearchClient } from '../client/index.ts';
import type { StatementNode } from './ast/index.ts';
import { type Answer, whole } from './cursor/index.ts';
import type { SqlEngine } from './engine.ts';
import { SqlError } from './errors.ts';
import { LegacyEngine, type LegacyRequest } from './legacy/index.ts';
import { describeTables, showTables } from './metadata/index.ts';
import type { StatementCall } from './protocol/index.ts';
import type { SqlSettings } from './settings.ts';
import type { SqlFormat, SqlResult } from './types.ts';
import { cutAt } from './warnings.ts';

/** Rows of a page when a request says nothing about pages. */
export const DEFAULT_FETCH_SIZE = 1000;

/** The warning of statements that only Rockpool knows. */
export const BEYOND = 'a cluster of version 2.7 would refuse this statement';

/** Brings a statement to the engine of the original that answers it, and cuts the answer into pages. */
export class StatementRunner {
  readonly #client: SearchClient;
  readonly #v2: SqlEngine;
  readonly #legacy: LegacyEngine;

  constructor(client: SearchClient, v2: SqlEngine) {
    this.#client = client;
    this.#v2 = v2;
    this.#legacy = new LegacyEngine(client);
  }

  /** Throws SqlError. */
  async run(
    statement: StatementNode,
    call: StatementCall,
    format: SqlFormat,
    settings: SqlSettings,
  ): Promise<Answer> {
    if (statement.kind === 'showTables') return whole(await showTables(statement, this.#client));
    if (statement.kind === 'describeTables') return whole(await describeTables(statement, this.#client));
    const passesV2 = call.hasOtherMembers || (call.fetchSize ?? 0) > 0 || format === 'json';
    const isOwn = settings.corrections && call.filter === null && format !== 'json';
    if (isOwn || (!passesV2 && this.#v2.refusal(statement, call.sql) === null)) {
      try {
        return await this.#runV2(statement, call, format, settings);
      } catch (error) {
        if (!isOwn && !(error instanceof SqlError && error.type === 'SyntaxCheckException')) throw error;
      }
    }
    return this.#runLegacy(statement, call, format, settings);
  }

  async #runLegacy(
    statement: StatementNode,
    call: StatementCall,
    format: SqlFormat,
    settings: SqlSettings,
  ): Promise<Answer> {
    try {
      return await this.#legacy.execute(statement, legacyRequest(call, format, settings));
    } catch (error) {
      const isRefusal = error instanceof SqlError && error.httpStatus === 400 && error.bodyStatus === 400;
      if (!isRefusal || settings.strict || call.filter !== null || format === 'json') throw error;
      const answer = await this.#runV2(statement, call, format, settings);
      return { ...answer, result: { ...answer.result, warnings: [...answer.result.warnings, BEYOND] } };
    }
  }

  async #runV2(
    statement: StatementNode,
    call: StatementCall,
    format: SqlFormat,
    { sizeLimit: resultLimit, corrections, keepAlive }: SqlSettings,
  ): Promise<Answer> {
    const { sql } = call;
    const sizeLimit = corrections ? Number.POSITIVE_INFINITY : resultLimit;
    const pageSize = format === 'jdbc' ? (call.fetchSize ?? DEFAULT_FETCH_SIZE) : 0;
    if (pageSize > 0) return this.#v2.open(statement, { sql, sizeLimit, corrections, pageSize, keepAlive });
    const result = await this.#v2.execute(statement, { sql, sizeLimit, corrections, resultLimit });
    return whole(corrections && limitOf(statement) === null ? cut(result, resultLimit) : result);
  }
}

function limitOf(statement: StatementNode): number | null {
  return statement.kind === 'select' || statement.kind === 'setOperation' ? statement.limit : null;
}

/** Operators see everything by corrections; what is not paged is cut all the same. */
function cut(result: SqlResult, limit: number): SqlResult {
  if (result.rows.length <= limit) return result;
  const warnings = [...result.warnings, cutAt(limit)];
  return { ...result, rows: result.rows.slice(0, limit), total: limit, warnings };
}

function legacyRequest(call: StatementCall, format: SqlFormat, settings: SqlSettings): LegacyRequest {
  const { filter, fetchSize } = call;
  const pageSize = format === 'jdbc' ? (fetchSize ?? DEFAULT_FETCH_SIZE) : 0;
  return {
    filter,
    pageSize: pageSize === 0 ? null : pageSize,
    isPageSizeGiven: fetchSize !== null,
    sizeLimit: settings.sizeLimit,
    keepAlive: settings.keepAlive,
    format: format === 'jdbc' || format === 'json' ? format : 'text',
  };
}
