import { type ExactJsonObject, type ExactJsonValue, type Steps, setMember } from '../../common/index.ts';
import {
  Aggregations,
  type InternalAggregation,
  isMultiBucket,
  isSingleBucket,
  type MultiBucketResult,
  type RenderContext,
} from './internalAggregation.ts';

/** Buckets rendered per step; each may contain more. */
const BUCKETS_IN_A_STEP = 8;

/** Like `renderInto`, in several steps if there are many buckets. */
export function* renderInSteps(
  aggregations: Aggregations,
  target: ExactJsonObject,
  context: RenderContext,
): Steps<void> {
  for (const [index, value] of aggregations.values.entries()) {
    yield;
    aggregations.setRendered(target, index, yield* rendered(value, context), context);
  }
}

function* rendered(value: InternalAggregation, context: RenderContext): Steps<ExactJsonObject> {
  if (isSingleBucket(value)) {
    const body = value.withAggregations(Aggregations.none).render(context);
    yield* renderInSteps(value.aggregations, body, context);
    return body;
  }
  const isLong = isMultiBucket(value) && value.buckets.length > BUCKETS_IN_A_STEP;
  return isLong ? yield* bySlices(value, context) : value.render(context);
}

/** Members other than the buckets are the same for each slice. */
function* bySlices(value: MultiBucketResult, context: RenderContext): Steps<ExactJsonObject> {
  const body = value.withBuckets([]).render(context);
  const { buckets } = value;
  for (let from = 0; from < buckets.length; from += BUCKETS_IN_A_STEP) {
    const slice = value.withBuckets(buckets.slice(from, from + BUCKETS_IN_A_STEP));
    addAll(body.buckets, slice.render(context).buckets);
    yield;
  }
  return body;
}

/** Buckets are a list, or an object by key. */
function addAll(all: ExactJsonValue, some: ExactJsonValue): void {
  if (Array.isArray(all)) for (const bucket of some as ExactJsonValue[]) all.push(bucket);
  else
    for (const [key, bucket] of Object.entries(some as ExactJsonObject))
      setMember(all as ExactJsonObject, key, bucket);
}
