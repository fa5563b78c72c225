import { createLogger, logForms, SystemClock, SystemRandom } from '../../src/common/index.ts';
import { type NodeOptions, openRockpoolNode, type RockpoolNode } from '../../src/node/index.ts';

/** A node of this process, in memory, on a free port. */
export function openTestNode(options: Partial<NodeOptions> = {}): Promise<RockpoolNode> {
  return openRockpoolNode({
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
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** Sends a body as JSON, or as it is when it is a text (a bulk body). */
export async function send(url: string, method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(url + path, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}
