import { describe, expect, it } from 'vitest';
import { type JsonObject, ObjectReader, type OpenSearchError } from '../../../src/common/index.ts';

function read(body: JsonObject): unknown {
  const reader = new ObjectReader('thing', body);
  const inner = (members: JsonObject): unknown => {
    const one = new ObjectReader('inner', members);
    const flag = one.flag('flag');
    one.end();
    return flag;
  };
  const values = {
    text: reader.text('text'),
    texts: reader.texts('texts'),
    whole: reader.whole('whole'),
    inner: reader.object('inner', inner),
  };
  reader.end();
  return values;
}

/** Body → reasons, the outermost first. */
const refused: readonly (readonly [JsonObject, readonly string[]])[] = [
  [{ text: 1 }, ["[1:1] [thing] text doesn't support values of type: VALUE_NUMBER"]],
  [{ nope: 1 }, ['[1:1] [thing] unknown field [nope]']],
  [{ texte: 1 }, ['[1:1] [thing] unknown field [texte] did you mean any of [text, texts]?']],
  [{ whole: 'x' }, ['[1:1] [thing] failed to parse field [whole]', 'For input string: "x"']],
  [
    { inner: { flag: 'maybe' } },
    [
      '[1:1] [thing] failed to parse field [inner]',
      '[1:1] [inner] failed to parse field [flag]',
      'Failed to parse value [maybe] as only [true] or [false] are allowed.',
    ],
  ],
  [
    { inner: { nope: 1 } },
    ['[1:1] [thing] failed to parse field [inner]', '[1:1] [inner] unknown field [nope]'],
  ],
];

describe('the object reader', () => {
  it('reads members by their types', () => {
    expect(read({ text: 'a', texts: 'b', whole: '3', inner: { flag: 'true' } })).toEqual({
      text: 'a',
      texts: ['b'],
      whole: 3,
      inner: true,
    });
  });

  for (const [body, reasons] of refused) {
    it(`refuses ${JSON.stringify(body)}`, () => {
      const found: string[] = [];
      try {
        read(body);
      } catch (thrown) {
        let error = thrown as OpenSearchError | null;
        for (; error; error = error.causedBy ?? null) found.push(error.reason);
      }
      expect(found).toEqual(reasons);
    });
  }
});
