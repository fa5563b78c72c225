import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RockpoolNode } from '../../src/node/index.ts';
import { openTestNode, send } from '../support/node.ts';
import { driverJar, driverObstacle } from './jdbc/driver.ts';

/** The JDBC driver of Open Distro against Rockpool: `jdbc/Session.java` runs, `jdbc/session.txt` is what it must see. */

const run = promisify(execFile);
const types = {
  ...{ flag: 'boolean', tiny: 'byte', small: 'short', whole: 'integer', big: 'long', half: 'half_float' },
  ...{ single: 'float', real: 'double', word: 'keyword', prose: 'text', seen: 'date', address: 'ip' },
  place: 'geo_point',
};
const properties = {
  ...Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type }])),
  scaled: { type: 'scaled_float', scaling_factor: 100 },
  born: { type: 'date', format: 'yyyy-MM-dd' },
  home: { properties: { city: { type: 'keyword' } } },
  pets: { type: 'nested', properties: { kind: { type: 'keyword' } } },
};
/** Its `big` is past 2^53, so it is written by hand. */
const document = `{"big":9007199254740993,${JSON.stringify({
  ...{ flag: true, tiny: -128, small: 32000, whole: 2_000_000_000, half: 0.5, single: 1.5, real: -2.25 },
  ...{ scaled: 12.34, word: 'it\'s "?" \\ done', prose: 'Quick fox', born: '2024-02-29' },
  ...{ seen: '2024-02-29T12:30:45.123Z', address: '10.0.0.1', place: { lat: 1, lon: 2 } },
  ...{ home: { city: 'Porto' }, pets: [{ kind: 'cat' }] },
}).slice(1)}`;

const reason = await driverObstacle();

describe.skipIf(reason !== null)(`the JDBC driver${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  let node: RockpoolNode;

  beforeAll(async () => {
    node = await openTestNode();
    await send(node.url, 'PUT', '/jdbc_kinds', { mappings: { properties } });
    const kinds = `{"index":{}}\n${document}\n{"index":{}}\n{"whole":1}\n`;
    await send(node.url, 'POST', '/jdbc_kinds/_bulk?refresh', kinds);
    const rows = Array.from({ length: 10 }, (_, n) => `{"index":{}}\n{"n":${n}}\n`);
    await send(node.url, 'POST', '/jdbc_rows/_bulk?refresh', rows.join(''));
  });

  afterAll(() => node?.close());

  it('lists, pages, binds parameters and reads every type', async () => {
    const program = join(import.meta.dirname, 'jdbc/Session.java');
    const { stdout } = await run('java', ['-Duser.timezone=UTC', '-cp', driverJar, program, node.url]);
    const expected = readFileSync(join(import.meta.dirname, 'jdbc/session.txt'), 'utf8');
    expect(stdout).toBe(expected);
  }, 60_000);
});
