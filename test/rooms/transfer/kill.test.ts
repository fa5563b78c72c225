import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Upstream } from '../../../src/client/index.ts';
import { SystemClock, silentLogger } from '../../../src/common/index.ts';
import type { RockpoolNode } from '../../../src/node/index.ts';
import { createRecorder } from '../../../src/transfer/index.ts';
import { runCli } from '../../support/cli.ts';
import { openTestNode, send } from '../../support/node.ts';

const DOCUMENTS = 8000;
/** What `push` sends at once. */
const BATCH = 1000;
const cli = join(import.meta.dirname, '../../../dist/cli.js');

let here: RockpoolNode;
let there: RockpoolNode;

beforeAll(async () => {
  [here, there] = await Promise.all([
    openTestNode({ log: silentLogger }),
    openTestNode({ log: silentLogger }),
  ]);
  const lines = Array.from({ length: DOCUMENTS }, (_, i) => `{"index":{"_id":"${i}"}}\n{"n":${i}}\n`);
  await send(here.url, 'POST', '/many/_bulk?refresh=true', lines.join(''));
});
afterAll(() => Promise.all([here.close(), there.close()]));

/** Pushes by way of a proxy, and kills the process when so many bulk requests have been answered. */
async function pushUntilKilled(bulks: number): Promise<void> {
  const upstream = new Upstream({ url: there.url, ca: null });
  let answered = 0;
  const proxy = createRecorder({
    upstream,
    clock: new SystemClock(),
    onExchange: ({ path }) => {
      if (path.includes('/_bulk') && ++answered === bulks) child.kill('SIGKILL');
    },
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const to = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const child = spawn(process.execPath, [cli, 'push', 'many', '--url', here.url, '--to', to], {
    stdio: 'ignore',
  });
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
  proxy.close();
  proxy.closeAllConnections();
  upstream.close();
}

describe('a push after its process was killed', () => {
  it('resumes where it was', async () => {
    await pushUntilKilled(3);
    const again = await runCli(['push', 'many', '--url', here.url, '--to', there.url, '--json']);
    expect(again.errors).toBe('');
    const report = JSON.parse(again.out) as { sent: number };
    expect(report).toMatchObject({ documents: DOCUMENTS, made: false, deleted: 0 });
    // A request may have been on its way.
    expect(report.sent).toBeLessThanOrEqual(DOCUMENTS - 3 * BATCH);
    expect(report.sent).toBeGreaterThan(0);
  });
});
