import type { OpenedNode, ServeOptions } from '../cli/index.ts';
import { SystemClock, SystemRandom } from '../common/index.ts';
import type { Send } from '../transfer/index.ts';
import { loadDemo } from './demo.ts';
import { openNode as openRockpoolNode } from './openNode.ts';
import { type ServerAccess, sender } from './sender.ts';

export { checkData, checkDataFolder } from './check.ts';
export { Closers, opening } from './closers.ts';
export { openData } from './data.ts';
export { loadDemo, plantDemo } from './demo.ts';
export { Instance, type InstanceOptions } from './instance/instance.ts';
export { FIRST_STATE } from './instance/keptStates.ts';
export { openNode as openRockpoolNode, type RockpoolNode } from './openNode.ts';
export type { NodeOptions } from './options.ts';
export { packageVersion } from './packageVersion.ts';
export { repairData, repairDataFolder } from './repair.ts';
export { applyStartSettings } from './settingsRegistry.ts';

/**
 * Opens a node for `rockpool serve`, with the system's clock and randomness, and loads the demo data and a folder of
 * documents if requested. The caller provides `loadFolder`, because the library lies below this room.
 */
export async function openNode(
  options: ServeOptions,
  loadFolder: (send: Send, path: string) => Promise<void>,
): Promise<OpenedNode> {
  const node = await openRockpoolNode({ ...options, clock: new SystemClock(), random: new SystemRandom() });
  try {
    const { demo, seed, credentials } = options;
    const access: ServerAccess = { credentials, certificate: node.certificate };
    if (demo) await loadDemo(node.url, access);
    if (seed !== null) await loadFolder(sender(node.url, access), seed);
    const isFilled = demo || seed !== null;
    if (isFilled && options.dataPath === null && options.engine === null) await node.keepFirstState();
    return node;
  } catch (error) {
    // A server must not keep listening when loading its data has failed.
    await node.close();
    throw error;
  }
}
