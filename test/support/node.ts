import { createLogger, logForms, SystemClock, SystemRandom } from '../../src/common/index.ts';
import { type NodeOptions, openRockpoolNode, type RockpoolNode } from '../../src/node/index.ts';
import { ask, type HttpAnswer } from './http.ts';
import { checkFolder } from './server.ts';

/** A node of this process on a free port, in memory where no folder is given. */
export async function openTestNode(options: Partial<NodeOptions> = {}): Promise<RockpoolNode> {
  const node = await openRockpoolNode({
    dataPath: null,
    host: '127.0.0.1',
    port: 0,
    engine: null,
    nodeCount: 1,
    allowedHosts: [],
    allowedOrigins: [],
    clock: new SystemClock(),
    random: new SystemRandom(),
    log: createLogger({
      clock: new SystemClock(),
      level: 'info',
      write: (entry) => console.error(logForms.human.format(entry)),
    }),
    ...options,
  });
  const { dataPath } = options;
  return dataPath ? checkedAtClose(node, dataPath) : node;
}

/** The folder is checked when the node is closed, the first time. */
function checkedAtClose(node: RockpoolNode, dataPath: string): RockpoolNode {
  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    await node.close();
    await checkFolder(dataPath);
  };
  return { ...node, close: () => (closing ??= close()) };
}

/** Sends a body as JSON, or as it is when it is a text (a bulk body). */
export function send(url: string, method: string, path: string, body?: unknown): Promise<HttpAnswer> {
  return ask(url + path, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  });
}
