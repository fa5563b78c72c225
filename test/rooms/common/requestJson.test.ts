import { describe, expect, it } from 'vitest';
import { JsonDouble, parseRequestJson, stringifyJson } from '../../../src/common/index.ts';

describe('bodies with scripts', () => {
  it('keep 1.0 apart from 1 in the parameters of a script, and only there', () => {
    const text =
      '{"size":2.0,"script":{"source":"s","params":{"q":[1,1.0,0.5]}},"properties":{"params":{"n":3.0}}}';
    const body = parseRequestJson(text);
    expect(body).toEqual({
      size: 2,
      script: { source: 's', params: { q: [1, new JsonDouble(1), 0.5] } },
      properties: { params: { n: 3 } },
    });
    expect(stringifyJson(body)).toContain('"q":[1,1.0,0.5]');
    expect(JSON.stringify(body)).toContain('"q":[1,1,0.5]');
  });

  it('are parsed as any other without parameters', () => {
    expect(parseRequestJson('{"a":1.0}')).toEqual({ a: 1 });
  });
});
