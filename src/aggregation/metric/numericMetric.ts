import type {
  Aggregator,
  AggregatorPlace,
  DocBlock,
  DocCount,
  KeyedDocs,
  LeafCollector,
} from '../framework/aggregator.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';
import { parseObject } from '../framework/objectParser.ts';
import type { AggregationType } from '../framework/specs.ts';
import type { ColumnNumbers, NumberReader, NumberRun, NumberSource } from '../values/numbers.ts';
import { numberSource } from '../values/sources.ts';
import type { ValueFormat } from '../values/valueFormat.ts';
import {
  requireFieldOrScript,
  resolveValues,
  type ValuesConfig,
  type ValuesOptions,
  valuesAliases,
  valuesFields,
} from '../values/valuesConfig.ts';

/** The state of a numeric metric on a shard, for all parent buckets. */
export interface MetricState {
  /** Adds the numbers of a block. */
  add(block: DocBlock, run: NumberRun): void;
  /** Adds the numbers of documents with keys. Absent if they must come in blocks. */
  addKeyed?(docs: KeyedDocs, numbers: ColumnNumbers): void;
  result(owner: number): InternalAggregation;
  /** The value used by `order`; throws if `key` is invalid. */
  sortValue(key: string | null): (owner: number) => number;
}

/** A metric over the numbers of a field or script: avg, sum, min, max, stats. */
export function numericMetric(
  name: string,
  createState: (format: ValueFormat, docCount: DocCount | null) => MetricState,
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
          const source = config.hasValues ? numberSource(config, place.context) : null;
          return collectingAggregator(createState(config.format, valueCountOf(source, place)), source);
        },
      };
    },
  };
}

/** An aggregator for a state; collects nothing without a source of values. */
export function metricAggregator(
  state: MetricState,
  config: ValuesConfig,
  place: AggregatorPlace,
): Aggregator {
  return collectingAggregator(state, config.hasValues ? numberSource(config, place.context) : null);
}

/**
 * Returns the number of an owner's values if each document has exactly one and they are counted already;
 * otherwise `null`.
 */
function valueCountOf(source: NumberSource | null, { docCount, context }: AggregatorPlace): DocCount | null {
  if (source === null || docCount === null) return null;
  return context.leaves.every((leaf) => source.leaf(leaf).column !== undefined) ? docCount : null;
}

function collectingAggregator(state: MetricState, source: NumberSource | null): Aggregator {
  return {
    leaf(leaf) {
      const numbers = source?.leaf(leaf);
      return {
        collect(block) {
          if (numbers) state.add(block, numbers.read(block));
        },
        collectKeyed: numbers && keyedCollector(state, numbers),
      };
    },
    build: (owner) => state.result(owner),
    sortValue: (key) => state.sortValue(key),
  };
}

function keyedCollector(state: MetricState, { column, bounds }: NumberReader): LeafCollector['collectKeyed'] {
  if (column === undefined || state.addKeyed === undefined) return undefined;
  const numbers = { column, bounds };
  const add = state.addKeyed.bind(state);
  return (docs) => add(docs, numbers);
}
