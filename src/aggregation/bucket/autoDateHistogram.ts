import { illegalArgument } from '../../common/index.ts';
import { anyField, intField, parseObject } from '../framework/objectParser.ts';
import type { AggregationType } from '../framework/specs.ts';
import { numberKeys } from '../values/keyFormat.ts';
import { numberSource } from '../values/sources.ts';
import {
  requireFieldOrScript,
  resolveValues,
  timeZoneField,
  valuesAliases,
  valuesFields,
} from '../values/valuesConfig.ts';
import { AutoDateAggregator } from './autoDateAggregator.ts';
import { autoRoundings } from './autoRoundings.ts';

const UNITS = ['year', 'month', 'day', 'hour', 'minute', 'second'];

const fields = {
  ...valuesFields,
  time_zone: timeZoneField,
  buckets: intField((buckets, { aggregation }) => {
    if (buckets <= 0) {
      throw illegalArgument(`buckets must be greater than 0 for [${aggregation}]`);
    }
    return buckets;
  }),
  minimum_interval: anyField(['VALUE_STRING', 'VALUE_NULL'], (unit) => {
    if (unit === null) return undefined;
    if (UNITS.includes(String(unit))) return String(unit);
    // The units are in the order of the original's hash map.
    throw illegalArgument('minimum_interval must be one of [[hour, year, minute, month, second, day]]');
  }),
} as const;

/** A date histogram that chooses its interval to stay within a number of buckets. */
export const autoDateHistogram: AggregationType = {
  name: 'auto_date_histogram',
  family: 'bucket',
  parse(json, aggregation) {
    const options = parseObject(json, fields, {
      parser: 'auto_date_histogram',
      aggregation,
      aliases: valuesAliases,
    });
    requireFieldOrScript(options);
    return {
      minDocCount: 0,
      create(place) {
        const config = resolveValues(place, options, {
          aggregation: 'auto_date_histogram',
          kinds: ['date', 'numeric', 'boolean'],
          defaultKind: 'date',
        });
        const shape = {
          target: options.buckets ?? 10,
          roundings: autoRoundings(options.time_zone, options.minimum_interval ?? 'second'),
          format: numberKeys('l', config.format),
        };
        const source = config.hasValues ? numberSource(config, place.context) : null;
        return new AutoDateAggregator(place, source, shape);
      },
    };
  },
};
