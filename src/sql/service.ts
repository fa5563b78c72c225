import type { SearchClient } from '../client/index.ts';
import {
  type Clock,
  type HeapFigures,
  type JsonObject,
  type Logger,
  Pacer,
  prettyJson,
  type Random,
  settled,
  silentLogger,
  soon,
  stringifyJson,
  type Turns,
} from '../common/index.ts';
import { type Answer, CursorContexts } from './cursor/index.ts';
import type { PlannedDialect } from './dialects/dialect.ts';
import { explainWhole } from './dialects/legacy/index.ts';
import { PplDialect } from './dialects/ppl/pplDialect.ts';
import { DEFAULT_FETCH_SIZE, StatementRouter } from './dialects/router.ts';
import { SqlError } from './errors.ts';
import {
  DEFAULT_CSV,
  formatCsv,
  formatJdbc,
  formatLegacyRaw,
  formatPage,
  formatRaw,
  withMetaColumns,
} from './format/index.ts';
import { legacyReading, parseStatement, type Statement } from './grammar/index.ts';
import { PipelineService } from './pipelineService.ts';
import {
  type CursorCall,
  errorResponse,
  flag,
  illegal,
  JSON_TYPE,
  ok,
  parseCall,
  parseFormat,
  type StatementCall,
  TEXT_TYPE,
} from './protocol/index.ts';
import { sqlReference } from './reference/index.ts';
import { StatementWatch } from './resources.ts';
import { readSettings, type SettingReader, type SqlSettings } from './settings.ts';
import { whileAnswering } from './signalClient.ts';
import { SqlStats } from './stats.ts';
import type {
  PplHttpRequest,
  SqlFormat,
  SqlHttpRequest,
  SqlHttpResponse,
  SqlReference,
  SqlResult,
  SqlService,
  SqlTotals,
} from './types.ts';
import { BEYOND, V2_SEARCH } from './warnings.ts';

export interface SqlServiceOptions {
  readonly client: SearchClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly settings: SettingReader;
  readonly v2: PlannedDialect;
  /** When absent, slow statements are not logged. */
  readonly log?: Logger;
  /** The process's memory; when absent, `plugins.query.memory_limit` is not enforced. */
  readonly heap?: () => HeapFigures;
}

export function createSqlService(options: SqlServiceOptions): SqlService {
  return new Service(options);
}

class Service implements SqlService {
  readonly #client: SearchClient;
  readonly #settings: SettingReader;
  readonly #cursors: CursorContexts;
  readonly #v2: PlannedDialect;
  readonly #runner: StatementRouter;
  readonly #stats: SqlStats;
  readonly #pipelines: PipelineService;
  readonly #clock: Clock;
  readonly #watch: StatementWatch;

  constructor({ client, clock, random, settings, v2, log, heap }: SqlServiceOptions) {
    this.#client = client;
    this.#clock = clock;
    this.#watch = new StatementWatch(clock, log ?? silentLogger, heap ?? null);
    this.#settings = settings;
    this.#cursors = new CursorContexts(clock, random);
    this.#v2 = v2;
    this.#runner = new StatementRouter(client, v2, clock);
    this.#stats = new SqlStats(clock);
    this.#pipelines = new PipelineService(
      new PplDialect({ client, clock, random }),
      settings,
      this.#stats,
      this.#watch,
      clock,
    );
  }

  pipeline(request: PplHttpRequest): Promise<SqlHttpResponse> {
    return this.#pipelines.handle(request);
  }

  async handle(request: SqlHttpRequest): Promise<SqlHttpResponse> {
    return soon(this.#handle(request));
  }

  *#handle(request: SqlHttpRequest): Turns<SqlHttpResponse> {
    this.#stats.requests.increment();
    let isCursor = false;
    try {
      const settings = yield* settled(readSettings(this.#settings));
      this.#stats.intervalMs = settings.intervalMs;
      checkEnabled(settings);
      const call = parseCall(request, settings.strict);
      isCursor = call.kind === 'cursor';
      if (call.kind === 'cursor') return yield* settled(this.#handleCursor(call, request));
      return yield* this.#watch.over(call.sql, settings, () => this.#answer(call, request, settings));
    } catch (error) {
      const isRaw = request.operation === 'query' && /^json$/i.test(request.parameters.get('format') ?? '');
      const response = errorResponse(error, isCursor || isRaw);
      (response.status >= 500 ? this.#stats.serverErrors : this.#stats.clientErrors).increment();
      return request.body === null ? { ...response, contentType: JSON_TYPE } : response;
    }
  }

  reference(): SqlReference {
    return sqlReference();
  }

  stats(): Record<string, number> {
    return this.#stats.toJson();
  }

  totals(): SqlTotals {
    return this.#stats.totals;
  }

  async close(): Promise<void> {
    await this.#cursors.closeAll();
  }

  async #handleCursor({ cursor }: CursorCall, request: SqlHttpRequest): Promise<SqlHttpResponse> {
    if (request.operation === 'explain') throw illegal('Invalid request. Cannot explain cursor');
    if (request.operation === 'close') {
      return ok('{"succeeded":true}', await this.#cursors.close(cursor));
    }
    const format = parseFormat(request.parameters);
    if (format !== 'jdbc') {
      this.#cursors.check(cursor);
      const details = `The following response format is not supported for cursor: [${format}]`;
      throw new SqlError('UnsupportedOperationException', details);
    }
    const { rows, schema, warnings, cursor: next } = await this.#cursors.nextPage(cursor);
    return ok(await formatPage(rows, schema, next, new Pacer(this.#clock)), warnings);
  }

  /** If the statement fails here too, the original's error for the types of its parameters comes first. */
  *#answer(call: StatementCall, request: SqlHttpRequest, settings: SqlSettings): Turns<SqlHttpResponse> {
    try {
      return yield* this.#handleStatement(call, request, settings);
    } catch (error) {
      throw error instanceof SqlError ? (call.refusal ?? error) : error;
    }
  }

  *#handleStatement(
    call: StatementCall,
    request: SqlHttpRequest,
    settings: SqlSettings,
  ): Turns<SqlHttpResponse> {
    if (request.operation === 'explain') {
      return yield* settled(this.#explain(call, request, settings));
    }
    // A format that the original knows and never answers with: its refusals of the statement come first.
    if (isTable(request)) yield* settled(this.#explain(call, request, { ...settings, strict: true }));
    const format = parseFormat(request.parameters);
    checkDelete(call.sql, settings);
    const statement = parseStatement(call);
    const answer = yield* this.#upToDate(statement, () =>
      whileAnswering(request.signal, (signal) =>
        this.#runner.run(statement, { ...call, signal }, format, settings),
      ),
    );
    const result = answer.rest === null ? answer.result : yield* settled(this.#withCursor(answer, settings));
    return yield* printed(result, format, request, new Pacer(this.#clock));
  }

  /**
   * A client that caches mappings may have caused the error with outdated ones, so the statement is retried
   * once with fresh ones.
   */
  *#upToDate<T>(statement: Statement, run: () => Turns<T>): Turns<T> {
    try {
      return yield* run();
    } catch (error) {
      if (this.#client.forget === undefined || statement.kind === 'delete' || !isOfNames(error)) throw error;
      this.#client.forget();
      return yield* run();
    }
  }

  async #explain(
    call: StatementCall,
    request: SqlHttpRequest,
    settings: SqlSettings,
  ): Promise<SqlHttpResponse> {
    checkDelete(call.sql, settings);
    const statement = parseStatement(call);
    if (wantsPlan(request)) return this.#plan(statement, call, request, settings);
    const refusal = statement.legacyRefusal();
    if (refusal !== null && settings.strict) throw refusal;
    const pretty = flag(request.parameters, 'pretty', false);
    const { sql, filter } = call;
    try {
      const read = legacyReading(statement);
      const { body, warnings } = await soon(
        this.#upToDate(statement, () => settled(explainWhole(read, this.#client, { sql, filter, pretty }))),
      );
      return ok(body, refusal === null ? warnings : [BEYOND, ...warnings]);
    } catch (error) {
      if (!(error instanceof SqlError)) throw error;
      const search = await this.#searchOfV2(statement, request, settings);
      if (search === null) throw refusal ?? atOnce(error);
      return ok(pretty ? prettyJson(search) : stringifyJson(search), [V2_SEARCH]);
    }
  }

  /** The search of a statement that V2 explains in the original; null: it does not, or the search is not all of its rows. */
  async #searchOfV2(
    statement: Statement,
    { parameters }: SqlHttpRequest,
    { sizeLimit }: SqlSettings,
  ): Promise<JsonObject | null> {
    if (parameters.has('format') || this.#v2.refusal(statement) !== null) return null;
    try {
      const plan = { sizeLimit, resultLimit: sizeLimit };
      const { physical, pushed } = await this.#v2.explain(statement, plan, false);
      return SEARCH_ALONE.test(physical) && pushed.length === 1 ? pushed[0] : null;
    } catch (error) {
      if (error instanceof SqlError) return null;
      throw error;
    }
  }

  /**
   * Rockpool's own plan format: the plans of the V2 engine, even for statements that the legacy engine
   * answers.
   */
  async #plan(
    statement: Statement,
    call: StatementCall,
    { parameters }: SqlHttpRequest,
    { sizeLimit, corrections }: SqlSettings,
  ): Promise<SqlHttpResponse> {
    const { filter } = call;
    if (filter !== null) throw illegal('[format=plan] takes no [filter]: the legacy engine answers with it');
    const pageSize = call.fetchSize ?? DEFAULT_FETCH_SIZE;
    const resultLimit = pageSize === 0 ? sizeLimit : pageSize + 1;
    const analyze = flag(parameters, 'analyze', false);
    const plan = { sizeLimit, corrections, resultLimit };
    const { logical, physical, pushed } = await this.#v2.explain(statement, plan, analyze);
    const body = { logical, physical, pushed: pushed.length > 1 ? [...pushed] : (pushed[0] ?? {}) };
    const isLegacy = !corrections && this.#v2.refusal(statement) !== null;
    const print = flag(parameters, 'pretty', false) ? prettyJson : stringifyJson;
    return ok(print(body), isLegacy ? [LEGACY_FIRST] : []);
  }

  async #withCursor({ result, rest }: Answer, { keepAliveMs, maxCursors }: SqlSettings): Promise<SqlResult> {
    if (rest === null) return result;
    this.#stats.cursorRequests.increment();
    const { source, rowsLeft, index, pageSize: fetchSize } = rest;
    const cursor = await this.#cursors.open({
      source,
      schema: result.schema,
      warnings: result.warnings,
      fetchSize,
      index,
      rowsLeft,
      keepAliveMs,
      maxOpen: maxCursors,
    });
    return { ...result, cursor };
  }
}

function* printed(
  result: SqlResult,
  format: SqlFormat,
  { parameters }: SqlHttpRequest,
  pacer: Pacer,
): Turns<SqlHttpResponse> {
  const { warnings, profile } = result;
  const isOriginal = profile === 'v2' && !warnings.includes(BEYOND);
  const textType = isOriginal ? JSON_TYPE : TEXT_TYPE;
  switch (format) {
    case 'jdbc':
      return ok(yield* formatJdbc(result, pacer), warnings);
    case 'json':
      return ok(stringifyJson(result.raw), warnings);
    case 'raw': {
      const print = profile === 'v2' ? formatRaw : formatLegacyRaw;
      return ok(yield* settled(print(result, pacer)), warnings, textType);
    }
    case 'csv': {
      const sanitize = flag(parameters, 'sanitize', true) || profile === 'legacy';
      const separator = parameters.get('separator') ?? DEFAULT_CSV.separator;
      const newLine = parameters.get('newLine') ?? DEFAULT_CSV.newLine;
      const flat = flag(parameters, 'flat', false);
      const table = withMetaColumns(result, (name) => flag(parameters, name, false));
      const body = yield* settled(formatCsv(table, pacer, { sanitize, separator, newLine, flat }));
      return ok(body, warnings, textType);
    }
  }
}

/** The plan of a statement whose rows are those of its search. */
const SEARCH_ALONE = /^(?:Project [^\n]*\n\s*)*(?:IndexScan|AggregateScan)(?:(?!here: )[^\n])*$/;

/** An explanation is whole before it is sent: what fails a begun answer refuses it. */
function atOnce(error: SqlError): SqlError {
  return error.httpStatus === 200 ? new SqlError(error.type, error.details) : error;
}

const LEGACY_FIRST =
  'the legacy engine is asked first for this statement; this plan answers what it refuses, or with rockpool.corrections';

/** Throws SqlError (400) for `analyze` without `format=plan`. */
function wantsPlan({ parameters }: SqlHttpRequest): boolean {
  if (parameters.get('format')?.toLowerCase() === 'plan') return true;
  if (parameters.has('analyze')) throw illegal('[analyze] needs [format=plan]');
  return false;
}

/** Errors that outdated mappings can cause: no such index, field or type. */
const OF_NAMES: ReadonlySet<string> = new Set([
  ...['IndexNotFoundException', 'SemanticCheckException', 'ExpressionEvaluationException'],
  ...['SqlAnalysisException', 'VerificationException'],
]);

function isOfNames(error: unknown): boolean {
  return error instanceof SqlError && OF_NAMES.has(error.type);
}

function isTable({ parameters }: SqlHttpRequest): boolean {
  return /^table$/i.test(parameters.get('format') ?? '');
}

function checkEnabled({ enabled }: SqlSettings): void {
  if (enabled) return;
  const details = 'Either plugins.sql.enabled or rest.action.multi.allow_explicit_index setting is false';
  throw new SqlError('SQLFeatureDisabledException', details);
}

/** Checked before the statement is parsed, so any DELETE is rejected. */
function checkDelete(sql: string, { deleteEnabled }: SqlSettings): void {
  if (deleteEnabled || !/^\s*delete\b/i.test(sql)) return;
  const details =
    'DELETE clause is disabled by default and will be deprecated. ' +
    'Using the plugins.sql.delete.enabled setting to enable it';
  throw new SqlError('SQLFeatureDisabledException', details);
}
