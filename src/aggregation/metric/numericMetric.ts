import type { Aggregator, DocBlock } from '../framework/aggregator.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';
import { parseObject } from '../framework/objectParser.ts';
import type { AggregationType } from '../framework/specs.ts';
import { numberSource } from '../values/numberSource.ts';
import type { NumberRun } from '../values/numbers.ts';
import type { ValueFormat } from '../values/valueFormat.ts';
import {
  requireFieldOrScript,
  resolveValues,
  type ValuesOptions,
  valuesAliases,
  valuesFields,
} from '../values/valuesConfig.ts';

/** The state of a numeric metric on one shard, for all buckets of its parent. */
export interface MetricState {
  /** Adds the numbers of one block. */
  add(block: DocBlock, run: NumberRun): void;
  result(owner: number): InternalAggregation;
  /** The value that `order` sorts by; throws where `key` names none. */
  sortValue(key: string | null): (owner: number) => number;
}

/** A metric over the numbers of one field or script: avg, sum, min, max, stats. */
export function numericMetric(
  name: string,
  createState: (format: ValueFormat) => MetricState,
): AggregationType {
  return {
    name,
    family: 'metric',
    parse(json, aggregation) {
      const options: ValuesOptions = parseObject(json, valuesFields, {
        parser: name,
        aggregation,
        aliases: valuesAliases,
      });
      requireFieldOrScript(options as Record<string, unknown>);
      return {
        create(place) {
          const config = resolveValues(place, options, {
            aggregation: name,
            kinds: ['numeric', 'date', 'boolean'],
            defaultKind: 'numeric',
          });
          const state = createState(config.format);
          if (!config.hasValues) return metricAggregator(state, null);
          const source = numberSource(config, place.context);
          return metricAggregator(state, (leaf) => source.leaf(leaf));
        },
      };
    },
  };
}

/** An aggregator around a state; without a reader there is nothing to collect. */
export function metricAggregator(
  state: MetricState,
  reader: ((leaf: Parameters<Aggregator['leaf']>[0]) => { read(block: DocBlock): NumberRun }) | null,
): Aggregator {
  return {
    leaf(leaf) {
      const numbers = reader?.(leaf);
      return {
        collect(block) {
          if (numbers) state.add(block, numbers.read(block));
        },
      };
    },
    build: (owner) => state.result(owner),
    sortValue: (key) => state.sortValue(key),
  };
}
