import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { limits, setProcessLimit } from '../../../src/common/index.ts';
import { openTestNode, send } from '../../support/node.ts';

const data = mkdtempSync(join(tmpdir(), 'rockpool-spill-'));
const { value } = limits.sqlSpillBytes;
afterEach(() => {
  setProcessLimit('sqlSpillBytes', value);
  rmSync(data, { recursive: true, force: true });
});

it('removes rows spilled by a killed process, and leaves none of its own', async () => {
  const left = join(data, 'spill', 'statement-1');
  mkdirSync(left, { recursive: true });
  writeFileSync(join(left, '1.rows'), 'rows');
  const node = await openTestNode({ dataPath: data });
  try {
    expect(existsSync(left)).toBe(false);
    const lines = Array.from({ length: 60 }, (_, n) => `{"index":{}}\n{"n":${n},"k":${n % 7}}\n`);
    await send(node.url, 'POST', '/t/_bulk?refresh=true', lines.join(''));
    setProcessLimit('sqlSpillBytes', 1000);
    await send(node.url, 'PUT', '/_cluster/settings', { transient: { 'rockpool.corrections': true } });
    const query = 'SELECT a.n FROM t a JOIN t b ON a.k = b.k ORDER BY a.n * 2 DESC, b.n LIMIT 2';
    const { status, text } = await send(node.url, 'POST', '/_plugins/_sql', { query });
    expect(status, text).toBe(200);
    expect(JSON.parse(text).datarows).toEqual([[59], [59]]);
    expect(existsSync(join(data, 'spill'))).toBe(true);
    expect(existsSync(left)).toBe(false);
  } finally {
    await node.close();
  }
});
