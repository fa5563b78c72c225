import { type FixedBitSet, illegalArgument, type Steps } from '../../common/index.ts';
import { joinIdField } from '../../mapper/index.ts';
import {
  type DocSet,
  docArray,
  docBits,
  type JoinField,
  joinIds,
  joinOf,
  type LeafContext,
  matchedAhead,
  type Query,
  tokenName,
} from '../../query/index.ts';
import {
  type Aggregator,
  type AggregatorPlace,
  BLOCK_DOCS,
  type DocBlock,
  passOn,
  type SubAggregators,
} from '../framework/aggregator.ts';
import { BucketCounts } from '../framework/growable.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';
import { parsingErrorAt } from '../framework/parseErrors.ts';
import type { AggregationType } from '../framework/specs.ts';
import { BlockBuffer } from './blockBuffer.ts';
import { InternalSingleBucket } from './singleBucket.ts';
import { unmappedSingleBucket } from './unmapped.ts';

type Side = 'children' | 'parent';

/** The children of a type, of the collected parents. */
export const children: AggregationType = joinType('children');
/** The parents of the collected children of a type. */
export const parent: AggregationType = joinType('parent');

function joinType(side: Side): AggregationType {
  return {
    name: side,
    family: 'bucket',
    parse(json, aggregation) {
      let type: string | null = null;
      for (const [key, value] of Object.entries(json)) {
        const at = { container: json, key, edge: 'value' } as const;
        const token = tokenName(value);
        if (typeof value !== 'string') {
          throw parsingErrorAt(`Unexpected token ${token} in [${aggregation}].`, at);
        }
        if (key !== 'type') {
          throw parsingErrorAt(`Unknown key for a ${token} in [${aggregation}]: [${key}].`, at);
        }
        type = value;
      }
      if (type === null) {
        const at = { container: json, key: null, edge: 'end' } as const;
        throw parsingErrorAt(`Missing [child_type] field for ${side} aggregation [${aggregation}]`, at);
      }
      const childType = type;
      return { create: (place) => createJoin(place, side, childType) };
    },
  };
}

function createJoin(place: AggregatorPlace, side: Side, childType: string): Aggregator {
  const join = joinOf(place.context.mapper);
  const parentType = join?.parentOf(childType) ?? null;
  if (join === null || parentType === null) return unmappedSingleBucket(place, side);
  if (place.nestedPath !== null) {
    throw illegalArgument(`[${side}] aggregation [${place.name}] cannot stand in a nested aggregation`);
  }
  const { children: toChildren, parents } = sidesOf(place, join, { childType, parentType });
  const [from, to] = side === 'children' ? [parents, toChildren] : [toChildren, parents];
  return new JoinAggregator(place, side, { from, to, idField: joinIdField(join.field, parentType) });
}

function sidesOf(
  { context }: AggregatorPlace,
  { field }: JoinField,
  types: { readonly childType: string; readonly parentType: string },
): { readonly children: Query; readonly parents: Query } {
  const ofType = (type: string) => context.parseQuery({ term: { [field]: type } }).toQuery(context);
  return { children: ofType(types.childType), parents: ofType(types.parentType) };
}

interface JoinSides {
  /** Selects which of the collected documents are used. */
  readonly from: Query;
  /** Selects the documents to forward. */
  readonly to: Query;
  readonly idField: string;
}

/** Records the ids of collected documents; at the end, forwards the documents of the other side. */
class JoinAggregator implements Aggregator {
  readonly singleBucketChildren: SubAggregators;
  readonly #place: AggregatorPlace;
  readonly #type: Side;
  readonly #idField: string;
  readonly #from: (leaf: LeafContext) => DocSet;
  readonly #to: (leaf: LeafContext) => DocSet;
  readonly #ownersOf = new Map<string, Set<number>>();
  readonly #counts = new BucketCounts();
  #ownerBound = 0;

  constructor(place: AggregatorPlace, type: Side, sides: JoinSides) {
    this.#place = place;
    this.#type = type;
    this.#idField = sides.idField;
    this.#from = matchedAhead(place.context, sides.from);
    this.#to = matchedAhead(place.context, sides.to);
    place.afterCollecting(() => this.#join());
    this.singleBucketChildren = place.children({ manyOwners: false });
  }

  leaf(leaf: LeafContext): ReturnType<Aggregator['leaf']> {
    const from = docBits(this.#from(leaf), leaf.reader.maxDoc);
    const idOf = joinIds(leaf.reader, this.#idField);
    return { collect: (block) => this.#note(block, from, idOf) };
  }

  #note(block: DocBlock, from: FixedBitSet, idOf: (doc: number) => string | null): void {
    this.#ownerBound = Math.max(this.#ownerBound, block.ownerBound);
    for (let i = 0; i < block.count; i++) {
      const id = from.has(block.docs[i]) ? idOf(block.docs[i]) : null;
      if (id === null) continue;
      const owners = this.#ownersOf.get(id);
      if (owners) owners.add(block.owners[i]);
      else this.#ownersOf.set(id, new Set([block.owners[i]]));
    }
  }

  docCount(owner: number): number {
    return this.#counts.get(owner);
  }

  build(owner: number): InternalAggregation {
    const docCount = this.#counts.get(owner);
    return new InternalSingleBucket(this.#type, docCount, this.singleBucketChildren.build(owner));
  }

  *#join(): Steps<void> {
    const counts = this.#counts.ensure(this.#ownerBound);
    for (const leaf of this.#place.context.leaves) {
      const idOf = joinIds(leaf.reader, this.#idField);
      const collector = this.singleBucketChildren.leaf(leaf);
      const buffer = new BlockBuffer();
      const docs = docArray(this.#to(leaf));
      for (let from = 0; from < docs.length; from += BLOCK_DOCS) {
        yield;
        buffer.clear();
        for (const doc of docs.subarray(from, from + BLOCK_DOCS)) {
          if (leaf.reader.liveDocs?.has(doc) === false) continue;
          for (const owner of this.#ownersOf.get(idOf(doc) ?? '') ?? []) {
            counts[owner]++;
            buffer.add(doc, owner, 0);
          }
        }
        if (collector) yield* passOn(collector, buffer.block(this.#ownerBound, true));
      }
    }
  }
}
