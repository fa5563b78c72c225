import {
  contentErrorAt,
  illegalArgument,
  isJsonObject,
  type JsonObject,
  ObjectReader,
  OpenSearchError,
  parsingError,
  tokenName,
} from '../../../../common/index.ts';
import { type Metric, type MetricType, rankMetrics } from './metrics/index.ts';
import { built, objectsOf, requireMembers } from './parsing.ts';
import { type Prepare, type RatedRequest, readRatedRequest } from './ratedRequest.ts';

/** A `_rank_eval` request. */
export interface RankEvaluation {
  readonly requests: readonly RatedRequest[];
  readonly metric: Metric;
  readonly metricName: string;
  /** Templates by the ids used in requests. */
  readonly templates: ReadonlyMap<string, JsonObject>;
}

/** `prepare` parses the body of a search. Throws in the original's words. */
export function readRankEvaluation(body: JsonObject, prepare: Prepare): RankEvaluation {
  const reader = new ObjectReader('rank_eval', body);
  const metric = reader.object('metric', readMetric);
  const requests = objectsOf(reader, 'requests', 'request', (item) =>
    readRatedRequest(item, prepare, metric?.metric.k ?? 0),
  );
  const templates = objectsOf(reader, 'templates', 'script_with_id', readTemplate) ?? [];
  const atOnce = reader.whole('max_concurrent_searches') ?? 1;
  reader.end();
  requireMembers({ requests, metric });
  return built('rank_eval', () => {
    if (requests === undefined || metric === undefined || requests.length === 0) {
      const problem = 'Cannot evaluate ranking if no search requests with rated results are provided.';
      throw illegalArgument(`${problem} Seen: []`);
    }
    checkTemplates(requests, templates);
    if (atOnce < 1) throw illegalArgument('maxConcurrentSearchRequests must be positive');
    return { requests, ...metric, templates: new Map(templates) };
  });
}

function checkTemplates(requests: readonly RatedRequest[], templates: readonly unknown[]): void {
  const without = templates.length === 0 && requests.find(({ search }) => search === null);
  if (!without) return;
  const problem = 'Cannot evaluate ranking if neither template nor evaluation request is provided.';
  const reason = `${problem} Seen for request id: ${without.id}`;
  throw new OpenSearchError('illegal_state_exception', reason, { status: 400 });
}

function readMetric(body: JsonObject): { readonly metric: Metric; readonly metricName: string } {
  const names = Object.keys(body);
  if (names.length === 0) throw unexpectedToken('FIELD_NAME', 'END_OBJECT');
  const [metricName] = names;
  const type = rankMetrics.get(metricName);
  if (type === undefined) {
    const at = { container: body, key: metricName, edge: 'key' as const };
    throw new OpenSearchError('named_object_not_found_exception', `[1:1] unknown field [${metricName}]`, {
      at,
    });
  }
  const options = body[metricName];
  if (!isJsonObject(options)) {
    const problem = `[${type.parser}] Expected START_OBJECT but was: ${tokenName(options)}`;
    throw contentErrorAt(problem, body, metricName);
  }
  const metric = readOptions(type, options);
  if (names.length > 1) throw unexpectedToken('END_OBJECT', 'FIELD_NAME');
  return { metric, metricName };
}

function readOptions({ parser, required = [], read }: MetricType, body: JsonObject): Metric {
  requireMembers(Object.fromEntries(required.map((name) => [name, body[name]])));
  const options = new ObjectReader(parser, body);
  const metric = built(parser, () => read(options));
  options.end();
  return metric;
}

function unexpectedToken(expected: string, found: string): OpenSearchError {
  return parsingError(`Failed to parse object: expecting token of type [${expected}] but found [${found}]`);
}

function readTemplate(body: JsonObject): readonly [string, JsonObject] {
  const reader = new ObjectReader('script_with_id', body);
  const id = reader.text('id');
  const template = reader.object('template', (script) => script);
  reader.end();
  requireMembers({ id, template });
  return [String(id), template ?? {}];
}
