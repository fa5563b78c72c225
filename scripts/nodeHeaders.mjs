import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Node's own headers, where the machine has them, spare node-gyp a download. For the environment of npm. */
export function nodeHeaders() {
  const prefix = join(dirname(process.execPath), '..');
  const isThere = existsSync(join(prefix, 'include', 'node', 'node_api.h'));
  return isThere ? { npm_config_nodedir: prefix } : {};
}
