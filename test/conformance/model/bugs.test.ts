import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Real } from './real.ts';

/** `METHOD path body` → status and members of the answer. */
type Step = readonly [request: string, status: number, holds?: object];

/**
 * What random sequences have found, as short as they could be made. `a` has two shards, `b` one, with its primary on
 * node-1 and its replica on node-2.
 */
const bugs: Record<string, readonly Step[]> = {
  'a replica that has forgotten a deletion takes what its primary refuses': [
    ['PUT /b/_doc/1?version=5&version_type=external {"n":1}', 201],
    ['DELETE /b/_doc/1?version=9&version_type=external', 200, { _version: 9 }],
    ['POST /_rockpool/nodes/node-2/stop', 200],
    ['POST /_rockpool/nodes/node-2/start', 200],
    ['PUT /b/_doc/1?version=7&version_type=external {"n":1}', 409],
    ['POST /b/_refresh', 200],
    ['GET /b/_count?preference=_rockpool:primary', 200, { count: 0 }],
    ['GET /b/_count?preference=_rockpool:replica', 200, { count: 0 }],
  ],
  'a replica that has forgotten a deletion counts versions anew': [
    ['PUT /b/_doc/1 {"n":1}', 201],
    ['DELETE /b/_doc/1', 200, { _version: 2 }],
    ['POST /_rockpool/nodes/node-2/stop', 200],
    ['POST /_rockpool/nodes/node-2/start', 200],
    ['PUT /b/_doc/1 {"n":1}', 201, { _version: 3 }],
    ['POST /_rockpool/nodes/node-1/stop', 200],
    ['GET /b/_doc/1', 200, { _version: 3, _seq_no: 2, _primary_term: 1 }],
  ],
  'a new replica of a closed index is empty, and later stands for all': [
    ['PUT /b/_doc/1 {"n":1}', 201],
    ['POST /b/_close', 200],
    ['POST /_rockpool/nodes/node-2/stop', 200],
    ['POST /_rockpool/clock {"advance":"1m"}', 200],
    ['POST /_rockpool/nodes/node-2/start', 200],
    ['POST /_rockpool/nodes/node-1/stop', 200],
    ['POST /b/_open', 200],
    ['GET /b/_count', 200, { count: 1 }],
  ],
  'a replica of a closed index that has missed writes later stands for all': [
    ['POST /_rockpool/nodes/node-2/stop', 200],
    ['PUT /b/_doc/1 {"n":1}', 201],
    ['POST /b/_close', 200],
    ['POST /_rockpool/nodes/node-2/start', 200],
    ['POST /_rockpool/nodes/node-1/stop', 200],
    ['POST /b/_open', 200],
    ['GET /b/_count', 200, { count: 1 }],
  ],
  'removing an alias that is not there refuses what is added in the same request': [
    [
      'POST /_aliases {"actions":[{"remove":{"index":"a","alias":"w"}},{"add":{"index":"b","alias":"w"}}]}',
      200,
    ],
    ['GET /_alias/w', 200, { b: { aliases: { w: {} } } }],
    ['POST /_aliases {"actions":[{"remove":{"index":"a","alias":"w"}}]}', 404],
  ],
  'a write that is refused does not refresh its shard': [
    ['PUT /b/_doc/1 {"n":1}', 201],
    ['PUT /b/_create/1?refresh=true {}', 409],
    ['GET /b/_count', 200, { count: 1 }],
    ['PUT /b/_doc/2 {"n":1}', 201],
    ['PUT /b/_doc/3?refresh=true {"n":"word"}', 400],
    ['GET /b/_count', 200, { count: 2 }],
  ],
  'an update without effect does not refresh as an item of a bulk; alone it must not': [
    ['PUT /b/_doc/1 {"n":1}', 201],
    ['POST /b/_update/1?refresh=true {"doc":{"n":1}}', 200, { result: 'noop' }],
    ['GET /b/_count', 200, { count: 0 }],
    [
      'POST /b/_bulk?refresh=true {"update":{"_id":"1"}}\n{"doc":{"n":1}}\n',
      200,
      { items: [{ update: { result: 'noop', forced_refresh: true } }] },
    ],
    ['GET /b/_count', 200, { count: 1 }],
  ],
  'a closed index is reported before a name that means nothing': [
    ['POST /a/_close', 200],
    ['GET /a,nothing/_search', 404],
    ['GET /a,b/_search', 400],
  ],
  'an alias of several indices is reported as closed where it is one too many': [
    ['POST /_aliases {"actions":[{"add":{"index":"a","alias":"w"}},{"add":{"index":"b","alias":"w"}}]}', 200],
    ['POST /a/_close', 200],
    ['GET /w/_doc/1', 400, { error: { type: 'illegal_argument_exception' } }],
  ],
};

describe('what random sequences have found', () => {
  let real: Real;

  beforeAll(async () => {
    real = await Real.open();
  });
  beforeEach(() => real.reset());
  afterAll(() => real[Symbol.asyncDispose]());

  for (const [what, steps] of Object.entries(bugs)) {
    it(what, async () => {
      for (const [request, status, holds = {}] of steps) {
        const [, method, path, body] = /^(\S+) (\S+)(?: (.*))?$/s.exec(request) ?? [];
        const answer = await real.ask<object>(method, path, body ?? null);
        expect([request, answer.status]).toEqual([request, status]);
        expect(answer.body).toMatchObject(holds);
      }
    });
  }
});
