import {
  type Clock,
  illegalArgument,
  OpenSearchError,
  Pacer,
  type StopSignal,
  settled,
  soon,
} from '../common/index.ts';
import type { DialectRequest } from './dialects/dialect.ts';
import { explainPipeline } from './dialects/ppl/explain.ts';
import type { PplDialect } from './dialects/ppl/pplDialect.ts';
import { SqlError } from './errors.ts';
import { DEFAULT_CSV, formatCsv, formatPipelineJdbc, formatRaw, formatViz } from './format/index.ts';
import { parsePipeline } from './grammar/ppl/index.ts';
import { flag, ok, pipelineErrorResponse, readOrgJson } from './protocol/index.ts';
import type { StatementWatch } from './resources.ts';
import { readSettings, type SettingReader, type SqlSettings } from './settings.ts';
import { whileAnswering } from './signalClient.ts';
import type { SqlStats } from './stats.ts';
import type { PplHttpRequest, SqlHttpResponse, SqlResult } from './types.ts';

/** Turns PPL requests into responses. */
export class PipelineService {
  readonly #dialect: PplDialect;
  readonly #settings: SettingReader;
  readonly #stats: SqlStats;
  readonly #watch: StatementWatch;
  readonly #clock: Clock;

  constructor(
    dialect: PplDialect,
    settings: SettingReader,
    stats: SqlStats,
    watch: StatementWatch,
    clock: Clock,
  ) {
    this.#dialect = dialect;
    this.#settings = settings;
    this.#stats = stats;
    this.#watch = watch;
    this.#clock = clock;
  }

  async handle(request: PplHttpRequest): Promise<SqlHttpResponse> {
    const { pplRequests, pplServerErrors, pplClientErrors } = this.#stats;
    pplRequests.increment();
    try {
      return await this.#answer(request);
    } catch (error) {
      (statusOf(error) >= 500 ? pplServerErrors : pplClientErrors).increment();
      return pipelineErrorResponse(error);
    }
  }

  async #answer(request: PplHttpRequest): Promise<SqlHttpResponse> {
    const settings = await readSettings(this.#settings);
    if (!settings.pplEnabled) throw disabled();
    const text = queryOf(request.body);
    const format = formatOf(request.parameters);
    return soon(this.#watch.over(text, settings, () => settled(this.#run(text, format, request, settings))));
  }

  async #run(
    text: string,
    format: PipelineFormat,
    request: PplHttpRequest,
    settings: SqlSettings,
  ): Promise<SqlHttpResponse> {
    const pipeline = parsePipeline(text);
    return soon(
      whileAnswering(request.signal, (signal) =>
        settled(this.#answerTo(pipeline, format, request, limitsOf(settings, signal))),
      ),
    );
  }

  async #answerTo(
    pipeline: ReturnType<typeof parsePipeline>,
    format: PipelineFormat,
    request: PplHttpRequest,
    limits: DialectRequest,
  ): Promise<SqlHttpResponse> {
    if (request.operation === 'explain') {
      return ok(explainPipeline(await this.#dialect.prepare(pipeline.tree, limits)));
    }
    const result = await this.#dialect.execute(pipeline, limits);
    return ok(await printed(result, format, request, new Pacer(this.#clock)), result.warnings);
  }
}

function statusOf(error: unknown): number {
  if (error instanceof SqlError) return error.httpStatus;
  return error instanceof OpenSearchError ? error.status : 500;
}

function limitsOf({ sizeLimit, corrections }: SqlSettings, signal: StopSignal | undefined): DialectRequest {
  return { sizeLimit, resultLimit: sizeLimit, corrections, ...(signal && { signal }) };
}

type PipelineFormat = 'jdbc' | 'csv' | 'raw' | 'viz';

async function printed(
  result: SqlResult,
  format: PipelineFormat,
  { parameters }: PplHttpRequest,
  pacer: Pacer,
): Promise<string> {
  switch (format) {
    case 'jdbc':
      return formatPipelineJdbc(result, pacer);
    case 'csv':
      return formatCsv(result, pacer, { ...DEFAULT_CSV, sanitize: flag(parameters, 'sanitize', true) });
    case 'raw':
      return formatRaw(result, pacer);
    case 'viz':
      return formatViz(result, flag(parameters, 'pretty', false));
  }
}

/** Throws OpenSearchError: invalid bodies and formats are reported in the engine's own format. */
function queryOf(body: string): string {
  const request = readOrgJson(body);
  if (request === null) throw illegalArgument('Failed to parse request payload');
  const { query } = request;
  if (query === undefined) throw illegalArgument('JSONObject["query"] not found.');
  if (typeof query !== 'string') throw illegalArgument('JSONObject["query"] is not a string.');
  return query;
}

const FORMATS: ReadonlyMap<string, PipelineFormat> = new Map([
  ['', 'jdbc'],
  ['jdbc', 'jdbc'],
  ['csv', 'csv'],
  ['raw', 'raw'],
  ['viz', 'viz'],
]);

function formatOf(parameters: ReadonlyMap<string, string>): PipelineFormat {
  const given = parameters.get('format') ?? '';
  const format = FORMATS.get(given.toLowerCase());
  if (format !== undefined) return format;
  throw illegalArgument(`Failed to create executor due to unknown response format: ${given}`);
}

function disabled(): SqlError {
  const details = 'Either plugins.ppl.enabled or rest.action.multi.allow_explicit_index setting is false';
  return new SqlError('IllegalAccessException', details);
}
