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
  /** What the cache would have counted with this limit, from an empty cache on. */
  readonly replay: (trace: AccessTrace, limitKb: number) => ReplayCounts;
}

function ordered(makeOrder: MakeOrder): Policy['replay'] {
  return (trace, limitKb) => replayBy(makeOrder, trace, limitKb);
}

/** Which graph leaves when room is needed. The first is the one of the real cache. */
export const policies: readonly Policy[] = [
  {
    name: 'lru',
    title: 'LRU',
    doc: 'what was not used for longest leaves: the policy of the real cache',
    replay: ordered(lruOrder),
  },
  {
    name: 'fifo',
    title: 'FIFO',
    doc: 'what was loaded first leaves, used or not',
    replay: ordered(fifoOrder),
  },
  {
    name: 'lfu',
    title: 'LFU',
    doc: 'what was used least often since it was loaded leaves',
    replay: ordered(lfuOrder),
  },
  {
    name: 'gdsf',
    title: 'GDSF',
    doc: 'what was used least often for its weight leaves, and what was popular once fades',
    replay: ordered(gdsfOrder),
  },
  {
    name: 's3fifo',
    title: 'S3-FIFO',
    doc: 'three queues; what is heavier than a tenth of the limit is never kept',
    replay: ordered(s3FifoOrder),
  },
  {
    name: 'belady',
    title: 'Belady',
    doc: 'what is used again latest leaves: it knows the future, and is the optimum where all weigh the same',
    replay: ordered(beladyOrder),
  },
  {
    name: 'bound',
    title: 'bound',
    doc: 'no policy can miss less, whatever it knows',
    replay: boundOf,
  },
];
