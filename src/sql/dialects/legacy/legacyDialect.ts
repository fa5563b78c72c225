import type { ClientSearchResponse, SearchClient } from '../../../client/index.ts';
import type { JsonObject, Pacer } from '../../../common/index.ts';
import type { DeleteNode, QueryNode, SelectNode, SetOperationNode, StatementNode } from '../../ast/index.ts';
import { tablesOf } from '../../binder/index.ts';
import { type Answer, whole } from '../../cursor/index.ts';
import { SqlError } from '../../errors.ts';
import type { SqlFormat, SqlResult } from '../../types.ts';
import { cutAt } from '../../warnings.ts';
import { ReadGate, type Reading } from '../readGate.ts';
import { plannedRows } from './bucketRows.ts';
import { describedRows } from './describedRows.ts';
import { hitTable, jdbcColumns } from './hitTables.ts';
import { executeJoin, openJoin, sideBody } from './join/index.ts';
import { answering, checkBuckets, lateError, NO_GROUPS } from './late.ts';
import { combine, joinAnswer, unionAnswer } from './rowSets.ts';
import { ScrollPages } from './scrollPages.ts';
import { runSearch } from './search.ts';
import {
  checkGrammar,
  checkSides,
  deleteBody,
  loadFields,
  losesPath,
  type OpenedSelect,
  openSelect,
  type Projection,
  type TranslatedSelect,
} from './translate/index.ts';
import { traps } from './traps.ts';
import { unreadByLegacy } from './unread.ts';

export interface LegacyRequest {
  /** The statement's text. */
  readonly sql: string;
  readonly filter: JsonObject | null;
  /** The error for an invalid `filter` of the request; null if it is valid or absent. */
  readonly filterRefusal: SqlError | null;
  /** Rows of a page; null: not paged. */
  readonly pageSize: number | null;
  /** False: the default page size; what fits into it is answered whole, without opening a scroll. */
  readonly isPageSizeGiven: boolean;
  /** Rows at most when the statement has no LIMIT and is not paged. */
  readonly sizeLimit: number;
  readonly keepAlive: string;
  /** jdbc has columns with types and converted dates; csv and raw have texts of the source. */
  readonly format: SqlFormat;
  /** Yields to other requests, and ends the statement if its client has disconnected. */
  readonly pacer: Pacer;
}

const shared = new ReadGate(unreadByLegacy);

/** The original's legacy engine: one search (or two), its answer turned into rows. */
export class LegacyDialect {
  readonly #client: SearchClient;
  readonly #gate: ReadGate;

  constructor(client: SearchClient, gate = shared) {
    this.#client = client;
    this.#gate = gate;
  }

  /**
   * `template` is a tree that differs in the values of literals only: what was read of it is read of this one.
   * Throws SqlError: 400 for what it cannot do; errors with HTTP 200 where the original fails after its answer began.
   */
  async execute(
    statement: StatementNode,
    request: LegacyRequest,
    template: StatementNode = statement,
  ): Promise<Answer> {
    checkGrammar(statement, request.sql);
    const reading = this.#gate.open(statement, template);
    const answer = await this.#answer(reading, request);
    try {
      return withWarnings(answer, reading.end());
    } catch (error) {
      await answer.rest?.source.close();
      throw error;
    }
  }

  async #answer(reading: Reading<StatementNode>, request: LegacyRequest): Promise<Answer> {
    const statement = reading.tree;
    switch (statement.kind) {
      case 'select':
        return this.#select(statement, request);
      case 'setOperation':
        return whole(await this.#setOperation(statement, request));
      case 'delete':
        return whole(await this.#delete(statement, reading));
      default:
        throw new SqlError('SQLFeatureNotSupportedException', `unsupported statement ${statement.kind}`);
    }
  }

  async #select(select: SelectNode, request: LegacyRequest): Promise<Answer> {
    const join = await openJoin(select, this.#client);
    if (join !== null) return whole(await this.#join(select, join, request));
    const opened = await openSelect(select, this.#client);
    const answer = (): Promise<Answer> => this.#search(opened, request);
    if (request.format === 'json') return withWarnings(await answer(), opened.traps);
    opened.checkSubSelectGroups(true);
    // With a filter no other engine could answer instead.
    if (request.filter === null) opened.checkGroups();
    return withWarnings(await answering(opened.isPlanned, answer), opened.traps);
  }

  async #search(opened: OpenedSelect, request: LegacyRequest): Promise<Answer> {
    const isPlanned = opened.isPlanned && request.format !== 'json';
    const { shape } = opened.translate({ filter: null, guarded: false, planned: request.format !== 'json' });
    // The original's query planner ignores the request's filter.
    if (request.filterRefusal !== null && !isPlanned) throw request.filterRefusal;
    if (shape.kind === 'buckets') {
      checkBuckets(shape.aggregated.aggregations);
      return whole(await this.#buckets(opened, request));
    }
    if (isPlanned) throw lateError('RuntimeException', NO_GROUPS);
    const isWhole = unknownIn(shape.projection, request.format) !== undefined;
    return this.#hits(opened, isWhole ? { ...request, pageSize: null } : request);
  }

  async #buckets({ isPlanned, translate }: OpenedSelect, request: LegacyRequest): Promise<SqlResult> {
    const isForgotten = isPlanned && request.format !== 'json' && request.filter !== null;
    const asks = isForgotten ? { ...request, filter: null } : request;
    const { response, translated } = await runSearch(this.#client, translate, asks, (body) => body);
    const { raw } = response;
    if (request.format === 'json') return resultOf({ schema: [], rows: [], warnings: [], raw });
    const { shape, body, scope, select } = translated;
    if (shape.kind !== 'buckets') throw new SqlError('IllegalStateException', 'not an aggregation');
    const asked = body.aggregations as JsonObject;
    const answer = response.aggregations ?? {};
    const { schema, rows, isCut } = isPlanned
      ? plannedRows(asked, answer, shape.aggregated, translated.planned)
      : describedRows(asked, answer, shape.aggregated, scope.fields);
    const warnings = [
      ...(isCut ? [traps.innerBuckets] : []),
      ...(isForgotten ? [traps.filter] : []),
      ...(losesPath(select) ? [traps.nestedIn] : []),
      ...(ignoresDistinct(translated) ? [traps.distinct] : []),
      ...(isLimitPassed(select, rows) ? [traps.groupLimit] : []),
    ];
    return resultOf({ schema, rows, warnings, raw });
  }

  async #hits({ select, translate }: OpenedSelect, request: LegacyRequest): Promise<Answer> {
    const { pageSize } = request;
    const { limit, offset } = select;
    const isCutBefore = offset > 0 && !request.isPageSizeGiven;
    if (pageSize === null || isCutBefore || (limit !== null && limit <= pageSize)) {
      return whole(await this.#wholeHits(translate, limit, limit ?? request.sizeLimit, request));
    }
    if (!request.isPageSizeGiven) {
      const first = await this.#wholeHits(translate, limit, pageSize, request);
      if (Math.min(limit ?? first.total, first.total) <= pageSize) return whole(first);
    }
    const paged = await this.#pagedHits(translate, limit, pageSize, request);
    return offset === 0 ? paged : withWarnings(paged, [traps.pagedOffset]);
  }

  async #wholeHits(
    translate: Translate,
    limit: number | null,
    size: number,
    request: LegacyRequest,
  ): Promise<SqlResult> {
    const change = (body: JsonObject): JsonObject => ({ ...body, size });
    const { response, translated } = await runSearch(this.#client, translate, request, change);
    const result = hitsResult(translated, response, request);
    const warnings = [...result.warnings];
    if (limit === null && response.total > size) warnings.push(cutAt(size));
    return { ...result, total: Math.max(result.rows.length, response.total), warnings };
  }

  async #pagedHits(
    translate: Translate,
    limit: number | null,
    pageSize: number,
    request: LegacyRequest,
  ): Promise<Answer> {
    const { keepAlive } = request;
    const change = ({ from: _from, ...body }: JsonObject): JsonObject => ({ ...body, size: pageSize });
    const { response, translated } = await runSearch(this.#client, translate, request, change, keepAlive);
    const total = Math.min(limit ?? response.total, response.total);
    const page = hitsResult(translated, response, request);
    const result = { ...page, total: Math.max(page.rows.length, total) };
    const rowsLeft = total - pageSize;
    if (response.scrollId === null) return whole(result);
    const columns = jdbcColumns(translated);
    const source = new ScrollPages(this.#client, response.scrollId, keepAlive, columns, rowsLeft);
    if (rowsLeft > 0) return { result, rest: { source, pageSize, rowsLeft, index: translated.index } };
    await source.close();
    return whole(result);
  }

  async #join(
    select: SelectNode,
    join: NonNullable<Awaited<ReturnType<typeof openJoin>>>,
    { format, pacer }: LegacyRequest,
  ): Promise<SqlResult> {
    // Both sides are understood before any is searched: a join without rows on the left never asks the right.
    for (const side of join.sides) sideBody(side);
    const run = { client: this.#client, pacer };
    const answer = (): ReturnType<typeof executeJoin> => executeJoin(join, run, format);
    const {
      schema,
      rows,
      raw,
      warnings: found,
    } = await (format === 'jdbc' || format === 'raw' ? answering(false, answer) : answer());
    const warnings = select.from?.kind === 'table' ? [...found, traps.inSubquery] : found;
    return resultOf({ schema, rows, warnings, raw });
  }

  /** The original fails on set operations in JDBC; the other formats read the hits of both sides. */
  async #setOperation(statement: SetOperationNode, request: LegacyRequest): Promise<SqlResult> {
    const { operator, orderBy, limit } = statement;
    for (const table of tablesOf(statement)) await loadFields(this.#client, table);
    await answering(false, async () => checkSides(statement));
    if (operator === 'intersect' || orderBy.length > 0 || limit !== null) {
      throw new SqlError('SqlParseException', 'only supports union and union all');
    }
    if (request.format === 'jdbc' || request.format === 'raw') {
      const details = 'Cannot invoke "Object.getClass()" because "queryStatement" is null';
      throw new SqlError('NullPointerException', details, { httpStatus: 200, bodyStatus: 500 });
    }
    const left = await this.#operand(statement.left, request);
    const right = await this.#operand(statement.right, request);
    const { schema, rows } = combine(statement.operator, left, right);
    const names = schema.map(({ name }) => name);
    const isUnion = statement.operator === 'union' || statement.operator === 'unionAll';
    const raw = isUnion ? unionAnswer(left, right) : joinAnswer(names, rows);
    const warnings = [...left.warnings, ...right.warnings];
    return resultOf({ schema, rows, warnings, raw });
  }

  async #operand(query: QueryNode, request: LegacyRequest): Promise<SqlResult> {
    if (query.kind !== 'select') throw new SqlError('SqlParseException', 'only supports union and union all');
    const format = request.format === 'csv' ? 'raw' : request.format;
    return (await this.#select(query, { ...request, pageSize: null, format })).result;
  }

  async #delete(statement: DeleteNode, reading: Reading<StatementNode>): Promise<SqlResult> {
    const { query } = await deleteBody(statement, this.#client);
    const warnings = statement.isTrimmed ? [traps.trimmed] : [];
    const index = statement.table.name;
    reading.end();
    const raw = await this.#client.deleteByQuery(index, { query });
    const rows = [[raw.deleted ?? 0]];
    const schema = [{ name: 'deleted_rows', type: 'long' }];
    return resultOf({ schema, rows, warnings, raw });
  }
}

function withWarnings({ result, rest }: Answer, further: readonly string[]): Answer {
  return { result: { ...result, warnings: [...new Set([...result.warnings, ...further])] }, rest };
}

/**
 * The first function without a type for the schema: the original fails on it after the search, while
 * printing.
 */
function unknownIn({ dropped: [first] }: Projection, format: SqlFormat): string | undefined {
  return format === 'csv' || format === 'json' ? undefined : first;
}

function hitsResult(
  translated: TranslatedSelect,
  response: ClientSearchResponse,
  request: LegacyRequest,
): SqlResult {
  const { shape } = translated;
  const unknown = shape.kind === 'hits' ? unknownIn(shape.projection, request.format) : undefined;
  if (unknown !== undefined) {
    const details = `The following method is not supported in Schema: ${unknown}`;
    throw lateError('UnsupportedOperationException', details);
  }
  const { schema, rows } = hitTable(translated, response, request.format);
  const warnings = hitWarnings(translated, response, request);
  return resultOf({ schema, rows, warnings, raw: response.raw });
}

function hitWarnings(
  { shape, scope, select }: TranslatedSelect,
  { hits }: ClientSearchResponse,
  { format }: LegacyRequest,
): string[] {
  if (shape.kind !== 'hits') return [];
  const { dropped, columns } = shape.projection;
  const isFlat = format === 'csv' && columns.some(({ kind }) => kind === 'nested');
  const isCut = hits.some((hit) =>
    Object.values(hit.inner_hits ?? {}).some(({ hits: inner }) => inner.total.value > inner.hits.length),
  );
  return [
    ...(dropped.length > 0 ? [traps.dropped(dropped)] : []),
    ...(isFlat ? [traps.csvNested] : []),
    ...(isCut && !isFlat ? [traps.innerHits] : []),
    ...(losesPath(select) ? [traps.nestedIn] : []),
    ...(scope.hasMany ? [traps.commaFrom] : []),
  ];
}

/** Without GROUP BY there is a single row, to which LIMIT does not apply. */
function isLimitPassed(select: SelectNode, rows: readonly unknown[]): boolean {
  return select.groupBy.length > 0 && select.limit !== null && rows.length > select.limit;
}

function ignoresDistinct({ select }: TranslatedSelect): boolean {
  return select.items.some(
    ({ expression: call }) => call.kind === 'call' && call.distinct && call.name.toLowerCase() !== 'count',
  );
}

type Translate = OpenedSelect['translate'];

/** An answer without further pages. */
function resultOf(answer: Pick<SqlResult, 'schema' | 'rows' | 'warnings' | 'raw'>): SqlResult {
  return { profile: 'legacy', total: answer.rows.length, cursor: null, ...answer };
}
