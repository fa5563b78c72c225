import type { SearchClient } from '../../client/index.ts';
import { type Clock, settled, soon, type Turns } from '../../common/index.ts';
import type { DescribeTablesNode, ShowTablesNode, StatementNode } from '../ast/index.ts';
import { checkUngroupedColumns } from '../binder/index.ts';
import { type Answer, whole } from '../cursor/index.ts';
import { AnswerableRefusal, SqlError } from '../errors.ts';
import { statementPacer } from '../executor/index.ts';
import { legacyReading, Statement } from '../grammar/index.ts';
import { describeTables, readIndexStatement, showTables } from '../metadata/index.ts';
import type { StatementCall } from '../protocol/index.ts';
import type { SqlSettings } from '../settings.ts';
import { withSignal } from '../signalClient.ts';
import type { SqlFormat, SqlResult } from '../types.ts';
import { BEYOND, cutAt } from '../warnings.ts';
import { bypassOf } from './bypasses.ts';
import type { PlannedDialect } from './dialect.ts';
import { checkWindows, LegacyDialect, type LegacyRequest } from './legacy/index.ts';
import { understoodWhere } from './nestedWhere.ts';
import { ReadGate } from './readGate.ts';

/** Page size of requests without fetch_size. */
export const DEFAULT_FETCH_SIZE = 1000;

/** SHOW and DESCRIBE leave nothing unread. */
const indexStatements = new ReadGate([]);

interface Question {
  readonly statement: Statement;
  readonly call: StatementCall;
  readonly format: SqlFormat;
  readonly settings: SqlSettings;
}

/** Sends a statement to the engine that would answer it in the original, and pages the answer. */
export class StatementRouter {
  readonly #client: SearchClient;
  readonly #v2: PlannedDialect;
  readonly #legacy: LegacyDialect;
  readonly #clock: Clock;

  constructor(client: SearchClient, v2: PlannedDialect, clock: Clock) {
    this.#clock = clock;
    this.#client = client;
    this.#v2 = v2;
    this.#legacy = new LegacyDialect(client);
  }

  /** Throws SqlError. */
  *run(statement: Statement, call: StatementCall, format: SqlFormat, settings: SqlSettings): Turns<Answer> {
    const { tree } = statement.template;
    if (tree.kind === 'showTables' || tree.kind === 'describeTables') {
      return yield* settled(this.#indexStatement(tree, call, format, settings));
    }
    const question: Question = { statement, call, format, settings };
    const mayBeOwn = call.filter === null && format !== 'json';
    if (call.refusal !== null && mayBeOwn) return withWarning(yield* this.#v2Answer(question), BEYOND);
    const passesV2 = bypassOf(call, format) !== null;
    const isOwn = settings.corrections && mayBeOwn;
    if (passesV2 && !isOwn) return yield* settled(this.#legacyFirst(question));
    const takesV2 = this.#v2.refusal(statement) === null;
    if (!takesV2 && !isOwn) return yield* settled(this.#legacyUnlessUnderstood(question));
    try {
      return yield* this.#v2Answer(question);
    } catch (error) {
      if (!(error instanceof SqlError)) throw error;
      if (error instanceof AnswerableRefusal) return yield* settled(this.#answered(error, question));
      if (!takesV2) return yield* settled(this.#legacyAfter(error, question));
      if (error.type !== 'SyntaxCheckException') throw error;
      return yield* settled(this.#legacyFirst(question));
    }
  }

  /** V2 checks a WHERE with `nested(…)` first, so its errors about names and types are final. */
  async #legacyUnlessUnderstood(question: Question): Promise<Answer> {
    const refusal = await this.#refusalOfWhere(question);
    if (refusal === null) return this.#legacyFirst(question);
    if (question.settings.strict || refusal.type !== 'ExpressionEvaluationException') throw refusal;
    try {
      return withWarning(await this.#legacyAnswer(question), BEYOND);
    } catch (error) {
      throw error instanceof SqlError ? refusal : error;
    }
  }

  async #refusalOfWhere({
    statement,
    call: { sql },
    settings: { sizeLimit },
  }: Question): Promise<SqlError | null> {
    const tree = understoodWhere(statement.tree);
    const understood = tree && Statement.of(tree, sql);
    if (understood === null || this.#v2.refusal(understood) !== null) return null;
    try {
      if (statement.tree.kind === 'select') checkUngroupedColumns(statement.tree);
      await this.#v2.explain(understood, { sizeLimit, resultLimit: sizeLimit }, false);
      return null;
    } catch (error) {
      if (!(error instanceof SqlError)) throw error;
      return SEMANTIC_ERRORS.has(error.type) ? error : null;
    }
  }

  /** SHOW and DESCRIBE; without a pattern, which the original asks for, all indices are meant. */
  async #indexStatement(
    statement: ShowTablesNode | DescribeTablesNode,
    call: StatementCall,
    format: SqlFormat,
    { strict, corrections }: SqlSettings,
  ): Promise<Answer> {
    const reading = indexStatements.open(statement);
    const { pattern, byWords } = reading.tree;
    const run = async (node: ShowTablesNode | DescribeTablesNode): Promise<Answer> => {
      if (node.kind === 'showTables') return whole(await showTables(node, this.#client));
      return whole(await describeTables(node, this.#client));
    };
    const isWhole = pattern === null && !byWords && !strict;
    const isLegacy = byWords || pattern === null || (bypassOf(call, format) !== null && !corrections);
    // The legacy engine parses the text of these statements itself.
    if (isLegacy && !isWhole) return run({ ...readIndexStatement(statement, call.sql), byWords: true });
    const answer = await run(reading.tree);
    reading.end();
    return isWhole ? withWarning(answer, BEYOND) : answer;
  }

  /** For statements outside V2's grammar: the legacy engine's answer, otherwise our own. */
  async #legacyFirst(question: Question): Promise<Answer> {
    try {
      return await this.#legacyAnswer(question);
    } catch (error) {
      if (!(error instanceof SqlError) || !isRefusal(error)) throw error;
      return this.#answered(error, question);
    }
  }

  /** Answers what the original refuses, unless `rockpool.strict` is on. */
  async #answered(refusal: SqlError, question: Question): Promise<Answer> {
    const { call, format, settings } = question;
    if (settings.strict) throw refusal;
    if (call.filter !== null || format === 'json') throw blamed(refusal);
    return withWarning(await this.#beyond(refusal, question), BEYOND);
  }

  /** Answers a statement that neither engine of the original answers, with corrections on. */
  async #beyond(refusal: SqlError, question: Question): Promise<Answer> {
    try {
      return await soon(
        this.#v2Answer({ ...question, settings: { ...question.settings, corrections: true } }),
      );
    } catch (error) {
      if (!(error instanceof SqlError)) throw error;
      if (refusal.httpStatus >= 500) throw error;
      const isFinal = refusal.httpStatus === 200 || refusal instanceof AnswerableRefusal;
      throw isFinal || MISREADINGS.has(error.type) ? refusal : error;
    }
  }

  /**
   * With corrections every statement goes to V2 first; the legacy engine then answers functions that only it
   * has. An error of V2 while running (a limit, an invalid date) is final: the legacy engine would interpret
   * some of these statements differently (`FROM a, b` as one search).
   */
  async #legacyAfter(refusal: SqlError, question: Question): Promise<Answer> {
    if (await this.#isPlanned(question)) throw refusal;
    try {
      return await this.#legacyAnswer(question);
    } catch (error) {
      throw error instanceof SqlError ? refusal : error;
    }
  }

  /** Whether the V2 engine can plan the statement, even if running it would fail. */
  async #isPlanned({ statement, settings }: Question): Promise<boolean> {
    const { sizeLimit, corrections } = settings;
    try {
      await this.#v2.explain(statement, { sizeLimit, corrections, resultLimit: sizeLimit }, false);
      return true;
    } catch (error) {
      if (!(error instanceof SqlError)) throw error;
      return false;
    }
  }

  async #legacyAnswer(question: Question): Promise<Answer> {
    const { signal, sql } = question.call;
    const refusal = question.statement.legacyRefusal();
    if (refusal !== null) throw refusal;
    const { tree, template } = legacyReading(question.statement);
    checkWindows(tree, sql);
    const engine = signal === undefined ? this.#legacy : new LegacyDialect(withSignal(this.#client, signal));
    return engine.execute(tree, legacyRequest(question, this.#clock), template.tree);
  }

  *#v2Answer({ statement, call, format, settings }: Question): Turns<Answer> {
    const { sizeLimit: resultLimit, corrections, keepAlive } = settings;
    const { signal } = call;
    const sizeLimit = corrections ? Number.POSITIVE_INFINITY : resultLimit;
    const pageSize = format === 'jdbc' ? (call.fetchSize ?? DEFAULT_FETCH_SIZE) : 0;
    if (pageSize > 0) {
      return yield* settled(
        this.#v2.open(statement, { sizeLimit, corrections, pageSize, keepAlive, signal }),
      );
    }
    const request = { sizeLimit, corrections, resultLimit, signal };
    const result = yield* settled(this.#v2.execute(statement, request));
    return whole(
      corrections && limitOf(statement.template.tree) === null ? cut(result, resultLimit) : result,
    );
  }
}

const SEMANTIC_ERRORS: ReadonlySet<string> = new Set([
  'SemanticCheckException',
  'ExpressionEvaluationException',
]);

/**
 * Errors about a statement and its names, not its data. If we fail with one too, the original's is reported.
 */
const MISREADINGS: ReadonlySet<string> = new Set([
  ...SEMANTIC_ERRORS,
  'SyntaxCheckException',
  'SqlParseException',
  'NumberFormatException',
  'IndexNotFoundException',
  'SqlFeatureNotImplementedException',
]);

/** What the original breaks on (5xx) is still wrong with the statement, not with the server. */
function blamed(refusal: SqlError): SqlError {
  return refusal.httpStatus < 500 ? refusal : new SqlError(refusal.type, refusal.details);
}

/** Placed first, because some clients only read the first warning header. */
function withWarning({ result, rest }: Answer, warning: string): Answer {
  const warnings = [...new Set([warning, ...result.warnings])];
  return { result: { ...result, warnings }, rest };
}

/** A refusal before the search, or one that the original raises after it has started to answer. */
function isRefusal(error: SqlError): boolean {
  const { httpStatus, bodyStatus, type } = error;
  const isEarly = error instanceof AnswerableRefusal || (httpStatus === 400 && bodyStatus === 400);
  return isEarly || (httpStatus === 200 && LATE_REFUSALS.has(type));
}

/** Error types with which the legacy engine aborts an answer it has started. */
const LATE_REFUSALS: ReadonlySet<string> = new Set([
  ...['RuntimeException', 'IllegalStateException', 'IllegalArgumentException', 'SqlParseException'],
  'UnsupportedOperationException',
]);

function limitOf(statement: StatementNode): number | null {
  if (statement.kind === 'with') return limitOf(statement.body);
  return statement.kind === 'select' || statement.kind === 'setOperation' ? statement.limit : null;
}

/** With corrections operators see all rows, but unpaged answers are still limited. */
function cut(result: SqlResult, limit: number): SqlResult {
  if (result.rows.length <= limit) return result;
  const warnings = [...result.warnings, cutAt(limit)];
  return { ...result, rows: result.rows.slice(0, limit), total: limit, warnings };
}

function legacyRequest({ call, format, settings }: Question, clock: Clock): LegacyRequest {
  const { sql, filter, filterRefusal, fetchSize, signal } = call;
  const pageSize = format === 'jdbc' ? (fetchSize ?? DEFAULT_FETCH_SIZE) : 0;
  return {
    sql,
    filter,
    filterRefusal,
    pageSize: pageSize === 0 ? null : pageSize,
    isPageSizeGiven: fetchSize !== null,
    sizeLimit: settings.sizeLimit,
    keepAlive: settings.keepAlive,
    pacer: statementPacer(clock, signal),
    format,
  };
}
