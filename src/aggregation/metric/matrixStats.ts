import {
  type ExactJsonObject,
  hashMapOrder,
  illegalArgument,
  isJsonObject,
  type JsonDouble,
  type JsonObject,
  type JsonPlace,
  type JsonValue,
  jsonDouble,
  type OpenSearchError,
  setMember,
} from '../../common/index.ts';
import { tokenName } from '../../query/index.ts';
import type { Aggregator, AggregatorPlace } from '../framework/aggregator.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';
import { parsingErrorAt } from '../framework/parseErrors.ts';
import type { AggregationType } from '../framework/specs.ts';
import type { NumberRun, NumberSource } from '../values/numbers.ts';
import { numberSource } from '../values/sources.ts';
import { resolveValues } from '../values/valuesConfig.ts';
import { MatrixMoments } from './matrixMoments.ts';

type Mode = 'avg' | 'min' | 'max' | 'sum' | 'median';
const MODES: readonly string[] = ['avg', 'min', 'max', 'sum', 'median'];

interface MatrixOptions {
  readonly fields: readonly string[];
  readonly missing: ReadonlyMap<string, JsonValue>;
  readonly mode: Mode;
}

/** Mean, variance, skewness, kurtosis and covariance of several fields. */
export const matrixStats: AggregationType = {
  name: 'matrix_stats',
  family: 'metric',
  parse(json, aggregation) {
    const options = readOptions(json, aggregation);
    return { create: (place) => new MatrixAggregator(place, options) };
  },
};

function readOptions(json: JsonObject, aggregation: string): MatrixOptions {
  let fields: readonly string[] = [];
  let missing: ReadonlyMap<string, JsonValue> = new Map();
  let mode: Mode = 'avg';
  for (const [key, value] of Object.entries(json)) {
    if (key === 'fields' && (typeof value === 'string' || Array.isArray(value))) {
      const list = [value].flat();
      const wrong = list.findIndex((field) => typeof field !== 'string');
      if (wrong >= 0)
        throw unexpectedToken(list[wrong], key, aggregation, { container: list, key: wrong, edge: 'value' });
      fields = [...new Set(list.map(String))];
    } else if (key === 'missing' && isJsonObject(value)) missing = new Map(Object.entries(value));
    else if (key === 'mode' && typeof value === 'string') mode = readMode(value);
    else if (key !== 'format') {
      throw unexpectedToken(value, key, aggregation, { container: json, key, edge: 'value' });
    }
  }
  return { fields, missing, mode };
}

function unexpectedToken(value: JsonValue, key: string, aggregation: string, at: JsonPlace): OpenSearchError {
  const suffix = key === 'script' ? ' Multi-field aggregations do not support scripts.' : '';
  return parsingErrorAt(`Unexpected token ${tokenName(value)} [${key}] in [${aggregation}].${suffix}`, at);
}

function readMode(text: string): Mode {
  if (MODES.includes(text)) return text as Mode;
  throw illegalArgument(`Illegal sort mode: ${text}`);
}

class MatrixAggregator implements Aggregator {
  readonly #fields: readonly string[];
  readonly #sources: readonly NumberSource[];
  readonly #mode: Mode;
  readonly #moments = new Map<number, MatrixMoments>();

  constructor(place: AggregatorPlace, { fields, missing, mode }: MatrixOptions) {
    const bound = [...fields].sort().flatMap((field) => {
      const options = { field, missing: missing.get(field) ?? undefined };
      const config = resolveValues(place, options, {
        aggregation: 'matrix_stats',
        kinds: ['numeric', 'date', 'boolean'],
        defaultKind: 'numeric',
      });
      return config.field === null ? [] : [{ field, source: numberSource(config, place.context) }];
    });
    this.#fields = bound.map(({ field }) => field);
    this.#sources = bound.map(({ source }) => source);
    this.#mode = mode;
  }

  leaf(leaf: Parameters<Aggregator['leaf']>[0]): ReturnType<Aggregator['leaf']> {
    const readers = this.#sources.map((source) => source.leaf(leaf));
    return {
      collect: (block) => {
        if (readers.length === 0) return;
        const columns = readers.map((reader) => oneEach(reader.read(block), block.count, this.#mode));
        for (let i = 0; i < block.count; i++) {
          const values = columns.map((column) => column[i]);
          if (values.every((value) => !Number.isNaN(value))) this.#of(block.owners[i]).add(values);
        }
      },
    };
  }

  #of(owner: number): MatrixMoments {
    const known = this.#moments.get(owner) ?? new MatrixMoments(this.#fields);
    this.#moments.set(owner, known);
    return known;
  }

  build(owner: number): InternalAggregation {
    return new InternalMatrixStats(this.#moments.get(owner) ?? null);
  }
}

/** One number per document; NaN if there is none. */
function oneEach(run: NumberRun, count: number, mode: Mode): Float64Array {
  const all: number[][] = Array.from({ length: count }, () => []);
  for (let i = 0; i < run.count; i++) all[run.positions[i]].push(run.values[run.places[i]]);
  return Float64Array.from(all, (values) => (values.length === 0 ? Number.NaN : combine(values, mode)));
}

/** `values` must ascend. */
function combine(values: readonly number[], mode: Mode): number {
  const sum = values.reduce((total, value) => total + value, 0);
  const middle = values.length >> 1;
  switch (mode) {
    case 'min':
      return values[0];
    case 'max':
      return values[values.length - 1];
    case 'sum':
      return sum;
    case 'median':
      return values.length % 2 === 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    case 'avg':
      return sum / values.length;
  }
}

class InternalMatrixStats implements InternalAggregation {
  readonly type = 'matrix_stats';
  readonly moments: MatrixMoments | null;

  constructor(moments: MatrixMoments | null) {
    this.moments = moments;
  }

  reduce(results: readonly InternalMatrixStats[]): InternalAggregation {
    const parts = results.flatMap(({ moments }) => (moments === null ? [] : [moments]));
    if (parts.length === 0) return this;
    const merged = new MatrixMoments(parts[0].fields);
    for (const part of parts) merged.merge(part);
    return new InternalMatrixStats(merged);
  }

  render(): ExactJsonObject {
    const { moments } = this;
    if (moments === null) return { doc_count: 0 };
    const order = hashMapOrder(moments.fields).map((name) => ({ name, i: moments.fields.indexOf(name) }));
    const row = (value: (j: number) => number): ExactJsonObject => {
      const members: ExactJsonObject = {};
      for (const { name, i } of order) setMember(members, name, printable(value(i)));
      return members;
    };
    const fields = order.map(({ name, i }) => ({
      name,
      count: moments.count,
      mean: jsonDouble(moments.means[i]),
      variance: printable(moments.variance(i)),
      skewness: printable(moments.skewness(i)),
      kurtosis: printable(moments.kurtosis(i)),
      covariance: row((j) => moments.covariance(i, j)),
      correlation: row((j) => moments.correlation(i, j)),
    }));
    return { doc_count: moments.count, fields };
  }
}

/** Formats NaN and infinities like the original. */
function printable(value: number): number | JsonDouble | string {
  return Number.isFinite(value) ? jsonDouble(value) : String(value);
}
