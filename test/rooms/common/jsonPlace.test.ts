import { describe, expect, it } from 'vitest';
import { type JsonObject, OpenSearchError, parseJson, placeError } from '../../../src/common/index.ts';

const text = '{"size": 0,\n "a": {"b": [1, {"c\\"": "x, y"}], "interval": -15 }}';
const root = parseJson(text) as JsonObject;
const a = root.a as JsonObject;
const list = a.b as JsonObject[];

describe('placeError', () => {
  it.each([
    [a, 'interval', 'key', 2, 35],
    [a, 'interval', 'value', 2, 47],
    [a, 'b', 'end', 2, 32],
    [list, 0, 'value', 2, 14],
    [list[1], 'c"', 'value', 2, 25],
    [root, 'size', 'value', 1, 10],
  ] as const)('finds %j %s (%s) at %d:%d', (container, key, edge, line, col) => {
    const error = new OpenSearchError('parsing_exception', '[1:1] wrong', {
      metadata: { line: 1, col: 1 },
      at: { container, key, edge },
    });
    const placed = placeError(error, root, text);
    expect([placed.reason, placed.metadata]).toEqual([`[${line}:${col}] wrong`, { line, col }]);
  });

  it('places causes and leaves errors without a place alone', () => {
    const cause = new OpenSearchError('x_content_parse_exception', '[1:1] inner', {
      at: { container: a, key: 'b', edge: 'value' },
    });
    const outer = new OpenSearchError('x_content_parse_exception', 'outer', {
      causedBy: cause,
      rootCauses: [cause],
    });
    const placed = placeError(outer, root, text);
    expect(placed.causedBy?.reason).toBe('[2:13] inner');
    expect(placed.rootCauses).toEqual([placed.causedBy]);
    const plain = new OpenSearchError('parse_exception', '[1:1] as it is');
    expect(placeError(plain, root, text)).toBe(plain);
  });
});
