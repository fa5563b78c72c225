import type { SearchClient } from '../client/index.ts';
import type { SelectNode, StatementNode } from './ast/index.ts';
import type { PageSource } from './cursor/index.ts';
import type { EngineRequest, SqlEngine } from './engine.ts';
import { SqlError } from './errors.ts';
import { cutAt, type LegacyAnswer, LegacyEngine, type LegacyRequest } from './legacy/index.ts';
import { describeTables, showTables } from './metadata/index.ts';
import type { StatementCall } from './protocol/index.ts';
import type { SqlSettings } from './settings.ts';
import type { SqlFormat, SqlResult } from './types.ts';

/** Rows of a page when a request says nothing about pages. */
export const DEFAULT_FETCH_SIZE = 1000;

/** Rows that are held for a cursor whose statement cannot be scrolled. */
const HELD_ROWS = 10_000;

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
  ): Promise<LegacyAnswer> {
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
  ): Promise<LegacyAnswer> {
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
    settings: SqlSettings,
  ): Promise<LegacyAnswer> {
    const { sql } = call;
    const pageSize = format === 'jdbc' ? (call.fetchSize ?? DEFAULT_FETCH_SIZE) : 0;
    const { sizeLimit, corrections } = settings;
    if (pageSize === 0)
      return whole(await this.#cut(statement, { sql, sizeLimit, corrections, resultLimit: sizeLimit }));
    const result = await this.#v2.execute(statement, {
      sql,
      sizeLimit,
      corrections,
      resultLimit: pageSize + 1,
    });
    if (result.rows.length <= pageSize) return whole(result);
    if (call.fetchSize === null && isPlain(statement)) {
      const scrolled = await this.#scroll(statement, legacyRequest(call, format, settings));
      if (scrolled !== null) return scrolled;
    }
    const all = { sql, sizeLimit, corrections, resultLimit: HELD_ROWS };
    const held = limitOf(statement) === null ? await this.#cut(statement, all) : result;
    return firstPage(held, pageSize);
  }

  /** Not paged: at most `resultLimit` rows, with a warning when there are more. */
  async #cut(statement: StatementNode, request: EngineRequest): Promise<SqlResult> {
    const { resultLimit } = request;
    const result = await this.#v2.execute(statement, request);
    if (result.rows.length < resultLimit || limitOf(statement) !== null) return result;
    return { ...result, warnings: [...result.warnings, cutAt(resultLimit)] };
  }

  /** The pages of a large statement come from a scroll; null when the legacy engine cannot have it so. */
  async #scroll(statement: StatementNode, request: LegacyRequest): Promise<LegacyAnswer | null> {
    try {
      const answer = await this.#legacy.execute(statement, request);
      return answer.rest === null ? null : answer;
    } catch (error) {
      if (error instanceof SqlError) return null;
      throw error;
    }
  }
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

function whole(result: SqlResult): LegacyAnswer {
  return { result, rest: null };
}

function limitOf(statement: StatementNode): number | null {
  return statement.kind === 'select' || statement.kind === 'setOperation' ? statement.limit : null;
}

/** A SELECT of an index's columns: the legacy engine's answer has the same columns. */
function isPlain(statement: StatementNode): boolean {
  return statement.kind === 'select' && statement.items.every(({ expression }) => isColumn(expression));
}

function isColumn({ kind }: SelectNode['items'][number]['expression']): boolean {
  return kind === 'column' || kind === 'star';
}

/** The first page of an answer that is all there. */
function firstPage(result: SqlResult, pageSize: number): LegacyAnswer {
  const { rows } = result;
  const rowsLeft = rows.length - pageSize;
  if (rowsLeft <= 0) return whole(result);
  const source = new HeldPages(rows, pageSize);
  return {
    result: { ...result, rows: rows.slice(0, pageSize), total: rows.length },
    rest: { source, pageSize, rowsLeft, index: '' },
  };
}

class HeldPages implements PageSource {
  readonly #rows: SqlResult['rows'];
  readonly #pageSize: number;
  #at: number;

  constructor(rows: SqlResult['rows'], pageSize: number) {
    this.#rows = rows;
    this.#pageSize = pageSize;
    this.#at = pageSize;
  }

  async next(): Promise<SqlResult['rows']> {
    const page = this.#rows.slice(this.#at, this.#at + this.#pageSize);
    this.#at += page.length;
    return page;
  }

  async close(): Promise<void> {
    this.#at = this.#rows.length;
  }
}
