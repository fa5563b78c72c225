import type { AccessTrace, ReplayCounts } from '../accessTrace.ts';
import { replayBy } from '../replay.ts';
import type { PolicyName } from '../types.ts';
import { boundOf } from './bound.ts';
import type { MakeOrder } from './order.ts';
import { fifoOrder, lruOrder } from './queues.ts';
import { beladyOrder, gdsfOrder, lfuOrder } from './ranked.ts';
import { s3FifoOrder } from './s3fifo.ts';

export interface Policy {
  readonly name: PolicyName;
  readonly title: string;
  readonly doc: string;
  /** The counts of a cache with this limit that is empty at first. */
  readonly replay: (trace: AccessTrace, limitKb: number) => ReplayCounts;
}

function ordered(makeOrder: MakeOrder): Policy['replay'] {
  return (trace, limitKb) => replayBy(makeOrder, trace, limitKb);
}

/** Which graph is evicted when room is needed. The first is the policy of the real cache. */
export const policies: readonly Policy[] = [
  {
    name: 'lru',
    title: 'LRU',
    doc: 'evicts the least recently used graph: the policy of the real cache',
    replay: ordered(lruOrder),
  },
  {
    name: 'fifo',
    title: 'FIFO',
    doc: 'evicts the graph that was loaded first, whether used or not',
    replay: ordered(fifoOrder),
  },
  {
    name: 'lfu',
    title: 'LFU',
    doc: 'evicts the graph with the fewest uses since it was loaded',
    replay: ordered(lfuOrder),
  },
  {
    name: 'gdsf',
    title: 'GDSF',
    doc: 'evicts the graph with the fewest uses for its weight; old popularity fades',
    replay: ordered(gdsfOrder),
  },
  {
    name: 's3fifo',
    title: 'S3-FIFO',
    doc: 'three queues; graphs heavier than a tenth of the limit are never kept',
    replay: ordered(s3FifoOrder),
  },
  {
    name: 'belady',
    title: 'Belady',
    doc: 'evicts the graph whose next use is furthest away: knows the future; optimal if all graphs weigh the same',
    replay: ordered(beladyOrder),
  },
  {
    name: 'bound',
    title: 'bound',
    doc: 'a lower bound: no policy can have fewer misses',
    replay: boundOf,
  },
];
