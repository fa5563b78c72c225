import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock, silentLogger } from '../../../src/common/index.ts';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { openTestNode } from '../../support/node.ts';
import { ProbePlayer, readProbes } from './probes.ts';

/** Where Rockpool differs on purpose or does without, as COMPAT.md says, and the probes that show it. */
const DIFFERENT: Readonly<Record<string, readonly string[]>> = {
  'there are no Java frames in a script stack': ['230 painless missing'],
  'what the original does not survive is a 4xx in words: null pointers, class casts, vectors as values': [
    '590 no vector',
    '592 string vector',
    '593 null in vector',
    '602 empty knn',
    '610 sort on vector',
    '611 fields v',
    '612 docvalue_fields v',
    '613 terms agg on vector',
  ],
  'a graph heavier than the limit is searched': [
    '449',
    '450',
    '451',
    '452',
    '453',
    '454',
    '455',
    '456',
    '457',
    '458',
    '460 DELTA 10x search of a graph heavier than the limit',
  ],
  'a limit reset by null is the default one, so that the breaker is not tripped here': [
    '754 nested knn',
    '758',
    '759',
    '760',
    '761',
    '762 segments',
    '763',
    '764',
    '765',
    '766',
    '767',
    '768',
    '769',
    '772',
    '773 segments merged',
    '775',
    '776',
    '777',
  ],
  'deleted documents leave with the next merge, and a segment with its last document': [
    '110 DELTA search after delete',
    '118 DELTA search after merge',
    '125 DELTA _count with knn',
    '129 DELTA _msearch 2 knn',
    '133 DELTA bool with 2 knn clauses',
    '145 DELTA size 0 (request cache) 1',
    '153 DELTA profile',
    '291 DELTA search c2',
    '797',
    '798 segments merged',
    '805',
  ],
  'there are no compound files': ['787 segments'],
  'a document that is no JSON is refused as a whole': ['752 doc raw NaN'],
  'store sizes, and documents that were refused above': ['855 cat indices'],
};

describe('the recorded session with the k-NN plugin', () => {
  const clock = new ManualClock();
  let node: RockpoolNode;

  beforeAll(async () => {
    node = await openTestNode({ clock, log: silentLogger });
  });
  afterAll(() => node.close());

  it('answers and counts the same, but for the differences that are listed', async () => {
    const found = await new ProbePlayer(node.url, clock).play(readProbes());
    const listed = new Set(Object.values(DIFFERENT).flat());
    const surprises = [...found].filter(([name]) => !listed.has(name)).map((row) => row.join(' → '));
    const theSameNow = [...listed].filter((name) => !found.has(name));
    expect({ surprises, theSameNow }).toEqual({ surprises: [], theSameNow: [] });
  });
});
