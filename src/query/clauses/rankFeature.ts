import { illegalArgument, javaFloat } from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import { matchNoneQuery } from '../bound/constantQuery.ts';
import { explanation, matchesDoc, noMatch } from '../bound/explain.ts';
import { type LeafMatcher, WholeMatcher } from '../bound/matcher.ts';
import { type BoundQuery, SimpleQuery } from '../bound/query.ts';
import { ChangingScorer, ConstantScorer, WholeScorer } from '../bound/scorer.ts';
import { NOTHING_SCORED } from '../bound/scoreSum.ts';
import { plainShape, type QueryShape } from '../bound/shape.ts';
import { type Weight, weightOf } from '../bound/weight.ts';
import { makeBuilder } from '../builder.ts';
import type { ClauseType } from '../clause.ts';
import { docSetOfBits, NO_DOCS } from '../docSet.ts';
import { numericColumn } from '../fieldQueries.ts';
import { featureFunction, storedFeature } from '../scoring/rankFeature.ts';
import type { Explanation, LeafContext, QueryShardContext } from '../types.ts';
import { readRankFeature } from './rankFeatureBody.ts';

const f32 = Math.fround;

export const rankFeatureClause: ClauseType = {
  names: ['rank_feature'],
  doc: 'documents with a rank feature, scored by saturation, log, sigmoid or linear',
  parse(body) {
    const { field, kind, parameters, ...common } = readRankFeature(body);
    return makeBuilder({
      clause: 'rank_feature',
      json: body,
      ...common,
      bind: (context) => bind(context, field, kind, parameters),
    });
  },
};

/** The column of a `rank_feature` field, or of one feature of a `rank_features` field. */
function featureField(context: QueryShardContext, name: string): MappedFieldType | undefined {
  const own = context.mapper.field(name);
  if (own !== undefined) return own;
  const dot = name.lastIndexOf('.');
  const parent = dot < 0 ? undefined : context.mapper.field(name.slice(0, dot));
  return parent?.typeName === 'rank_features' ? parent : undefined;
}

/** Throws for parameters that would make scores negative. */
function checkParameters(
  kind: string,
  { scaling_factor, pivot, exponent }: Readonly<Record<string, number>>,
): void {
  if (kind === 'log' && !(scaling_factor >= 1)) {
    throw illegalArgument(`scalingFactor must be >= 1, got: ${javaFloat(scaling_factor)}`);
  }
  if (pivot !== undefined && !(pivot > 0))
    throw illegalArgument(`pivot must be > 0, got: ${javaFloat(pivot)}`);
  if (exponent !== undefined && !(exponent > 0))
    throw illegalArgument(`exp must be > 0, got: ${javaFloat(exponent)}`);
}

function bind(
  context: QueryShardContext,
  name: string,
  kind: string,
  options: Readonly<Record<string, number>>,
): BoundQuery {
  const field = featureField(context, name);
  if (field === undefined) return matchNoneQuery;
  if (field.typeName !== 'rank_feature' && field.typeName !== 'rank_features') {
    throw illegalArgument(
      `[rank_feature] query only works on [rank_feature] fields and features of [rank_features] fields, not [${field.typeName}]`,
    );
  }
  const positive = field.params.positive_score_impact !== false;
  if (!positive && kind === 'log') {
    throw illegalArgument(
      `Cannot use the [log] function with a field that has a negative score impact as it would trigger negative scores`,
    );
  }
  checkParameters(kind, options);
  const column = field.typeName === 'rank_feature' ? field.name : name;
  const featureOf = () => featureFunction(context, column, kind, options, positive);
  const [owner, feature] =
    field.typeName === 'rank_feature'
      ? ['_feature', field.name]
      : [field.name, name.slice(field.name.length + 1)];
  const key = `rank_feature(${column},${kind},${JSON.stringify(options)})`;
  return new FeatureQuery({ key, column, positive, owner, feature, featureOf });
}

interface FeatureParts {
  readonly key: string;
  readonly column: string;
  readonly positive: boolean;
  readonly owner: string;
  readonly feature: string;
  readonly featureOf: () => ReturnType<typeof featureFunction>;
}

class FeatureQuery extends SimpleQuery {
  readonly key: string;
  readonly #parts: FeatureParts;

  constructor(parts: FeatureParts) {
    super();
    this.key = parts.key;
    this.#parts = parts;
  }

  shape(): QueryShape {
    const { owner, feature, featureOf } = this.#parts;
    const text = `FeatureQuery(field=${owner}, feature=${feature}, function=${featureOf().text})`;
    return plainShape('FeatureQuery', text);
  }

  explain(leaf: LeafContext, doc: number, boost: number): Explanation {
    const { column, positive, owner, feature, featureOf } = this.#parts;
    const values = numericColumn(leaf.reader.column(column));
    if (values === null || !matchesDoc(this, leaf, doc)) {
      return noMatch(`No value for feature [${feature}] of field [${owner}]`);
    }
    const own = featureOf();
    const value = storedFeature(values, doc, positive);
    const how = `${own.name} function on the ${owner} field for the ${feature} feature, computed as ${own.formula} from:`;
    return explanation(f32(boost * own.score(value)), how, [
      explanation(boost, 'w, weight of this function'),
      ...own.parameters.map(([number, description]) => explanation(number, description)),
      explanation(value, 'S, feature value'),
    ]);
  }

  weight(boost: number): Weight {
    const { column, positive, featureOf } = this.#parts;
    const { score } = featureOf();
    return weightOf((leaf) => {
      const values = numericColumn(leaf.reader.column(column));
      if (values === null) return new WholeScorer(() => NOTHING_SCORED);
      const change = (doc: number): number => f32(boost * score(storedFeature(values, doc, positive)));
      return new ChangingScorer(new ConstantScorer(this.matcher(leaf), 0), { change });
    });
  }

  protected makeMatcher({ reader }: LeafContext): LeafMatcher {
    return new WholeMatcher(() => {
      const bits = reader.exists(this.#parts.column);
      return bits === null ? NO_DOCS : docSetOfBits(bits);
    });
  }
}
