import { illegalArgument, isJsonObject, type JsonObject, type JsonValue } from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import type { NumericColumn } from '../../segment/index.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { docSetOfBits, NO_DOCS } from '../docSet.ts';
import { numericColumn } from '../fieldQueries.ts';
import { type LuceneQuery, matchNoneQuery, NOTHING_SCORED } from '../lucene/query.ts';
import { mapScores } from '../lucene/scoreSum.ts';
import { checkFields, readCommon, readNumber, readText } from '../reader.ts';
import type { LeafContext, QueryShardContext } from '../types.ts';

const f32 = Math.fround;

/** A feature's value → its part of the score, boost aside. */
type FeatureFunction = (value: number) => number;

const FUNCTIONS: readonly string[] = ['saturation', 'log', 'sigmoid', 'linear'];

export const rankFeatureClause: ClauseType = {
  names: ['rank_feature'],
  doc: 'documents with a rank feature, scored by saturation, log, sigmoid or linear',
  parse(body) {
    checkFields('rank_feature', body, ['field', ...FUNCTIONS]);
    if (body.field === undefined) throw illegalArgument('Required [field]');
    const given = FUNCTIONS.filter((name) => body[name] !== undefined);
    if (given.length > 1) {
      throw illegalArgument('Can only specify one of [log], [saturation], [sigmoid] and [linear]');
    }
    const field = readText(body.field);
    const name = given[0] ?? 'saturation';
    const options = optionsOf(body[name]);
    return makeBuilder({
      clause: 'rank_feature',
      json: body,
      ...readCommon(body),
      bind: (context) => bind(context, field, name, options),
    });
  },
};

function optionsOf(value: JsonValue | undefined): JsonObject {
  return value !== undefined && isJsonObject(value) ? value : {};
}

/** The column of a `rank_feature`, or of one feature of a `rank_features`. */
function featureField(context: QueryShardContext, name: string): MappedFieldType | undefined {
  const own = context.mapper.field(name);
  if (own !== undefined) return own;
  const dot = name.lastIndexOf('.');
  const parent = dot < 0 ? undefined : context.mapper.field(name.slice(0, dot));
  return parent?.typeName === 'rank_features' ? parent : undefined;
}

function bind(context: QueryShardContext, name: string, kind: string, options: JsonObject): LuceneQuery {
  const field = featureField(context, name);
  if (field === undefined) return matchNoneQuery;
  if (field.typeName !== 'rank_feature' && field.typeName !== 'rank_features') {
    throw illegalArgument(
      `[rank_feature] query only works on [rank_feature] fields and features of [rank_features] fields, not [${field.typeName}]`,
    );
  }
  const positive = field.params.positive_score_impact !== false;
  if (!positive && (kind === 'log' || kind === 'linear')) {
    throw illegalArgument(
      `Cannot use the [${kind}] function with a field that has a negative score impact as it would trigger negative scores`,
    );
  }
  const column = field.typeName === 'rank_feature' ? field.name : name;
  const match = ({ reader }: LeafContext) => {
    const bits = reader.exists(column);
    return bits === null ? NO_DOCS : docSetOfBits(bits);
  };
  return {
    key: `rank_feature(${column},${kind},${JSON.stringify(options)})`,
    match,
    weight(boost) {
      const score = featureFunction(context, column, kind, options, positive);
      return {
        score(leaf) {
          const values = numericColumn(leaf.reader.column(column));
          const docs = match(leaf);
          if (values === null || docs.kind === 'none') return NOTHING_SCORED;
          return mapScores({ docs, scores: null, constant: 0 }, (doc) =>
            f32(boost * score(stored(values, doc, positive))),
          );
        },
      };
    },
  };
}

const bits = new Int32Array(1);
const floats = new Float32Array(bits.buffer);

/** As the original keeps it: nine significant bits; the inverse where less is better. */
function stored(column: NumericColumn, doc: number, positive: boolean): number {
  const at = column.offsets === null ? doc : column.offsets[doc];
  const value = Number(column.values[at]);
  floats[0] = positive ? value : 1 / value;
  bits[0] = (bits[0] >> 15) << 15;
  return floats[0];
}

function featureFunction(
  context: QueryShardContext,
  column: string,
  kind: string,
  options: JsonObject,
  positive: boolean,
): FeatureFunction {
  const number = (key: string): number => {
    if (options[key] === undefined) throw illegalArgument(`Required [${key}]`);
    return f32(readNumber(options[key]));
  };
  switch (kind) {
    case 'linear':
      return (value) => value;
    case 'log': {
      const factor = number('scaling_factor');
      if (!(factor >= 1)) throw illegalArgument(`scalingFactor must be >= 1, got: ${factor}`);
      return (value) => Math.log(factor + value);
    }
    case 'sigmoid': {
      const pivot = number('pivot');
      const exponent = number('exponent');
      const pivotPower = pivot ** exponent;
      return (value) => 1 - pivotPower / (value ** exponent + pivotPower);
    }
    default: {
      const given = options.pivot === undefined ? meanOf(context, column, positive) : number('pivot');
      const pivot = options.pivot === undefined || positive ? given : 1 / given;
      return (value) => 1 - pivot / (value + pivot);
    }
  }
}

/** Lucene's default pivot: roughly the geometric mean, by the mean of the stored bits. */
function meanOf(context: QueryShardContext, column: string, positive: boolean): number {
  let sum = 0;
  let count = 0;
  for (const { reader } of context.leaves) {
    const values = numericColumn(reader.column(column));
    const present = reader.exists(column);
    if (values === null || present === null) continue;
    for (let doc = present.next(0); doc >= 0; doc = present.next(doc + 1)) {
      stored(values, doc, positive);
      sum += bits[0] >> 15;
      count++;
    }
  }
  if (count === 0) return 1;
  bits[0] = Math.trunc(sum / count) << 15;
  return floats[0];
}
