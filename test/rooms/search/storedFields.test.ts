import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/common/index.ts';
import { openService } from './service.ts';

const properties = {
  plain: { type: 'text', copy_to: 'all' },
  all: { type: 'text', store: true },
  k: { type: 'keyword', store: true, ignore_above: 3 },
  n: { type: 'integer', store: true, null_value: 7 },
  box: { type: 'nested', properties: { kept: { type: 'text', store: true }, lost: { type: 'text' } } },
};
const document: JsonObject = {
  plain: 'red fox',
  k: ['ab', 'long'],
  n: null,
  box: [
    { kept: 'a crab', lost: 'a crab' },
    { kept: 'two crabs and a crab', lost: 'x' },
  ],
};

const boxes: JsonObject = {
  query: {
    nested: {
      path: 'box',
      query: { match: { 'box.kept': 'crab' } },
      inner_hits: { sort: ['_doc'], highlight: { fields: { 'box.kept': {}, 'box.lost': {} } } },
    },
  },
};

describe.each<JsonObject>([{ enabled: false }, { excludes: ['box', 'k', 'n'] }])(
  'fields with store: true, %j',
  (_source) => {
    const opened = openService({
      name: 'i',
      mapping: { _source, properties },
      shards: [{ documents: [document] }],
    });

    it('keep the values that the source lacks, copied ones too', async () => {
      const { hits } = await (await opened).search('i', { stored_fields: ['*'], _source: false });
      expect(hits.hits[0].fields).toEqual({ all: ['red fox'], k: ['ab'], n: [7] });
    });

    it('are highlighted in inner hits', async () => {
      const { hits } = await (await opened).search('i', boxes);
      const inner = hits.hits[0].inner_hits as unknown as { readonly box: { readonly hits: typeof hits } };
      const found = inner.box.hits.hits;
      expect(found.map((hit) => hit.highlight)).toEqual([
        { 'box.kept': ['a <em>crab</em>'] },
        { 'box.kept': ['two crabs and a <em>crab</em>'] },
      ]);
    });
  },
);
