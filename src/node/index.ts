import type { OpenedNode, ServeOptions } from '../cli/index.ts';
import { SystemClock, SystemRandom } from '../common/index.ts';
import { loadDemo } from './demo.ts';
import { openNode as openRockpoolNode } from './openNode.ts';

export { checkData, checkDataFolder } from './check.ts';
export { Closers, opening } from './closers.ts';
export { openData } from './data.ts';
export { loadDemo, plantDemo } from './demo.ts';
export { Instance, type InstanceOptions } from './instance/instance.ts';
export { FIRST_STATE } from './instance/keptStates.ts';
export { openNode as openRockpoolNode, type RockpoolNode } from './openNode.ts';
export type { NodeOptions } from './options.ts';
export { repairData, repairDataFolder } from './repair.ts';

/**
 * Opens a node for `rockpool serve`: with the system's clock and randomness, and the demo data if requested.
 */
export async function openNode(options: ServeOptions): Promise<OpenedNode> {
  const node = await openRockpoolNode({ ...options, clock: new SystemClock(), random: new SystemRandom() });
  try {
    if (options.demo) {
      await loadDemo(node.url, { ...options, certificate: node.certificate });
      if (options.dataPath === null && options.engine === null) await node.keepFirstState();
    }
    return node;
  } catch (error) {
    // A server must not keep listening when loading its data has failed.
    await node.close();
    throw error;
  }
}
