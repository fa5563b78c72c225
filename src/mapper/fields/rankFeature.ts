import { illegalArgument, isJsonObject, type JsonValue, javaFloat, tokenName } from '../../common/index.ts';
import { type FieldTypeDefinition, mappedFieldType } from '../fieldTypes.ts';
import { booleanParameter, metaParameter } from '../parameters.ts';
import { floatFormat } from './numericKinds.ts';

const SMALLEST_NORMAL = 1.17549435e-38;

function checkPositive(feature: string, value: number): number {
  if (value >= SMALLEST_NORMAL) return value;
  throw illegalArgument(
    `featureValue must be a positive normal float, got: ${javaFloat(value)} for feature ${feature} on field ` +
      `${feature} which is less than the minimum positive normal float: ${javaFloat(SMALLEST_NORMAL)}`,
  );
}

function refuseQueries(name: string): () => never {
  return () => {
    throw illegalArgument(`Queries on [${name}] fields are not supported`);
  };
}

/** A positive number for use in scores. */
export const rankFeatureType: FieldTypeDefinition = {
  typeName: 'rank_feature',
  parameters: [booleanParameter('positive_score_impact', true), metaParameter],
  create: (field) => ({
    type: mappedFieldType(field, {
      family: 'numeric',
      numericKind: 'float',
      hasDocValues: false,
      toIndexValue: refuseQueries('rank_feature'),
    }),
    parse: (value: JsonValue, context) => {
      if (value === null) return;
      const number = Number(floatFormat.fromDocument(value, context, true));
      context.doc.addNumber(field, checkPositive(field.name, number));
    },
  }),
};

/** Named positive numbers; the names are the field's terms. */
export const rankFeaturesType: FieldTypeDefinition = {
  typeName: 'rank_features',
  parameters: [booleanParameter('positive_score_impact', true), metaParameter],
  create: (field) => ({
    type: mappedFieldType(field, {
      family: 'keyword',
      hasDocValues: false,
      toIndexValue: refuseQueries('rank_features'),
    }),
    parse: (value: JsonValue, context) => {
      if (!isJsonObject(value)) {
        throw illegalArgument(
          `[rank_features] fields must be json objects, expected a START_OBJECT but got: ${tokenName(value)}`,
        );
      }
      for (const [feature, member] of Object.entries(value)) {
        if (member === null) continue;
        if (typeof member === 'object' || typeof member === 'boolean') {
          throw illegalArgument(
            `[rank_features] fields take hashes that map a feature to a strictly positive float, but got ` +
              `unexpected token ${Array.isArray(member) ? 'START_ARRAY' : typeof member === 'boolean' ? 'VALUE_BOOLEAN' : 'START_OBJECT'}`,
          );
        }
        const weight = checkPositive(feature, Number(floatFormat.fromQuery(member)));
        context.doc.addTerm(field, feature, true, false);
        context.doc.addNumber({ name: `${field.name}.${feature}`, slot: -1 }, weight);
      }
    },
  }),
};
