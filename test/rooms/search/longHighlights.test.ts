import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { atOnce, type JsonObject, type Steps } from '../../../src/common/index.ts';
import { type Granularity, TextUnits } from '../../../src/search/highlight/textUnits.ts';
import { SteppingClock, turnsDuring } from '../../support/turns.ts';
import { openServiceAt, type TestService } from './service.ts';

const mapping = { properties: { t: { type: 'text', term_vector: 'with_positions_offsets' } } };
const WORDS = 4000;
const open = (words: number): Promise<TestService> =>
  openServiceAt(new SteppingClock(), {
    name: 'i',
    mapping,
    shards: [{ documents: [{ t: 'tide pool anchor '.repeat(words / 3) }] }],
  });

const HIGHLIGHTERS: readonly JsonObject[] = [
  {},
  { number_of_fragments: 0 },
  { boundary_scanner: 'word' },
  { order: 'score', number_of_fragments: 10_000 },
  { type: 'plain' },
  { type: 'plain', fragmenter: 'simple' },
  { type: 'plain', number_of_fragments: 0 },
  { type: 'fvh', phrase_limit: 100_000 },
  { type: 'fvh', phrase_limit: 100_000, number_of_fragments: 0 },
  { type: 'fvh', phrase_limit: 100_000, number_of_fragments: 10_000, boundary_scanner: 'word' },
];

describe('what a highlight of a long text without sentences takes', () => {
  let once: TestService;
  let twice: TestService;

  beforeAll(async () => {
    once = await open(WORDS);
    twice = await open(2 * WORDS);
  });

  afterEach(() => vi.restoreAllMocks());

  /** `read`: the characters of the texts that units are cut from, once for each unit, as each copies its text. */
  async function costs(service: TestService, options: JsonObject): Promise<{ read: number; turns: number }> {
    let read = 0;
    const { segment } = Intl.Segmenter.prototype;
    vi.spyOn(Intl.Segmenter.prototype, 'segment').mockImplementation(function (this: Intl.Segmenter, text) {
      const segments = segment.call(this, text);
      return {
        containing: (at) => segments.containing(at),
        *[Symbol.iterator]() {
          for (const unit of segments) {
            read += text.length;
            yield unit;
          }
        },
      } as Intl.Segments;
    });
    const source = { query: { match: { t: 'pool' } }, highlight: { fields: { t: options } } };
    const turns = await turnsDuring(async () => {
      const { hits } = await service.search('i', source);
      expect(hits.hits[0].highlight).toHaveProperty('t');
    });
    vi.restoreAllMocks();
    return { read, turns };
  }

  it.each(HIGHLIGHTERS)('grows with the text, in turns: %j', async (options) => {
    const short = await costs(once, options);
    const long = await costs(twice, options);
    expect(long.read).toBeLessThanOrEqual(short.read * 2.3);
    expect(long.turns).toBeGreaterThan(short.turns);
    expect(long.turns).toBeLessThanOrEqual(short.turns * 2.3);
  });
});

function* allOf(units: TextUnits): Steps<number[]> {
  const found: number[] = [];
  for (let at: number | null = yield* units.following(0); at !== null; at = yield* units.following(at))
    found.push(at);
  return found;
}

describe('the units of a text', () => {
  const part = fc.constantFrom(
    'tide',
    "can't",
    ' ',
    '. ',
    'A.',
    '3.14',
    ', ',
    '\n',
    'é',
    '日本',
    '。',
    '👩‍👧',
    'x_y',
    '"',
  );
  const text = fc.array(part, { minLength: 100, maxLength: 1500 }).map((parts) => parts.join(''));

  it.each<Granularity>(['word', 'sentence'])('are the same however it is cut up: %s', (granularity) => {
    const property = fc.property(text, (whole) => {
      const expected = [...new Intl.Segmenter('en', { granularity }).segment(whole)].map(
        ({ index, segment }) => index + segment.length,
      );
      expect(atOnce(allOf(new TextUnits(whole, granularity)))).toEqual(expected);
    });
    fc.assert(property, { numRuns: 30 });
  });
});
