import {
  illegalArgument,
  type JsonObject,
  type JsonValue,
  javaHash,
  mix32,
  murmur3Bytes,
} from '../../common/index.ts';
import { explanation } from '../bound/explain.ts';
import { parsingErrorAt, readText, tokenName } from '../reader.ts';
import type { LeafContext, QueryShardContext } from '../types.ts';
import { fieldBytes } from './fieldBytes.ts';
import type { ScoreFunction, ScoreFunctionBuilder } from './scoreFunction.ts';

/**
 * `random_score`: a number in [0, 1) derived from the seed, the shard, and a field's value or the document's
 * position.
 */
export function parseRandomScore(json: JsonObject): ScoreFunctionBuilder {
  for (const key of Object.keys(json)) {
    if (['seed', 'field', '_name'].includes(key)) continue;
    throw parsingErrorAt(`random_score query does not support [${key}]`, json, key);
  }
  const seed = json.seed === undefined ? null : seedOf(json, json.seed);
  const field = json.field === undefined ? null : readText(json.field);
  return (context) => bind(context, seed, field);
}

function bind(
  context: QueryShardContext,
  givenSeed: number | null,
  givenField: string | null,
): ScoreFunction {
  const field = givenField ?? (givenSeed === null ? null : '_id');
  const seed = givenSeed ?? Math.floor((context.random?.() ?? 0.5) * 0x7fffffff);
  if (field !== null && context.mapper.field(field) === undefined) {
    throw illegalArgument(
      `Field [${field}] is not mapped on [[${context.indexName}/${context.indexUuid}]] and cannot be used as a source of random numbers.`,
    );
  }
  const salted = mix32(seed ^ ((javaHash(context.indexName) << 10) | context.shardId));
  const leafOf = (leaf: LeafContext): ((doc: number) => number) => {
    const bytesOf = field === null ? null : fieldBytes(context, leaf, field);
    return (doc) => {
      if (bytesOf === null) return fraction(mix32((leaf.docBase + doc) ^ salted));
      const bytes = bytesOf(doc);
      return fraction(bytes === null ? salted : murmur3Bytes(bytes, salted));
    };
  };
  return {
    key: `random(${seed},${field})`,
    leaf: leafOf,
    explain: (leaf, doc) =>
      explanation(leafOf(leaf)(doc), `random score function (seed: ${seed}, field: ${field})`),
  };
}

/** The low 24 bits, which fit the significand of a float. */
function fraction(hash: number): number {
  return (hash & 0xffffff) / 0x1000000;
}

function seedOf(json: JsonObject, value: JsonValue): number {
  if (typeof value === 'string') return javaHash(value);
  const isWhole = typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value));
  if (!isWhole) {
    const reason =
      typeof value === 'number'
        ? "random_score seed must be an int, long or string, not 'VALUE_NUMBER'"
        : `random_score seed must be an int/long or string, not '${tokenName(value)}'`;
    throw parsingErrorAt(reason, json, 'seed');
  }
  const long = BigInt.asIntN(64, BigInt(value));
  const isInt = BigInt.asIntN(32, long) === long;
  return Number(isInt ? long : BigInt.asIntN(32, long ^ (long >> 32n)));
}
