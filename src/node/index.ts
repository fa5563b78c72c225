import type { OpenedNode, ServeOptions } from '../cli/index.ts';
import { SystemClock, SystemRandom } from '../common/index.ts';
import { loadDemo } from './demo.ts';
import { openNode as openRockpoolNode } from './openNode.ts';

export { checkData, checkDataFolder } from './check.ts';
export { Closers, opening } from './closers.ts';
export { LOCK_FILE, openData, SPILL_FOLDER } from './data.ts';
export { loadDemo, plantDemo } from './demo.ts';
export { type Engine, type EngineOptions, openEngine } from './engine.ts';
export { createHttp, type HttpFace } from './http.ts';
export { openNode as openRockpoolNode, type RockpoolNode } from './openNode.ts';
export type { NodeOptions } from './options.ts';
export { repairData, repairDataFolder } from './repair.ts';
export { makeTemporaryFolder, type TemporaryFolder } from './temporaryFolder.ts';

/** What `rockpool serve` opens: the system's clock and randomness, the demo data if wanted. */
export async function openNode(options: ServeOptions): Promise<OpenedNode> {
  const node = await openRockpoolNode({ ...options, clock: new SystemClock(), random: new SystemRandom() });
  try {
    if (options.demo) await loadDemo(node.url, { ...options, certificate: node.certificate });
    return node;
  } catch (error) {
    // A server without its data must not go on listening.
    await node.close();
    throw error;
  }
}
