import { bug, type JsonObject } from '../../common/index.ts';
import { parsePath } from '../framework/bucketOrder.ts';
import {
  type Aggregations,
  type InternalAggregation,
  isMultiBucket,
} from '../framework/internalAggregation.ts';
import type { AggregationNode, PipelinePlace, PipelineSpec, PipelineType } from '../framework/specs.ts';
import type { ValueFormat } from '../values/valueFormat.ts';
import { resolveBucketValue } from './bucketValue.ts';
import { type PipelineOptions, parseSibling, type Readers } from './pipelineParser.ts';

/** A bucket's value with its key as text. */
export interface KeyedValue {
  readonly key: string;
  readonly value: number;
}

/** Computes a result from the values of all buckets. */
export type Summarize = (values: readonly KeyedValue[], format: ValueFormat) => InternalAggregation;

interface SiblingRow {
  readonly name: string;
  summarize: Summarize;
}

/** A pipeline over the buckets of a sibling: `{"buckets_path": "histogram>metric"}`. */
export function siblingPipeline({ name, summarize }: SiblingRow): PipelineType {
  return {
    name,
    family: 'pipeline',
    parse: (json, aggregation) => siblingSpec(parseSibling(json, aggregation), summarize),
  };
}

/** Like siblingPipeline, with additional members: `own` reads them and returns the function at the end. */
export function siblingPipelineWith(
  name: string,
  create: () => {
    readonly own: Readers;
    finish(aggregation: string): Summarize;
  },
): PipelineType {
  return {
    name,
    family: 'pipeline',
    parse(json: JsonObject, aggregation: string) {
      const { own, finish } = create();
      const options = parseSibling(json, aggregation, own);
      return siblingSpec(options, finish(aggregation));
    },
  };
}

function siblingSpec({ paths, gapPolicy, format }: PipelineOptions, summarize: Summarize): PipelineSpec {
  const bucketsPaths = [...paths.values()];
  return {
    bucketsPaths,
    validate: (place) => validateSibling(bucketsPaths, place),
    summarize(aggregations) {
      const { name, rest } = splitPath(bucketsPaths[0], aggregations);
      const source = aggregations.get(name);
      if (!source || !isMultiBucket(source)) throw bug(`[${name}] has no buckets`);
      const values: KeyedValue[] = [];
      for (const bucket of source.buckets) {
        const value = resolveBucketValue(name, bucket, rest, gapPolicy);
        if (value !== null && !Number.isNaN(value)) values.push({ key: bucket.keyText, value });
      }
      return summarize(values, format);
    },
  };
}

/** The sibling's name, and the path inside its buckets. */
function splitPath(path: string, aggregations: Aggregations): { name: string; rest: string } {
  if (aggregations.get(path)) return { name: path, rest: '' };
  const [first, ...rest] = path.split('>');
  if (aggregations.get(first)) return { name: first, rest: rest.join('>') };
  const [{ name, key }] = parsePath(path);
  return { name, rest: key === null ? rest.join('>') : [key, ...rest].join('>') };
}

function validateSibling(paths: readonly string[], { name, siblings }: PipelinePlace): readonly string[] {
  if (paths.length !== 1) return [`buckets_path must contain a single entry for aggregation [${name}]`];
  const [path] = paths;
  const names = [path, path.split('>')[0], parsePath(path)[0]?.name];
  const sibling = siblings.find((node) => names.includes(node.head.name));
  if (!sibling) return [`buckets_path aggregation does not exist for aggregation [${name}]: ${path}`];
  if (makesBuckets(sibling)) return [];
  return [
    'The first aggregation in buckets_path must be a multi-bucket aggregation for aggregation ' +
      `[${name}] found :${builderClass(sibling)} for buckets path: ${path}`,
  ];
}

const SINGLE_BUCKET = new Set(['filter', 'global', 'missing', 'nested', 'reverse_nested', 'sampler']);

function makesBuckets({ type }: AggregationNode): boolean {
  return type.family === 'bucket' && !SINGLE_BUCKET.has(type.name);
}

/** The original's class name. */
function builderClass({ type }: AggregationNode): string {
  const camel = type.name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const folder = type.family === 'metric' ? 'metrics' : `bucket.${type.name.replaceAll('_', '')}`;
  return `org.opensearch.search.aggregations.${folder}.${camel}AggregationBuilder`;
}
