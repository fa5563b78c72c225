import {
  type ExactJsonValue,
  illegalArgument,
  JsonDouble,
  type JsonObject,
  javaDouble,
  jsonDouble,
  OpenSearchError,
} from '../../common/index.ts';
import type { AggregatorPlace } from '../framework/aggregator.ts';
import { anyField, parseObject, readObjects } from '../framework/objectParser.ts';
import { contentError } from '../framework/parseErrors.ts';
import type { AggregationType } from '../framework/specs.ts';
import type { KeyFormat } from '../values/keyFormat.ts';
import { NO_KEYS } from '../values/keys.ts';
import { valueKeys } from '../values/sources.ts';
import { TuplesOfMany } from '../values/tupleKeys.ts';
import { decodeParts, encodeParts } from '../values/tupleText.ts';
import {
  partFields,
  resolveValues,
  type ValuesConfig,
  type ValuesOptions,
  valuesAliases,
} from '../values/valuesConfig.ts';
import { termsLimitFields, termsLimits } from './terms.ts';
import { TermsAggregator } from './termsAggregator.ts';

/** One of the fields. The original checks for a source of values after reading all members. */
function parsePart(item: JsonObject, aggregation: string): ValuesOptions {
  const part = parseObject(item, partFields, {
    parser: 'field_config',
    aggregation,
    aliases: valuesAliases,
  });
  if (!part.field && part.script === undefined) {
    const reason = '[field] and [script] cannot both be null.  Please specify one or the other.';
    const at = { container: item, key: null, edge: 'end' } as const;
    throw new OpenSearchError('illegal_argument_exception', reason, { at });
  }
  return part;
}

const fields = {
  ...termsLimitFields,
  terms: anyField(['START_ARRAY', 'START_OBJECT'], (value, place): readonly ValuesOptions[] =>
    readObjects('field_config', value, place, (item) => parsePart(item, place.aggregation)),
  ),
} as const;

/** Buckets of term combinations, ordered like terms aggregations. */
export const multiTerms: AggregationType = {
  name: 'multi_terms',
  family: 'bucket',
  parse(json, aggregation) {
    const options = parseObject(json, fields, { parser: 'multi_terms', aggregation });
    const { terms } = options;
    if (terms && terms.length < 2) {
      const cause = illegalArgument(
        `multi term aggregation must has at least 2 terms. Found [${terms.length}] in [${aggregation}]` +
          (terms.length === 0 ? '' : ' Use terms aggregation for single term aggregation'),
      );
      const at = { container: json, key: 'terms', edge: 'end' } as const;
      throw contentError('[multi_terms] failed to parse field [terms]', at, cause);
    }
    const limits = termsLimits(options);
    return {
      create(place) {
        // The original fails on its shards.
        if (!terms) throw illegalArgument('Required [terms]');
        const parts = terms.map((part) => bindPart(part, place));
        const tuples = new TuplesOfMany(
          parts.map(({ keys }) => keys),
          parts.map(() => false),
          encodeParts,
        );
        return new TermsAggregator(place, tuples, tupleFormat(parts), limits, { type: 'multi_terms' });
      },
    };
  },
};

function bindPart(options: ValuesOptions, place: AggregatorPlace) {
  const config = resolveValues(place, options, {
    aggregation: 'multi_terms',
    kinds: ['bytes', 'ip', 'numeric', 'date', 'boolean'],
    defaultKind: 'bytes',
  });
  if (!config.hasValues) return { config, keys: NO_KEYS, integral: false };
  return { config, ...valueKeys(config, place.context, null) };
}

interface Part {
  readonly config: ValuesConfig;
  readonly integral: boolean;
}

/** `key` is a list, `key_as_string` its parts separated by bars. */
function tupleFormat(parts: readonly Part[]): KeyFormat {
  const list = (key: unknown): ExactJsonValue[] =>
    decodeParts(String(key)).map((part, index) => partJson(part, parts[index]));
  return {
    prefix: 's',
    json: list,
    asString: (key) => list(key).map(partText).join('|'),
  };
}

function partJson(part: string | number, { config, integral }: Part): ExactJsonValue {
  const { kind, field, format } = config;
  if (kind === 'boolean') return part !== 0;
  if (kind === 'ip' && field) return field.render(part);
  if (typeof part !== 'number') return part;
  if (!format.raw) return format.number(part);
  return integral ? part : jsonDouble(part);
}

function partText(part: ExactJsonValue): string {
  return part instanceof JsonDouble ? javaDouble(part.value) : String(part);
}
