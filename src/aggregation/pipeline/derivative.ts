import { type ExactJsonObject, illegalArgument, type JsonValue, jsonDouble } from '../../common/index.ts';
import { fixedIntervalMs } from '../dates/dateInterval.ts';
import type { PipelineType } from '../framework/specs.ts';
import type { ValueFormat } from '../values/valueFormat.ts';
import { resolveBucketValue } from './bucketValue.ts';
import { addToBuckets, bucketsOf, sequencePlace } from './parentPipeline.ts';
import { parseParent } from './pipelineParser.ts';
import { SimpleValue } from './simpleValue.ts';

/** The change of a value from bucket to bucket. */
export const derivative: PipelineType = {
  name: 'derivative',
  family: 'pipeline',
  parse(json, aggregation) {
    let unit: string | null = null;
    const own = { VALUE_STRING: { unit: (value: JsonValue) => (unit = String(value)) } };
    const { paths, gapPolicy, format } = parseParent(json, aggregation, 'derivative', { own });
    const [path] = paths.values();
    return {
      ...sequencePlace('derivative', paths),
      transform(parent, head) {
        const unitMs = unit === null ? null : unitLength(unit);
        let last: { readonly key: number; readonly value: number } | null = null;
        return addToBuckets(bucketsOf(parent, head), head, (bucket) => {
          const value = resolveBucketValue('', bucket, path, gapPolicy);
          const previous = last;
          last = value === null ? null : { key: bucket.keyNumber, value };
          if (previous === null || value === null) return null;
          const units = unitMs === null ? null : (bucket.keyNumber - previous.key) / unitMs;
          return new Derivative(value - previous.value, units, format);
        });
      },
    };
  },
};

const CALENDAR_MS: Readonly<Record<string, number>> = {
  year: 31_556_952_000,
  '1y': 31_556_952_000,
  quarter: 7_889_238_000,
  '1q': 7_889_238_000,
  month: 2_629_746_000,
  '1M': 2_629_746_000,
  week: 604_800_000,
  '1w': 604_800_000,
  day: 86_400_000,
  hour: 3_600_000,
  minute: 60_000,
  second: 1000,
};

function unitLength(text: string): number {
  if (Object.hasOwn(CALENDAR_MS, text)) return CALENDAR_MS[text];
  const ms = fixedIntervalMs(text);
  if (ms !== null && ms > 0) return ms;
  throw illegalArgument(
    `failed to parse setting [DerivativePipelineAggregationBuilder.unit] with value [${text}] as a time value: ` +
      'unit is missing or unrecognized',
  );
}

class Derivative extends SimpleValue {
  override readonly type = 'derivative';
  /** Length of the step in the requested unit. */
  readonly #units: number | null;

  constructor(value: number, units: number | null, format: ValueFormat) {
    super(value, format);
    this.#units = units;
  }

  override number(key: string | null): number | null {
    if (key === 'normalized_value') return this.#normalized;
    return super.number(key);
  }

  get #normalized(): number {
    return this.#units !== null && this.#units > 0 ? this.value / this.#units : this.value;
  }

  override render(): ExactJsonObject {
    const rendered = super.render();
    if (this.#units === null || this.#units <= 0) return rendered;
    const hasValue = Number.isFinite(this.#normalized);
    rendered.normalized_value = hasValue ? jsonDouble(this.#normalized) : null;
    if (hasValue && !this.format.raw)
      rendered.normalized_value_as_string = this.format.number(this.#normalized);
    return rendered;
  }
}
